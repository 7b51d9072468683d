"""What is built from a finished report: statistics, comparison, pages, files."""
