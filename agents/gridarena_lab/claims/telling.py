"""The verdicts as a table: for the terminal, and as a report with the experiments it rests on."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from gridarena_lab.claims.run import Judged
from gridarena_lab.contest import ContestError
from gridarena_lab.report import latex, markdown, page
from gridarena_lab.report.document import Block, Code, Heading, Paragraph, Table
from gridarena_lab.report.figures import counted

TITLE = "The course reports again"


def table(judged: Sequence[Judged]) -> Table:
    """Claim, conditions, ours, verdict and why."""
    rows = tuple(
        (
            str(one.claim.report),
            one.claim.words,
            one.claim.theirs,
            one.conditions + (f"; {counted(one.games, 'game')}" if one.games else ""),
            one.finding.ours,
            one.finding.verdict,
            one.finding.why,
        )
        for one in judged
    )
    head = ("report", "claim", "their conditions", "our conditions", "ours", "verdict", "why")
    return Table(
        "Every claim with what came of it; in brackets 95 % intervals over pairs.", head, rows, words=len(head)
    )


def summary(judged: Sequence[Judged]) -> str:
    """How many of each verdict."""
    counts = Counter(one.finding.verdict for one in judged)
    return f"{counts['held']} held, {counts['not held']} not held, {counts['cannot be checked']} cannot be checked."


def write(judged: Sequence[Judged], folder: Path, command: str) -> Path:
    """Writes the table as Markdown, HTML and LaTeX; the folder of the report.

    Raises:
        ContestError: the folder cannot be written.
    """
    blocks: tuple[Block, ...] = (
        Heading(TITLE, 1),
        Paragraph(f"{counted(len(judged), 'claim')}: {summary(judged)}", strong=True),
        Paragraph(
            "A claim is held when the 95 % interval allows nothing else, not held when it allows only the opposite. It "
            "cannot be checked where the games do not tell or nothing here could. Agents do what the reports meant, "
            "not their slips; budgets are nodes or simulations, except where the clock is the point."
        ),
        table(judged),
        Heading("Again"),
        Code(command),
    )
    target = folder / "report"
    texts = {
        "report.md": markdown.write(blocks),
        "report.html": page.write(TITLE, blocks, {}),
        "table.tex": latex.write(_narrow(judged), "reports"),
    }
    try:
        target.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            (target / name).write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise ContestError(f"cannot write the report into {target}: {error.strerror}") from None
    return target


def _narrow(judged: Sequence[Judged]) -> Table:
    """What fits on a page."""
    rows = tuple((str(one.claim.report), one.claim.words, one.finding.ours, one.finding.verdict) for one in judged)
    return Table("The course reports again.", ("report", "claim", "ours", "verdict"), rows, words=4)
