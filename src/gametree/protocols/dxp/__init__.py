"""The DamExchange Protocol (DXP), by which draughts programs play each other over a socket: server and client."""
