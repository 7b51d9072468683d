"""A reader of grade-school word problems that refuses rather than guesses."""
