"""A page as one HTML file that needs nothing else, and the same as a fragment for a notebook."""

from collections.abc import Iterable, Mapping
from html import escape

from gridarena_lab.report.document import Block, Code, Heading, Paragraph, Picture, Table

STYLE = """
.gridarena{font:16px/1.5 "Source Serif 4","Charter","Georgia",serif;color:#1a1a1a;max-width:62rem;margin:2rem auto;
padding:0 1rem}
.gridarena h1,.gridarena h2,.gridarena h3{font-weight:600;line-height:1.2;margin:2rem 0 .6rem}
.gridarena h1{font-size:1.7rem;margin-top:0}.gridarena h2{font-size:1.25rem}.gridarena h3{font-size:1.05rem}
.gridarena .wide{overflow-x:auto;margin:1rem 0 1.4rem}
.gridarena table{border-collapse:collapse;font-size:.88rem;font-variant-numeric:tabular-nums lining-nums;
border-top:2px solid #1a1a1a;border-bottom:2px solid #1a1a1a;background:none;margin:0}
.gridarena caption{text-align:left;padding:0 0 .4rem;color:#444;font-size:.88rem}
.gridarena th{font-weight:600;border-bottom:1px solid #1a1a1a;background:none}
.gridarena th,.gridarena td{padding:.22rem .7rem .22rem 0;text-align:right;vertical-align:top;
background:none;max-width:none}
.gridarena .w{text-align:left}
.gridarena tbody tr:nth-child(5n):not(:last-child) td{border-bottom:1px solid #ddd}
.gridarena pre{background:#f5f5f3;padding:.7rem .9rem;overflow-x:auto;font-size:.85rem}
.gridarena .strong{font-size:1.1rem;border-left:4px solid #1a1a1a;padding-left:.8rem}
.gridarena figure{margin:1.2rem 0}.gridarena figure svg,.gridarena figure img{max-width:100%;height:auto}
.gridarena figcaption{color:#444;font-size:.88rem}
@media print{.gridarena{margin:0;max-width:none;font-size:10.5pt}.gridarena figure,.gridarena tr{break-inside:avoid}
.gridarena h2,.gridarena h3{break-after:avoid}}
""".strip()


def write(title: str, blocks: Iterable[Block], pictures: Mapping[str, str]) -> str:
    """The whole page; ``pictures`` are SVG elements by name."""
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n</head>\n<body>\n{fragment(blocks, pictures)}\n</body>\n</html>\n"
    )


def fragment(blocks: Iterable[Block], pictures: Mapping[str, str]) -> str:
    """The same for a place within another page; its style touches nothing outside."""
    parts = "\n".join(_block(block, pictures) for block in blocks)
    return f'<style>{STYLE}</style>\n<div class="gridarena">\n{parts}\n</div>'


def _block(block: Block, pictures: Mapping[str, str]) -> str:
    match block:
        case Heading(text, level):
            return f"<h{level}>{escape(text)}</h{level}>"
        case Paragraph(text, strong):
            return f'<p class="strong">{escape(text)}</p>' if strong else f"<p>{escape(text)}</p>"
        case Code(text):
            return f"<pre>{escape(text)}</pre>"
        case Picture(name, caption):
            return f"<figure>{pictures[name]}<figcaption>{escape(caption)}</figcaption></figure>"
        case Table():
            return _table(block)


def _table(table: Table) -> str:
    head = "".join(_cell("th", cell, place < table.words) for place, cell in enumerate(table.head))
    rows = "\n".join(
        f"<tr>{''.join(_cell('td', cell, place < table.words) for place, cell in enumerate(row))}</tr>"
        for row in table.rows
    )
    return (
        f'<div class="wide"><table><caption>{escape(table.caption)}</caption>\n<thead><tr>{head}</tr></thead>\n'
        f"<tbody>\n{rows}\n</tbody></table></div>"
    )


def _cell(tag: str, text: str, word: bool) -> str:
    return f'<{tag} class="w">{escape(text)}</{tag}>' if word else f"<{tag}>{escape(text)}</{tag}>"
