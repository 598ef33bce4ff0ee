"""Solving for win, draw or loss alone, slice by slice, into compressed files that are read where they lie."""
