"""Bodies of methods, with loops and branches: what the generated games compute with."""

BODIES = """
total = {a}
j = i
for j in {over}:
    if {yes}:
        {jump}
    total += {b}
return total
---
total = j = 0
for j in {over}:
    total -= {b}
    if {yes}:
        break
else:
    total = {a}
return total
---
total = {a}
j = i
while j < CELLS and {yes}:
    total += {b}
    j += 1
return total
---
total, j = 0, i
try:
    total = WEIGHTS[i + 2]
except (IndexError, KeyError):
    j = i
    total = {b}
return total
---
total = j = i
match total % 3:
    case 0:
        return {a}
    case 1 | 2 if {yes}:
        return 1
return {b}
---
total = j = 0
def inner(x, y=1):
    return x * y + i
if {yes}:
    return inner({a})
return inner({b}, 2)
---
total, j = {a}, i
first, *rest = [{cell} for j in LINES[0]]
return total if all(c == first for c in rest) else {b}
---
total, j = i, 0
if i <= 0:
    return {b}
return self.helper(s, i - 1) % 7 + {a}
---
total, j = 0, i
seen = []
stack = [i]
while stack:
    j = stack.pop()
    if j in seen or {yes}:
        continue
    seen.append(j)
    stack += [n for n in (j - 1, j + 2) if 0 <= n < CELLS]
return len(seen)
---
j = total = i
if (w := {a}) > total and (v := {b}) != w:
    return w - v
return w if {yes} else 0
---
total, j = {a}, i
total, j = (i, total) if {yes} else (total, i)
j = i
assert j >= 0
return total - {b}
""".strip().split("\n---\n")
"""What a helper computes for the cell ``i``. ``{a}`` and ``{b}`` become numbers, ``{yes}`` a truth, ``{over}`` cells to
go through; ``{yes}`` and ``{b}`` may use ``j`` and ``total``."""
WINNERS = """
return next((m for m in ({x}, {o}) if any(all({at} == m for i in line) for line in LINES)), None)
---
for line in LINES:
    if {cell} != {empty} and len({{{at} for i in line}}) == 1:
        return {cell}
return None
---
for m in ({x}, {o}):
    if max(sum({at} == m for i in line) - len(line) for line in LINES) == 0:
        return m
return None
""".strip().split("\n---\n")
"""Who has a line."""
LISTED = """
return [{name} for i in range(CELLS) if {free}]
---
yield from ({name} for i in range(CELLS) if {free})
---
for i in range(CELLS):
    if {free}:
        yield {name}
---
moves = []
for i in range(CELLS):
    if {free}:
        moves.append({name})
return moves
---
return tuple({name} for i in range(CELLS) if {free})
---
for i in range(CELLS):
    if not ({free}):
        continue
    yield {name}
---
i = 0
while i < CELLS:
    if {free}:
        yield {name}
    i += 1
---
return list(map(lambda i: {name}, [i for i in range(CELLS) if {free}]))
---
return [{name} for i in filter(lambda i: {free}, range(CELLS))]
""".strip().split("\n---\n")
"""How moves are listed."""
