"""Weak solving: proof-number search, the strategies that it finds, their certificates and the checker of these."""
