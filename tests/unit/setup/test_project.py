"""The project's own files agree with each other."""

import re
import tomllib

from support.scripts import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def requirement_names(requirements: list[str]) -> set[str]:
    """Names of requirements, without versions and extras of our own."""
    names = {re.split(r"[\[<>=~!;]", text)[0].strip().lower() for text in requirements}
    return names - {"gridarena"}


def test_every_requirement_is_pinned() -> None:
    """A fresh environment gets the versions that were tested."""
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pinned = {line.partition("==")[0].lower() for line in lines if "==" in line}
    extras = PROJECT["project"]["optional-dependencies"].values()
    wanted = requirement_names([*PROJECT["project"]["dependencies"], *(name for extra in extras for name in extra)])
    assert wanted <= pinned


def test_constraints_name_versions_only() -> None:
    """No index, no address, no option: the reader's own pip settings hold."""
    for name in ("constraints.txt", "proto/constraints.txt"):
        for line in (ROOT / name).read_text(encoding="utf-8").splitlines():
            assert line.startswith("#") or re.fullmatch(r"[A-Za-z0-9_.-]+==[0-9a-z.]+", line), line


def test_every_package_is_shipped_and_checked() -> None:
    """A package in the tree is in the wheel, under mypy and under the import contracts."""
    shipped = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    found = {path.parent.relative_to(ROOT).as_posix() for path in ROOT.glob("*/gridarena*/__init__.py")}
    names = {path.rpartition("/")[2] for path in found}
    assert found == set(shipped)
    assert names == set(PROJECT["tool"]["mypy"]["packages"])
    assert names == set(PROJECT["tool"]["importlinter"]["root_packages"])
    assert all((ROOT / path / "py.typed").is_file() for path in found)


def test_no_top_level_folder_is_a_package() -> None:
    """Nobody's environment gets a module called `server`, `agents` or `proto`."""
    assert not list(ROOT.glob("*/__init__.py"))


def test_no_proto_file_names_a_game() -> None:
    """Games travel as their own text."""
    for path in (ROOT / "proto").rglob("*.proto"):
        assert not re.search(r"sudoku|dots", path.read_text(encoding="utf-8"), re.IGNORECASE), path.name
