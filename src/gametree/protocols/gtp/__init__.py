"""The Go Text Protocol: ``server`` answers a client, ``client`` plays against a program; both use its ``words``."""
