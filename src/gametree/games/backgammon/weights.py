"""What Backgammon's evaluation counts, and how much each thing counts."""

from __future__ import annotations

HITS = (0, 11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3)
"""How many of the 36 rolls hit a blot at this distance, if nothing stands between."""
(
    PIPS, ON_ROLL, RACE, ON_BAR, MEN_OFF, SHOTS, PIPS_UNDER_FIRE, DANGER, PRIME, BLOCKED, SHUT_OUT, HOME_POINTS, POINTS,
) = range(13)  # fmt: skip
"""The numbers of the features; those from POINTS on are four for each point."""
TERMS = (
    "pips ahead", "on roll", "race, per mille", "men on the bar", "men off", "shots at blots", "pips under fire",
    "shots, by other's home points", "prime beyond 3", "blocked, squared", "on the bar, by home points squared",
    "home points squared",
    *(f"{what} on {p}" for p in range(1, 25) for what in ("a blot", "a point", "a third man", "more men")),
)  # fmt: skip
WEIGHTS = (
    0.01012, 0.07491, 0.001798, -0.0936, 0.0576, 0.001773,
    -0.000146, -0.0007236, 0.06755, -0.009088, -0.006498, -0.007097,
    -0.1093, -0.1274, -0.08707, -0.04412, -0.08813, -0.08773, -0.0749, -0.04973,  # 1, 2
    -0.06919, -0.04843, -0.06934, -0.05334, -0.06082, -0.01777, -0.03814, -0.0545,  # 3, 4
    -0.04171, 0.01922, -0.02939, -0.04628, -0.04688, 0.039, -0.001603, -0.05064,  # 5, 6
    -0.02967, -0.06863, -0.04238, -0.08448, -0.02198, -0.05323, -0.03001, -0.04986,  # 7, 8
    -0.02057, -0.05209, -0.037, -0.09805, -0.01514, -0.05822, -0.03504, -0.0576,  # 9, 10
    -0.01963, -0.0404, -0.008759, -0.05904, -0.01867, -0.05709, 0.01424, -0.007689,  # 11, 12
    -0.004175, 0.001353, -0.005582, -0.04128, -0.0342, -0.08665, 0.008923, -0.09786,  # 13, 14
    -0.03658, -0.07039, -0.04343, -0.09922, -0.04099, -0.09226, -0.0342, -0.0003586,  # 15, 16
    -0.03105, -0.0846, -0.009456, -0.006567, -0.05843, -0.04409, -0.006711, 0.01604,  # 17, 18
    -0.02931, -0.03582, -0.01242, -0.04996, -0.03986, -0.008572, 0.006661, -0.007755,  # 19, 20
    -0.03953, -0.01853, -0.01163, -0.02568, -0.04626, -0.05315, -0.008022, -0.05513,  # 21, 22
    -0.05893, -0.1063, -0.01494, -0.03323, -0.08479, -0.1403, -0.07094, -0.08348,  # 23, 24
)  # fmt: skip
"""In units of equity, from games against itself: ``benchmarks/selfplay.py``, 8 rounds of 2,000 games, begun with
weights that were set by hand."""
