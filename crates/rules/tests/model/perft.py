#!/usr/bin/env python3
"""An independent model of the morris family's rules, written as plainly as possible.

It shares nothing with the library: boards are lists of names as the rules write them, a position
is a dictionary, and every question is answered by looking at whole lines. It writes
`../data/family.perft`: for every board with every combination of options some positions with the
number of move sequences of one, two and more plies, and how the games that end within two plies
end. Run it without arguments in its own folder; it takes some minutes.
"""

import itertools
import random

SQUARES = {
    2: [["a1", "c1", "e1", "e3", "e5", "c5", "a5", "a3"],
        ["b2", "c2", "d2", "d3", "d4", "c4", "b4", "b3"]],
    3: [["a1", "d1", "g1", "g4", "g7", "d7", "a7", "a4"],
        ["b2", "d2", "f2", "f4", "f6", "d6", "b6", "b4"],
        ["c3", "d3", "e3", "e4", "e5", "d5", "c5", "c4"]],
}


def squares(count):
    """Points, lines and links of nested squares, without links between the squares."""
    points, lines, links = [], [], []
    for ring in SQUARES[count]:
        points += ring
        lines += [[ring[i], ring[i + 1], ring[(i + 2) % 8]] for i in range(0, 8, 2)]
        links += [[ring[i], ring[(i + 1) % 8]] for i in range(8)]
    return points, lines, links


def between(count, places):
    """The steps from each square to the next at these places of the ring."""
    rings = SQUARES[count]
    return [[rings[r][i], rings[r + 1][i]] for r in range(count - 1) for i in places]


def across(places):
    """The lines over all three squares at these places of the ring."""
    return [[ring[i] for ring in SQUARES[3]] for i in places]


MIDDLES, CORNERS = (1, 3, 5, 7), (0, 2, 4, 6)


def make_boards():
    boards = {}
    grid = [c + r for r in "123" for c in "abc"]
    rows = [[c + r for c in "abc"] for r in "123"]
    columns = [[c + r for r in "123"] for c in "abc"]
    diagonals = [["a1", "b2", "c3"], ["a3", "b2", "c1"]]
    lines = rows + columns + diagonals
    links = [[l[i], l[i + 1]] for l in lines for i in (0, 1)]
    boards["three"] = (grid, lines, links, 3, "nofly")

    points, lines, links = squares(2)
    links = links + between(2, MIDDLES)
    boards["five"] = (points, lines, links, 5, "nofly")
    boards["six"] = (points, lines, links, 6, "fly3")
    centre = [["a3", "b3", "c3"], ["b3", "c3", "d3"], ["c3", "d3", "e3"],
              ["c1", "c2", "c3"], ["c2", "c3", "c4"], ["c3", "c4", "c5"]]
    spokes = [["c3", p] for p in ("b3", "d3", "c2", "c4")]
    boards["seven"] = (points + ["c3"], lines + centre, links + spokes, 7, "nofly")

    points, lines, links = squares(3)
    lines, links = lines + across(MIDDLES), links + between(3, MIDDLES)
    boards["nine"] = (points, lines, links, 9, "fly3")
    boards["ten"] = (points, lines, links, 10, "fly3")
    diagonal_lines, diagonal_links = lines + across(CORNERS), links + between(3, CORNERS)
    boards["eleven"] = (points, diagonal_lines, diagonal_links, 11, "fly3")
    boards["twelve"] = (points, diagonal_lines, diagonal_links, 12, "fly3")
    centre = [["b4", "c4", "d4"], ["c4", "d4", "e4"], ["d4", "e4", "f4"],
              ["d2", "d3", "d4"], ["d3", "d4", "d5"], ["d4", "d5", "d6"]]
    extra = [["d4", p] for p in ("c4", "e4", "d3", "d5")]
    extra += [["a1", "b2"], ["a7", "b6"], ["g1", "f2"], ["g7", "f6"]]
    boards["sesotho"] = (points + ["d4"], lines + centre, links + extra, 12, "fly3")
    return boards


BOARDS = make_boards()


class Rules:
    def __init__(self, board, flying=None, lasker=False, removal="usual", misere=False):
        points, self.lines, links, self.men, usual = BOARDS[board]
        self.points = sorted(points, key=lambda p: (p[1], p[0]))
        self.next_to = {p: {a if b == p else b for a, b in links if p in (a, b)} for p in points}
        self.through = {p: [l for l in self.lines if p in l] for p in points}
        self.flying = flying or usual
        self.lasker, self.removal, self.misere = lasker, removal, misere
        self.first_line = board == "three"
        name = [board]
        if self.flying != usual:
            name.append(self.flying)
        name += ["lasker"] if lasker else []
        name += [removal] if removal != "usual" else []
        name += ["misere"] if misere else []
        self.name = "+".join(name)


# A position: {"on": {point: "W" or "B"}, "hand": {"W": n, "B": n}, "side": "W" or "B"}.

def other(side):
    return "B" if side == "W" else "W"


def men(position, side):
    return [p for p, s in position["on"].items() if s == side]


def in_mill(rules, position, point):
    side = position["on"][point]
    return any(all(position["on"].get(p) == side for p in l) for l in rules.through[point])


def flies(rules, position, side):
    count = len(men(position, side)) + position["hand"][side]
    return {"nofly": False, "fly3": count == 3, "fly4": count <= 4, "flyalways": True}[rules.flying]


