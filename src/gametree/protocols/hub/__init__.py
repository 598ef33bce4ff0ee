"""The Hub protocol of draughts programs such as Scan, version 2: its server and its client."""
