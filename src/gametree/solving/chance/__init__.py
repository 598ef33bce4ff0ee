"""Games of chance: expectations on a graph, and in tables of numbered positions."""
