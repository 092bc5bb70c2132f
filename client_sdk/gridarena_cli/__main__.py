"""`python -m gridarena_cli` is `gridarena`, where the script is not on the path; the demo starts its processes so."""

import sys

from gridarena_cli.main import main

if __name__ == "__main__":
    sys.exit(main())
