"""The mathematics of answers: reading them, and telling whether two are equal."""
