"""The subcommands: here only what typer must know; each imports its work when it is called."""
