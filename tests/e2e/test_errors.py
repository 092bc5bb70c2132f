"""What goes wrong on a class's day: one clear line each, and the number that the documentation gives it."""

import contextlib
import sqlite3
from pathlib import Path

import pytest

from gridarena_cli.exits import Exit
from support.cli import Said, Served, free_port, gridarena, running, served

pytestmark = pytest.mark.timeout(60)

READING = [("leaderboard",), ("history",), ("show", "1"), ("tournament", "status")]


@pytest.mark.parametrize("words", [*READING, ("team", "list")], ids=" ".join)
def test_no_server(words: tuple[str, ...], tmp_path: Path) -> None:
    """Nobody answers there, and a question never waits for long."""
    extra = {"GRIDARENA_SERVER": f"127.0.0.1:{free_port()}", "GRIDARENA_TOKEN": "ga_x", "GRIDARENA_HOST_TOKEN": "ga_x"}
    said = gridarena(*words, cwd=tmp_path, extra=extra)
    assert said.code == Exit.NO_SERVER
    assert "no server answers at" in said.line()


def test_no_server_to_play_on(tmp_path: Path) -> None:
    """An agent says that it is looking, looks for a while, and then ends with the same line."""
    extra = {"GRIDARENA_SERVER": f"127.0.0.1:{free_port()}", "GRIDARENA_TOKEN": "ga_x"}
    said = gridarena("play", "greedy", cwd=tmp_path, extra=extra)
    assert said.code == Exit.NO_SERVER
    assert said.err.splitlines()[-1].startswith("gridarena: no server answers at")


def test_a_wrong_token(server: Served, tmp_path: Path) -> None:
    """An agent with somebody's invention."""
    extra = {"GRIDARENA_SERVER": server.address, "GRIDARENA_TOKEN": "ga_wrong"}
    said = gridarena("play", "greedy", cwd=tmp_path, extra=extra)
    assert said.code == Exit.TOKEN
    assert "token" in said.line()


def test_no_token(server: Served, tmp_path: Path) -> None:
    """An agent without any."""
    said = gridarena("play", "greedy", cwd=tmp_path, extra={"GRIDARENA_SERVER": server.address})
    assert said.code == Exit.TOKEN
    assert "token" in said.line()


def test_a_teams_token_is_not_the_hosts(server: Served, tmp_path: Path) -> None:
    """Only the host adds teams."""
    token = server.new_team(tmp_path)["GRIDARENA_TOKEN"]
    extra = {"GRIDARENA_SERVER": server.address, "GRIDARENA_HOST_TOKEN": token}
    said = gridarena("team", "add", "crows", cwd=tmp_path, extra=extra)
    assert said.code == Exit.TOKEN
    assert "only the host" in said.line()


def test_no_host_token(server: Served, tmp_path: Path) -> None:
    """A host's command far from the database says where it looked."""
    extra = {"GRIDARENA_SERVER": server.address, "GRIDARENA_DATABASE": str(tmp_path / "elsewhere.db")}
    said = gridarena("team", "add", "crows", cwd=tmp_path, extra=extra)
    assert said.code == Exit.TOKEN
    assert "elsewhere.db" in said.line()


def test_the_hosts_token_is_found_beside_the_database(server: Served, tmp_path: Path) -> None:
    """No flag and no variable for the token."""
    extra = {"GRIDARENA_SERVER": server.address, "GRIDARENA_DATABASE": str(server.database)}
    assert gridarena("team", "add", "ravens", "--json", cwd=tmp_path, extra=extra).json()["team"] == "ravens"


def test_an_old_sdk(server: Served, tmp_path: Path) -> None:
    """It is told what to do."""
    script = tmp_path / "old.py"
    script.write_text(
        "import functools, sys\nimport gridarena._session as session\n"
        "session.Hello = functools.partial(session.Hello, protocol=0)\n"
        "from gridarena_cli.main import main\nsys.exit(main(['play', 'greedy']))\n",
        encoding="utf-8",
    )
    with running(cwd=tmp_path, extra=server.new_team(tmp_path), program=(str(script),)) as old:
        said = old.wait()
    assert said.code == Exit.OLD_SDK
    assert "install the gridarena that your host runs" in said.line()


def test_a_second_server_on_one_port(server: Served, tmp_path: Path) -> None:
    """The first one does not notice."""
    said = gridarena("serve", "--json", "--port", str(server.port), "--database", "other.db", cwd=tmp_path)
    assert said.code == Exit.PORT_IN_USE
    assert str(server.port) in said.line()
    assert "teams" in gridarena("team", "list", "--json", cwd=tmp_path, extra=server.extra).json()


def test_a_second_server_on_one_database(server: Served, tmp_path: Path) -> None:
    """It names the file and the process that has it."""
    said = gridarena("serve", "--json", "--port", "0", "--database", str(server.database), cwd=tmp_path)
    assert said.code == Exit.DATABASE_IN_USE
    assert str(server.database) in said.line()
    assert str(server.command.process.pid) in said.line()


def served_again(server: Served, change: str) -> Said:
    """What the next server says after somebody has changed the database of one that has ended."""
    server.command.interrupt()
    assert server.command.wait().code == Exit.OK
    with contextlib.closing(sqlite3.connect(server.database)) as file, file:
        file.execute(change)
    words = ("serve", "--json", "--port", "0", "--database", str(server.database))
    return gridarena(*words, cwd=server.database.parent)


