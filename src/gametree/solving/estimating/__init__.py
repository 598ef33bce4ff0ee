"""How large a solve would be, from samples."""
