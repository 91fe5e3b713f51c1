"""`python -m tableshark` is `tableshark`."""

from tableshark.cli import main

main()
