import random


def choose(moves):
    return random.choice(list(moves))
