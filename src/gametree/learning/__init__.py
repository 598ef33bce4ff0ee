"""Weights from experience: games against oneself, what they say of each feature, and the proof that it helps."""