def turns(rules, position):
    """All moves as positions, even if the game is over."""
    side = position["side"]
    empty = [p for p in rules.points if p not in position["on"]]
    arrivals = []
    if position["hand"][side] > 0:
        arrivals += [(None, p) for p in empty]
    if position["hand"][side] == 0 or rules.lasker:
        for man in men(position, side):
            goals = empty if flies(rules, position, side) else rules.next_to[man]
            arrivals += [(man, p) for p in goals if p in empty]
    results = []
    for source, target in arrivals:
        after = {"on": dict(position["on"]), "hand": dict(position["hand"]), "side": other(side)}
        if source is None:
            after["hand"][side] -= 1
        else:
            del after["on"][source]
        after["on"][target] = side
        victims = []
        if in_mill(rules, after, target) and not rules.first_line:
            enemies = men(after, other(side))
            victims = [p for p in enemies if not in_mill(rules, after, p)]
            if rules.removal == "lenient" or (not victims and rules.removal == "usual"):
                victims = enemies
        for victim in victims:
            taken = {"on": dict(after["on"]), "hand": dict(after["hand"]), "side": after["side"]}
            del taken["on"][victim]
            results.append(taken)
        if not victims:
            results.append(after)
    return results


def loser_by_rule(rules, position, below):
    """The side that has lost by the usual rule, before misere reverses it; "=" for a draw; None if
    the game goes on. `below` are all turns of the position."""
    for side in (position["side"], other(position["side"])):
        if rules.first_line:
            enemy = men(position, other(side))
            if any(in_mill(rules, position, p) for p in enemy):
                return side
        elif len(men(position, side)) + position["hand"][side] < 3:
            return side
    if not below:
        full = len(position["on"]) == len(rules.points)
        return "=" if full and 2 * rules.men >= len(rules.points) else position["side"]
    return None


def winner(rules, position, below):
    loser = loser_by_rule(rules, position, below)
    if loser is None or loser == "=":
        return loser
    return loser if rules.misere else other(loser)


def moves(rules, position):
    below = turns(rules, position)
    return [] if winner(rules, position, below) else below


def perft(rules, position, depth):
    if depth == 0:
        return 1
    below = moves(rules, position)
    return len(below) if depth == 1 else sum(perft(rules, p, depth - 1) for p in below)


def ends(rules, position, depth):
    """White wins, Black wins and draws among the games that end within this many plies."""
    below = turns(rules, position)
    result = winner(rules, position, below)
    if result or depth == 0:
        return [int(result == w) for w in ("W", "B", "=")]
    ended = [ends(rules, p, depth - 1) for p in below]
    return [sum(column) for column in zip(*ended)]


def text(rules, position):
    board = "".join(position["on"].get(p, "x") for p in rules.points)
    hand = position["hand"]
    return f"{board} {position['side'].lower()} {hand['W']} {hand['B']} 0"


def start(rules):
    return {"on": {}, "hand": {"W": rules.men, "B": rules.men}, "side": "W"}


def played(rules, chance, plies):
    """A position of a random game."""
    position = start(rules)
    for _ in range(plies):
        below = moves(rules, position)
        if not below:
            break
        position = chance.choice(below)
    return position


def arranged(rules, chance, white, black, hand=(0, 0), mill=False):
    """Men on random points; with `mill`, three of Black's stand in a mill."""
    points = list(rules.points)
    chance.shuffle(points)
    line = list(chance.choice(rules.lines)) if mill else []
    places = line + [p for p in points if p not in line]
    on = {p: "B" for p in places[:black]}
    on.update({p: "W" for p in places[black:black + white]})
    return {"on": on, "hand": dict(zip("WB", hand)), "side": "W"}


def positions(rules, chance):
    yield start(rules)
    yield played(rules, chance, rules.men)
    yield played(rules, chance, 2 * rules.men - 1)
    yield played(rules, chance, 2 * rules.men + 8)
    if rules.first_line:
        return
    yield arranged(rules, chance, 3, 4)
    yield arranged(rules, chance, 4, 3, mill=True)
    yield arranged(rules, chance, 5, 3, mill=True)
    if rules.lasker:
        yield arranged(rules, chance, 3, 2, hand=(2, 1))
        yield arranged(rules, chance, 2, 3, hand=(2, 2), mill=True)


def all_rules():
    yield Rules("three")
    yield Rules("three", misere=True)
    flying = ["nofly", "fly3", "fly4", "flyalways"]
    for board in list(BOARDS)[1:]:
        options = itertools.product(flying, [False, True], ["usual", "strict", "lenient"], [False, True])
        for fly, lasker, removal, misere in options:
            yield Rules(board, fly, lasker, removal, misere)


MOST_LEAVES = 2_500


def main():
    with open("../data/family.perft", "w", encoding="ascii") as out:
        out.write("# VARIANT;POSITION;D1 leaves;D2 leaves;...;E2 White wins,Black wins,draws within two plies\n")
        for rules in all_rules():
            chance = random.Random(rules.name)
            for position in positions(rules, chance):
                counts, depth = [], 1
                while depth <= 4:
                    counts.append(perft(rules, position, depth))
                    last = counts[-1]
                    growth = last / counts[-2] if len(counts) > 1 and counts[-2] else last
                    if last == 0 or last * max(growth, 1) > MOST_LEAVES:
                        break
                    depth += 1
                fields = [f"D{i + 1} {n}" for i, n in enumerate(counts)]
                end = ",".join(map(str, ends(rules, position, 2)))
                out.write(f"{rules.name};{text(rules, position)};{';'.join(fields)};E2 {end}\n")


if __name__ == "__main__":
    main()
