"""Just enough Markdown for our own pages: headings, paragraphs, lists, tables, code, links and emphasis."""

from __future__ import annotations

import re
from html import escape


def render(text: str) -> str:
    """A page as HTML. Headings have anchors: ``## The graph`` is ``#the-graph``.

    >>> render("## The *graph*")
    '<h2 id="the-graph">The <em>graph</em></h2>'
    >>> render("one `<two>`\\nthree")
    '<p>one <code>&lt;two&gt;</code>\\nthree</p>'
    """
    return "\n".join(_block(block) for block in _blocks(text.splitlines()))


def slug(heading: str) -> str:
    """The anchor of a heading.

    >>> slug("Copy, and load `games`")
    'copy-and-load-games'
    """
    return re.sub(r"\s+", "-", re.sub(r"[^\w\s-]", "", heading).strip().lower())


def _blocks(lines: list[str]) -> list[list[str]]:
    """The lines in blocks: separated by empty lines, code by its fences."""
    blocks: list[list[str]] = [[]]
    fenced = False
    for line in lines:
        fence = line.startswith("```")
        if not fenced and (not line.strip() or fence or line.startswith("#")):
            blocks.append([])
        if fenced or line.strip():
            blocks[-1].append(line)
        if fence:
            fenced = not fenced
        if not fenced and (fence or line.startswith("#")):
            blocks.append([])
    return [block for block in blocks if block]


def _block(lines: list[str]) -> str:
    first = lines[0]
    if first.startswith("```"):
        return f"<pre><code>{escape(chr(10).join(lines[1:-1]))}</code></pre>"
    if heading := re.match(r"(#{1,6})\s+(.*)", first):
        level, words = len(heading[1]), heading[2]
        return f'<h{level} id="{slug(words)}">{_inline(words)}</h{level}>'
    if all(line.startswith("    ") for line in lines):
        return f"<pre><code>{escape(chr(10).join(line[4:] for line in lines))}</code></pre>"
    if first.startswith("|") and len(lines) > 1:
        return _table(lines)
    if re.match(r"([-*]|\d+\.)\s", first):
        return _list(lines)
    if first.startswith(">"):
        return f"<blockquote>{_inline(' '.join(line.lstrip('> ') for line in lines))}</blockquote>"
    return f"<p>{_inline(chr(10).join(lines))}</p>"


def _table(lines: list[str]) -> str:
    rows = [[cell.strip().replace(r"\|", "|") for cell in _cells(line.strip())] for line in lines]
    head, body = rows[0], [row for row in rows[1:] if not all(re.fullmatch(r":?-+:?", cell) for cell in row)]
    top = "".join(f"<th>{_inline(cell)}</th>" if cell else "<td></td>" for cell in head)  # a heading has words
    rest = "".join(f"<tr>{''.join(f'<td>{_inline(cell)}</td>' for cell in row)}</tr>" for row in body)
    return f'<div class="wide"><table><thead><tr>{top}</tr></thead><tbody>{rest}</tbody></table></div>'


def _cells(row: str) -> list[str]:
    """The cells of a table row; a bar after a backslash belongs to the cell."""
    return re.split(r"(?<!\\)\|", row)[1:-1]


def _list(lines: list[str]) -> str:
    tag = "ol" if lines[0][0].isdigit() else "ul"
    items: list[str] = []
    for line in lines:
        if item := re.match(r"(?:[-*]|\d+\.)\s+(.*)", line):
            items.append(item[1])
        else:
            items[-1] += f"\n{line.strip()}"
    return f"<{tag}>{''.join(f'<li>{_inline(item)}</li>' for item in items)}</{tag}>"


def _inline(words: str) -> str:
    """Code, links and emphasis within a line; other HTML is shown as text."""
    parts = re.split(r"(``.+?``|`[^`]+`)", words, flags=re.DOTALL)
    return "".join(
        f"<code>{escape(part.strip('`').strip())}</code>" if i % 2 else _emphasis(escape(part, quote=False))
        for i, part in enumerate(parts)
    )


def _emphasis(words: str) -> str:
    words = re.sub(r"!\[([^\]]*)\]\((pictures/[\w-]+\.svg)\)", r'<img src="/docs/\2" alt="\1">', words)
    words = re.sub(r"\[([^\]]+)\]\(([^)\s]+)\)", _link, words)
    words = re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", words, flags=re.DOTALL)
    return re.sub(r"(?<![\w*])\*([^*\s][^*]*)\*(?![\w*])", r"<em>\1</em>", words)


def _link(found: re.Match[str]) -> str:
    """A link to one of our pages or to the web; other targets are shown as text."""
    address = re.sub(r"^(?:\./)?([\w-]+)\.md", r"/docs/\1", found[2])
    if not re.match(r"(https?:/)?/|#", address):
        return found[1]
    return f'<a href="{escape(address)}">{found[1]}</a>'
