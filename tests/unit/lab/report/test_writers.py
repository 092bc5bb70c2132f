"""Text reaches every sink as text."""

import csv
import io
import json

import pytest

from gridarena_lab.report import data, latex, markdown, page
from gridarena_lab.report.document import Code, Heading, Paragraph, Picture, Table
from support.experiments import planned, played

HOSTILE = "<script>alert(1)</script> | *a* _b_ [c](javascript:d) `e` 50 % & $f$ \\input{g} #h ^i ~j\nk"
TABLE = Table(f"caption {HOSTILE}", ("agent", "score %"), ((HOSTILE, "1"), ("b", "22")))
BLOCKS = (Heading(HOSTILE), Paragraph(HOSTILE), Paragraph("strong", strong=True), Code(HOSTILE), TABLE)


def test_markdown_has_no_markup_but_its_own() -> None:
    """No link, no tag, and a table row stays one row."""
    text = markdown.write([block for block in BLOCKS if not isinstance(block, Code)])
    assert "[c](" not in text
    assert "\n## \\<script\\>" in f"\n{text}"
    rows = [line for line in text.splitlines() if line.startswith("| ")]
    assert len(rows) == 4
    assert len({len(row) for row in rows}) == 1
    assert rows[1].endswith("-: |")
    assert markdown.write([Code(HOSTILE)]).startswith("    <script>")  # indented: code, not markup


def test_page_has_no_elements_but_its_own() -> None:
    """Nothing hostile is an element, and nothing is fetched from anywhere."""
    text = page.write(HOSTILE, (*BLOCKS, Picture("plot", HOSTILE)), {"plot": "<svg></svg>"})
    assert "<script" not in text
    assert "<figure><svg></svg><figcaption>&lt;script&gt;" in text
    assert "http" not in text
    assert "src=" not in text


def test_fragment_stays_within_its_place() -> None:
    """Every rule of its style is bound to the fragment, so that a notebook looks as before."""
    rules = page.STYLE.replace("@media print{", "").split("}")
    for selector in (rule.partition("{")[0].strip() for rule in rules if "{" in rule):
        assert all(part.strip().startswith(".gridarena") for part in selector.split(","))


def test_latex_has_no_commands_but_its_own() -> None:
    """Special letters are printed, and there are as many rows as the table has."""
    text = latex.write(TABLE, "hostile 50%}")
    assert r"\label{tab:hostile-50-}" in text
    assert "\\input{" not in text
    assert r"50 \% \& \$f\$ \textbackslash{}input\{g\} \#h \textasciicircum{}i \textasciitilde{}j k" in text
    assert text.count("\\\\\n") == 3
    for rule in ("toprule", "midrule", "bottomrule"):
        assert f"\\{rule}" in text


def test_data_reads_back() -> None:
    """Both forms hold every game; no spreadsheet takes an agent's address for a formula."""
    games = played(planned(agents=("=cmd()",), pairs=2), lambda cell, pair, leg: 1.0)
    rows = list(csv.DictReader(io.StringIO(data.csv_of(games))))
    objects = [json.loads(line) for line in data.json_lines_of(games).splitlines()]
    assert [row["agent"] for row in rows] == ["'=cmd()"] * 4
    assert [one["agent"] for one in objects] == ["=cmd()"] * 4
    assert [one["leg"] for one in objects] == [0, 1, 0, 1]
    assert list(objects[0]) == list(data.COLUMNS)
    assert rows[0]["rival_depth"] == ""


@pytest.mark.parametrize("write", [markdown.write, lambda blocks: page.fragment(blocks, {})])
def test_an_empty_page_is_no_error(write) -> None:
    """A report of nothing is short."""
    assert len(write(())) < 10_000
