"""Any legal move will do. 随便走一着。"""

import random

import chuhe


class Random(chuhe.Bot):
    def choose(self, position, clock):
        return random.choice(position.legal_moves)


if __name__ == "__main__":
    chuhe.run(Random())
