"""The protocol of Gomocup and its manager Piskvork, for Gomoku and Renju: its server and its client."""
