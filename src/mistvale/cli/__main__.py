"""`python -m mistvale.cli`."""

from . import main

main()
