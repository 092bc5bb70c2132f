"""The server's gRPC side: raw bytes in, behaviours of a few lines, every failure a code of the catalogue."""
