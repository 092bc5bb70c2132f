"""The wire contract: what travels, as plain dataclasses, and the codec that turns them into protobuf and back."""
