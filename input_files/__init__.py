"""Input files of every shape: where they are, what they hold, which rows count.

The script reads a plain file by itself. It comes here for a folder, a glob or stdin (`locate`), for a file
that another tool wrote (`presets`, `documents`), for columns of other names (`adapt`) and for a subset
(`select`).
"""
