"""The boards of the games of the catalogue; a game names the function that draws it (``drawer``)."""
