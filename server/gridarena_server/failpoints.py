"""Places where a test may kill the server, as a power cut would: no cleanup, no flush, no goodbye.

``GRIDARENA_FAILPOINT=commit.after:5`` ends the process the fifth time it comes to ``failpoint("commit.after")``. The
environment is read once, at import; while it is not set a failpoint is an empty function.
"""

import os

VARIABLE = "GRIDARENA_FAILPOINT"
EXIT_CODE = 9

_name, _, _hit = os.environ.get(VARIABLE, "").partition(":")

if _name:
    _left = int(_hit or 1)

    def failpoint(name: str) -> None:
        """The armed failpoint ends the process at its n-th hit; every other one does nothing."""
        global _left
        if name == _name:
            _left -= 1
            if _left == 0:
                os._exit(EXIT_CODE)
else:

    def failpoint(name: str) -> None:
        """Nothing is armed, so nothing happens."""