def test_a_newer_database(tmp_path: Path) -> None:
    """It is refused untouched."""
    with served(tmp_path) as server:
        said = served_again(
            server, "INSERT INTO migration SELECT number + 100, name, checksum, at FROM migration LIMIT 1"
        )
    assert said.code == Exit.DATABASE_UNUSABLE
    assert "newer" in said.line()


def test_a_database_with_a_damaged_row(tmp_path: Path) -> None:
    """Found only when what is unfinished is taken up again; it is shown, and is no mistake of gridarena's."""
    with served(tmp_path) as server:
        words = ("tournament", "create", "--board", "easy-2x2", "--agents", "a,b")
        gridarena(*words, cwd=tmp_path, extra=server.extra)
        said = served_again(server, "UPDATE tournament SET plan = replace(plan, '\"rounds\"', '\"pounds\"')")
    assert (said.code, "expected a stored plan" in said.line()) == (Exit.DATABASE_UNUSABLE, True), said.err


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    """It is refused untouched."""
    path = tmp_path / "notes.db"
    path.write_text("shopping list\n" * 100, encoding="utf-8")
    said = gridarena("serve", "--json", "--port", "0", "--database", str(path), cwd=tmp_path)
    assert said.code == Exit.DATABASE_UNUSABLE
    assert "notes.db" in said.line()
    assert path.read_text(encoding="utf-8").startswith("shopping list")


@pytest.mark.parametrize("text", ["", "2 2\n1 2 3\n", "2 2\n" + "1 1 . .\n" + ". . . .\n" * 3, "\x00\xff"])
def test_a_corrupt_board_file(text: str, server: Served, tmp_path: Path) -> None:
    """Before anything is created, and by the file's name."""
    path = tmp_path / "corrupt.txt"
    path.write_text(text, encoding="latin-1")
    words = ("tournament", "create", "--board", str(path), "--agents", "a,b")
    said = gridarena(*words, cwd=tmp_path, extra=server.extra)
    assert said.code == Exit.BAD_FILE
    assert "corrupt.txt" in said.line()
    said = gridarena("match", "random", "random", "--board", str(path), cwd=tmp_path)
    assert said.code == Exit.BAD_FILE
    assert "corrupt.txt" in said.line()


def test_a_board_without_a_solution(server: Served, tmp_path: Path) -> None:
    """Readable, but nobody could ever fill it; only the server's oracle can say."""
    path = tmp_path / "hopeless.txt"
    path.write_text("2 2\n1 2 . .\n. . 3 .\n. . 4 .\n. . . .\n", encoding="utf-8")
    said = gridarena("tournament", "create", "--board", str(path), "--agents", "a,b", cwd=tmp_path, extra=server.extra)
    assert said.code == Exit.USAGE
    assert "hopeless" in said.line()


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (("show", "4711"), "no such match"),
        (("history", "--agent", "nobody"), "no agent"),
        (("leaderboard", "--game", "chess"), "sudoku"),
        (("tournament", "status", "4711"), "no such tournament"),
        (("tournament", "start", "4711"), "no such tournament"),
        (("play", "nobody"), "nobody"),
    ],
)
def test_what_is_not_there(words: tuple[str, ...], part: str, server: Served, tmp_path: Path) -> None:
    """It is said, with what there is where that helps."""
    said = gridarena(*words, cwd=tmp_path, extra={**server.extra, "GRIDARENA_TOKEN": server.host_token})
    assert said.code == Exit.NOT_FOUND
    assert part in said.line()


def test_an_agent_that_cannot_be_loaded(server: Served, tmp_path: Path) -> None:
    """A typing mistake in a student's file: its own line, not ours."""
    (tmp_path / "mine.py").write_text("import gridarena\nclass Mine(gridarena.Agent)\n    pass\n", encoding="utf-8")
    said = gridarena("play", "./mine.py:Mine", cwd=tmp_path, extra=server.new_team(tmp_path))
    assert said.code == Exit.BAD_FILE
    assert "mine.py" in said.err
    assert "Traceback" not in said.err


def test_a_name_that_is_taken(server: Served, tmp_path: Path) -> None:
    """Also where only the case differs."""
    server.team("herons", tmp_path)
    said = gridarena("team", "add", "Herons", cwd=tmp_path, extra=server.extra)
    assert said.code == Exit.REFUSED
    assert "taken" in said.line()


def test_a_long_tournament_is_not_created_unasked(server: Served, tmp_path: Path) -> None:
    """A script has nobody to ask: it must say yes itself."""
    words = ("tournament", "create", "--board", "empty-4x4", "--time", "60", "--agents", "a,b,c", "--rounds", "20")
    said = gridarena(*words, cwd=tmp_path, extra=server.extra)
    assert said.code == Exit.USAGE
    assert "--yes" in said.err
    assert gridarena(*words, "--yes", cwd=tmp_path, extra=server.extra).code == Exit.OK


def test_settings_that_make_no_sense(tmp_path: Path) -> None:
    """In the file or in the environment."""
    (tmp_path / "gridarena.toml").write_text("[server]\nprot = 1\n", encoding="utf-8")
    said = gridarena("serve", cwd=tmp_path)
    assert said.code == Exit.USAGE
    assert "'prot'" in said.err
