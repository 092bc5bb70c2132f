"""Becomes one of the processes: ``python .../course/runner keeper|zygote|single``.

The package is loaded under a name that no agent has, and from its own place: nothing of it is on the agent's path.
"""

import importlib
import importlib.util
import os
import sys

NAME = "_gridarena_course"
OLDEST = (3, 8)


def main() -> None:
    """Loads the package and hands over."""
    if sys.version_info < OLDEST:
        sys.exit("expected Python {}.{} or later, got {}".format(*OLDEST, sys.version.split()[0]))
    here = os.path.dirname(os.path.abspath(__file__))  # noqa: PTH100, PTH120 - nothing is imported that need not be
    sys.path[:] = [place for place in sys.path if place and os.path.abspath(place) != here]  # noqa: PTH100
    place = os.path.join(here, "__init__.py")  # noqa: PTH118
    spec = importlib.util.spec_from_file_location(NAME, place, submodule_search_locations=[here])
    assert spec is not None
    assert spec.loader is not None
    package = importlib.util.module_from_spec(spec)
    sys.modules[NAME] = package
    spec.loader.exec_module(package)
    importlib.import_module(f"{NAME}.{sys.argv[1]}").main()


if __name__ == "__main__":
    main()
