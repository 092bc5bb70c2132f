"""The server: referee, tournament, store and wire, put together by `app`."""
