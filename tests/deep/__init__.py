"""What is too long for `make test`: `make deep` runs it and keeps the results in `results.json`."""
