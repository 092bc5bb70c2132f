"""The wire contract: what travels, as plain dataclasses, and the codec that turns them into protobuf and back.

gRPC's core writes lines of its own to standard error, in the middle of ours, for every client that calls an encrypted
port without TLS. What they tell reaches the caller as an error anyway. The core reads its setting when it is first
imported, which is after this package: server and SDK both begin with it.
"""

import os

os.environ.setdefault("GRPC_VERBOSITY", "NONE")
