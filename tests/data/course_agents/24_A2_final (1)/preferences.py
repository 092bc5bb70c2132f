def rank(move):
    return move.value, -move.square[0], move.square[1]
