"""The agents of five student reports of the course 2AMU10, each as its author meant it, parameters exposed.

They share three building blocks: `search` (alpha-beta by making and unmaking moves on the board), the ways to find a
bomb in `skips`, and the tree of `gridarena_kernels.uct`.
"""
