"""XBoard's protocol: ``server`` answers a window, ``client`` plays against a program; both use its ``words``."""
