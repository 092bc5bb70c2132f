"""The database's schema as numbered SQL files, applied in order and never changed once released.

``NNNN_words.sql`` holds one step. The server's store runs each in a transaction of its own, which also writes down the
step's number and checksum; see ``gridarena_server.store.schema``. A step must not contain BEGIN or COMMIT.
"""
