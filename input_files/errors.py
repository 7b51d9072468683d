"""The error of an input that cannot be used; it stands alone, since the script loads it at every start."""


class InputError(ValueError):
    """A file of the user's that cannot be used; the message says what to do."""
