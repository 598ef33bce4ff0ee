"""Every test means compiled code: nothing is searched before it is compiled. What happens while it compiles is tested
in ``tests/engine/test_relay.py``, without this."""

import os

os.environ.setdefault("GAMETREE_COMPILE", "first")
