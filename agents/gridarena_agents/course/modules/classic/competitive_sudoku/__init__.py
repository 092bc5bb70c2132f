"""The course's package for agents of this generation; what both have in common lies in ``modules/both``."""

import os

__path__.append(os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), "both"))
del os
