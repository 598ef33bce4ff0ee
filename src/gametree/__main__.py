"""``python -m gametree`` is the command ``gametree``."""

import sys

from gametree.cli import main

sys.exit(main())
