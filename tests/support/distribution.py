"""A distribution installed into a folder of its own, without a network and without pip.

What makes an installed distribution is its modules beside a `.dist-info` folder; whoever has the folder on its path
(`PYTHONPATH`) finds its entry points like those of any other package.
"""

import shutil
import tomllib
from pathlib import Path


def install(project: Path, folder: Path) -> Path:
    """Installs a project of single modules; returns the folder, for `PYTHONPATH`."""
    told = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    stem = f"{told['name'].replace('-', '_')}-{told['version']}"
    info = folder / f"{stem}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {told['name']}\nVersion: {told['version']}\n", encoding="utf-8"
    )
    groups = [
        "\n".join((f"[{group}]", *(f"{name} = {place}" for name, place in points.items()), ""))
        for group, points in told["entry-points"].items()
    ]
    (info / "entry_points.txt").write_text("\n".join(groups), encoding="utf-8")
    modules = sorted(project.glob("*.py"))
    for module in modules:
        shutil.copy(module, folder / module.name)
    files = [module.name for module in modules] + [f"{info.name}/METADATA", f"{info.name}/entry_points.txt"]
    (info / "RECORD").write_text("".join(f"{file},,\n" for file in [*files, f"{info.name}/RECORD"]), encoding="utf-8")
    return folder
