"""The server: referee, tournament, store and wire, put together by `app`."""

import gridarena_protocol as _before_grpc  # noqa: F401 -- it quiets gRPC's core
