"""What some probes import from another file."""

SIZE = 6


def owner(cells):
    """Whose three stones stand side by side; 0 for nobody's."""
    for i in range(4):
        if cells[i] != 0 and cells[i] == cells[i + 1] == cells[i + 2]:
            return cells[i]
    return 0
