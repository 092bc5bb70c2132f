"""A report as text and as a page."""

from gridarena_cli.render.document import Drawing, Heading, Part, Sheet, as_html, as_text

EVIL = "<script>alert(1)</script>\x1b[31m"
PARTS: list[Part] = [
    Heading(EVIL, 1),
    "a line & more",
    "",
    Heading("Losses"),
    Sheet(("who", "points"), (("ann", "7"), (EVIL, "12")), frozenset({"points"})),
    Heading("Match 1", 3),
    Drawing("1 2\n3 4"),
]


def test_columns_of_text_line_up() -> None:
    """Numbers to the right, nothing behind the last letter."""
    sheet = Sheet(("who", "points"), (("ann", "7"), ("bartholomew", "12")), frozenset({"points"}))
    assert as_text([sheet]).splitlines() == [
        "who          points",
        "-----------  ------",
        "ann               7",
        "bartholomew      12",
        "",
    ]


def test_nothing_in_a_page_is_taken_for_its_code() -> None:
    """Names and reasons come from students."""
    page = as_html(PARTS)
    assert "<script" not in page
    assert "\x1b" not in page + as_text(PARTS)
    assert page.count("&lt;script&gt;") == 3
    assert "a line &amp; more" in page


def test_a_page_needs_nothing_else() -> None:
    """No script, no file, no address; parts that are long are folded away."""
    page = as_html(PARTS)
    assert "http" not in page.replace("http-equiv", "")
    assert "src=" not in page
    assert (page.count("<details open>"), page.count("<details>"), page.count("</details>")) == (1, 1, 2)
    assert '<td class="number">12</td>' in page
    assert "<pre>1 2\n3 4</pre>" in page
