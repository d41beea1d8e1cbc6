"""The boards of nested squares as the network sees them.

A point is (ring, place): ring 0 is the outermost square, places are counted round from the bottom
left corner, so that corners are even and mid-sides odd. crates/engine/src/rings.rs has the
same order.
"""

import torch

# The ring bit (8 * ring + place) of each point in point order.
BITS_24 = [0, 1, 2, 8, 9, 10, 16, 17, 18, 7, 15, 23, 19, 11, 3, 22, 21, 20, 14, 13, 12, 6, 5, 4]
BITS_16 = [0, 1, 2, 8, 9, 10, 7, 15, 11, 3, 14, 13, 12, 6, 5, 4]

RING_STATES = 3**8
CROSSING_STATES = 3**5
MOST_IN_HAND = 12


class Board:
    """What differs between the boards: rings, places that are joined across them, men."""

    def __init__(self, variant, points, joined, men):
        self.variant = variant
        self.bits = points
        self.rings = len(points) // 8
        self.joined = joined
        self.men = men
        self.crossings = [(ring, place) for ring in range(self.rings) for place in joined]
        # Where each kind of input begins among the rows of the first layer.
        self.first_crossing = self.rings * RING_STATES
        self.first_hand = self.first_crossing + len(self.crossings) * CROSSING_STATES
        self.rows = self.first_hand + 2 * (MOST_IN_HAND + 1)

    def crossing_points(self, ring, place):
        """A point, its neighbours on the ring, and the same place on the other rings."""
        own = [8 * ring + (place + step) % 8 for step in (-1, 0, 1)]
        others = [8 * other + place for other in range(self.rings) if other != ring]
        return own + others

    def symmetries(self):
        """Permutations of the ring bits that leave the board as it is."""
        found = []
        for swap in (False, True):
            for mirror in (1, -1):
                for turn in range(0, 8, 2):
                    found.append([
                        8 * (self.rings - 1 - ring if swap else ring) + (mirror * place + turn) % 8
                        for ring in range(self.rings)
                        for place in range(8)
                    ])
        return torch.tensor(found)

    def features(self, state):
        """The active rows: one for each ring and each crossing. `state` is a batch of points in
        ring order: 0 empty, 1 own, 2 enemy."""
        powers = 3 ** torch.arange(8, device=state.device)
        rings = (state.view(-1, self.rings, 8) * powers).sum(-1)
        rings = rings + torch.arange(self.rings, device=state.device) * RING_STATES
        parts = [rings]
        if self.crossings:
            points = [self.crossing_points(*crossing) for crossing in self.crossings]
            points = torch.tensor(points, device=state.device)
            weights = 3 ** torch.arange(points.shape[1], device=state.device)
            crossings = (state[:, points] * weights).sum(-1)
            first = self.first_crossing + CROSSING_STATES * torch.arange(
                len(self.crossings), device=state.device
            )
            parts.append(crossings + first)
        return torch.cat(parts, 1)

    def hand_rows(self, own_hand, enemy_hand):
        return torch.stack(
            [self.first_hand + own_hand, self.first_hand + MOST_IN_HAND + 1 + enemy_hand], 1
        )

    def bucket(self, own, enemy, own_hand, enemy_hand):
        """Which later layers are used. `own` and `enemy` count men on the board and in hand.

        Placing: how far it has come (three steps) and who has more men (seven). Moving: the men of
        both sides."""
        in_hand = own_hand + enemy_hand
        step = (in_hand >= 4).long() + (in_hand >= 9).long()
        ahead = (own - enemy).clamp(-3, 3) + 3
        span = self.men - 2
        moving = (own - 3).clamp(min=0) * span + (enemy - 3).clamp(min=0)
        return torch.where(in_hand > 0, step * 7 + ahead, 21 + moving)

    @property
    def buckets(self):
        return 21 + (self.men - 2) ** 2


MIDS = [1, 3, 5, 7]
BOARDS = {
    board.variant: board
    for board in (
        Board("nine", BITS_24, MIDS, 9),
        Board("lasker", BITS_24, MIDS, 10),
        Board("twelve", BITS_24, list(range(8)), 12),
        Board("six", BITS_16, MIDS, 6),
    )
}
