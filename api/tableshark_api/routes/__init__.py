"""The routes, one file for each thing that they speak of."""
