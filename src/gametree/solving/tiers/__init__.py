"""Solving tier by tier on disk, in tasks over files."""
