"""Teaches a network from lessons (`merels sample`) and writes the file that the engine reads.

    python3 training/train.py nine nine.lessons --seconds 300 --out nine.network

The first layer is a sum of rows, one for each input that is active: a state of a ring, of a
crossing, of a hand. The two layers above it differ by phase and by men (`Board.bucket`). Outputs:
win, draw and loss as logits, and how far the end is. All weights are learned in such a range that
they can be rounded to bytes, and the last third of the training already computes with rounded ones.
"""

import argparse
import math
import struct
import time
import zlib

import torch
import torch.nn.functional as F

from board import BOARDS

WIDTH = 64
HIDDEN = 32
OUTPUTS = 4
SCALE = 64
LIMIT = 127 / SCALE
# Examples of one bucket that go through the later layers together.
SLOT = 256
HELD_BACK = 100  # one of so many lessons is for the scores
ROUNDING_FROM = 0.6


def read(path, board, device):
    """Lessons as tensors: points in ring order, hands, bucket, result, plies."""
    with open(path, "rb") as file:
        header = file.readline().split()
        if header[:3] != [b"merels", b"lessons", b"1"]:
            raise SystemExit(f"{path} holds no lessons")
        data = bytearray(file.read())
    raw = torch.frombuffer(data, dtype=torch.uint8).view(-1, 12).to(device)
    masks = raw[:, :8].contiguous().view(torch.int32)
    hands = raw[:, 8:10].long()
    counts = [torch.zeros(len(raw), dtype=torch.long, device=device) for _ in range(2)]
    state = torch.zeros(len(raw), 8 * board.rings, dtype=torch.uint8, device=device)
    for point, bit in enumerate(board.bits):
        own, enemy = ((masks[:, side] >> point) & 1 for side in range(2))
        state[:, bit] = (own + 2 * enemy).to(torch.uint8)
        counts[0] += own
        counts[1] += enemy
    own, enemy = counts[0] + hands[:, 0], counts[1] + hands[:, 1]
    bucket = board.bucket(own, enemy, hands[:, 0], hands[:, 1])
    return {
        "state": state,
        "hands": hands.to(torch.uint8),
        "bucket": bucket,
        "result": raw[:, 10].long(),
        "plies": raw[:, 11].float(),
    }


def rounded(weight, scale, on):
    """The weight as it will be stored; gradients pass as if it were not rounded."""
    if not on:
        return weight
    return weight + ((weight * scale).round() / scale - weight).detach()


class Network(torch.nn.Module):
    def __init__(self, board):
        super().__init__()
        self.board = board
        active = board.rings + len(board.crossings) + 2
        normal = lambda *shape, scale: torch.nn.Parameter(torch.randn(*shape) * scale)
        zeros = lambda *shape: torch.nn.Parameter(torch.zeros(*shape))
        self.rows = normal(board.rows, WIDTH, scale=0.5 / math.sqrt(active))
        self.bias1 = torch.nn.Parameter(torch.full((WIDTH,), 0.3))
        # What all buckets share, and what each has of its own: rare ones learn from the others.
        self.shared2 = normal(WIDTH, HIDDEN, scale=1 / math.sqrt(WIDTH))
        self.own2 = zeros(board.buckets, WIDTH, HIDDEN)
        self.bias2 = zeros(board.buckets, HIDDEN)
        self.shared3 = normal(HIDDEN, OUTPUTS, scale=1 / math.sqrt(HIDDEN))
        self.own3 = zeros(board.buckets, HIDDEN, OUTPUTS)
        self.bias3 = zeros(board.buckets, OUTPUTS)
        self.rounding = False

    def layers(self):
        on = self.rounding
        return (
            rounded(self.rows.clamp(-LIMIT, LIMIT), SCALE, on),
            rounded(self.bias1, SCALE, on),
            rounded((self.shared2 + self.own2).clamp(-LIMIT, LIMIT), SCALE, on),
            rounded(self.bias2, SCALE * SCALE, on),
            rounded((self.shared3 + self.own3).clamp(-LIMIT, LIMIT), SCALE, on),
            rounded(self.bias3, SCALE * SCALE, on),
        )

    def forward(self, rows, slots):
        """`rows` are the active rows of a batch, sorted into slots of one bucket each."""
        table, bias1, weight2, bias2, weight3, bias3 = self.layers()
        first = (F.embedding_bag(rows, table, mode="sum") + bias1).clamp(0, LIMIT)
        first = first.view(len(slots), -1, WIDTH)
        second = torch.baddbmm(bias2[slots][:, None], first, weight2[slots])
        if self.rounding:
            second = second + ((second * SCALE).floor() / SCALE - second).detach()
        second = second.clamp(0, LIMIT)
        return torch.baddbmm(bias3[slots][:, None], second, weight3[slots]).view(-1, OUTPUTS)


def slots_of(lessons, board, batch):
    """How many slots of a batch each bucket gets: by its share, at least one if it has any."""
    counts = torch.bincount(lessons["bucket"], minlength=board.buckets)
    wanted = (counts / counts.sum() * (batch // SLOT)).ceil().long()
    return torch.repeat_interleave(torch.arange(board.buckets, device=counts.device), wanted)


def distance(plies):
    """Plies on the scale that the fourth output learns: 0 now, 1 very far."""
    return torch.log2(1 + plies) / 8


def loss_of(out, result, plies):
    decided = (result != 1).float()
    far = F.smooth_l1_loss(out[:, 3], distance(plies), reduction="none", beta=0.1)
    return F.cross_entropy(out[:, :3], 2 - result) + 0.25 * (far * decided).mean()


def pick(lessons, index, board, symmetries):
    """The active rows, results and distances of some lessons, each turned by chance."""
    state = lessons["state"][index].long()
    turn = symmetries[torch.randint(len(symmetries), (len(index),), device=index.device)]
    state = torch.gather(state, 1, turn)
    hands = lessons["hands"][index].long()
    rows = torch.cat([board.features(state), board.hand_rows(hands[:, 0], hands[:, 1])], 1)
    return rows, lessons["result"][index], lessons["plies"][index]


def train(network, lessons, seconds, batch, rate):
    board, device = network.board, network.rows.device
    symmetries = board.symmetries().to(device)
    order = torch.argsort(lessons["bucket"])
    counts = torch.bincount(lessons["bucket"], minlength=board.buckets)
    starts = counts.cumsum(0) - counts
    slots = slots_of(lessons, board, batch)
    optimizer = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=1e-6, fused=True)
    begun, step, shown = time.time(), 0, 0.0
    average = None
    while (done := (time.time() - begun) / seconds) < 1:
        for group in optimizer.param_groups:
            group["lr"] = rate * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * min(done, 1))))
        network.rounding = done >= ROUNDING_FROM
        chance = torch.rand(len(slots), SLOT, device=device)
        within = (chance * counts[slots][:, None]).long().clamp(max=len(order) - 1)
        index = order[(starts[slots][:, None] + within).view(-1)]
        rows, result, plies = pick(lessons, index, board, symmetries)
        loss = loss_of(network(rows, slots), result, plies)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        step += 1
        if step % 200 == 0:
            average = loss.item() if average is None else 0.8 * average + 0.2 * loss.item()
            if time.time() - shown > 15:
                shown = time.time()
                print(f"  {done:4.0%} step {step} loss {average:.4f}", flush=True)
    print(f"{step} steps of {len(slots) * SLOT} lessons")


class Stored:
    """The network as integers: what the file holds, and how the engine computes with it."""

    def __init__(self, network):
        network.rounding = True
        rows, bias1, weight2, bias2, weight3, bias3 = (t.detach() for t in network.layers())
        whole = lambda tensor, scale: (tensor * scale).round().long()
        self.board = network.board
        self.rows, self.bias1 = whole(rows, SCALE), whole(bias1, SCALE)
        self.weight2, self.bias2 = whole(weight2, SCALE), whole(bias2, SCALE * SCALE)
        self.weight3, self.bias3 = whole(weight3, SCALE), whole(bias3, SCALE * SCALE)

    def outputs(self, rows, bucket):
        """Exactly what the engine computes, in floating point that holds the integers exactly."""
        first = (self.rows[rows].sum(1) + self.bias1).clamp(0, 127).double()
        second = torch.einsum("bi,bio->bo", first, self.weight2[bucket].double())
        second = ((second + self.bias2[bucket]) / SCALE).floor().clamp(0, 127)
        third = torch.einsum("bi,bio->bo", second, self.weight3[bucket].double())
        return (third + self.bias3[bucket]).long()

    def to_bytes(self):
        board = self.board
        name = board.variant.encode()
        head = struct.pack("<8sBB", b"merelsnn", 1, len(name)) + name
        head += struct.pack("<HHHH", WIDTH, HIDDEN, OUTPUTS, board.buckets)
        small = lambda tensor: tensor.to(torch.int8).cpu().contiguous().numpy().tobytes()
        large = lambda tensor: tensor.to(torch.int32).cpu().contiguous().numpy().tobytes()
        body = head + small(self.rows) + large(self.bias1)
        for bucket in range(board.buckets):
            # Output by output, so that one is a run of products.
            body += small(self.weight2[bucket].T) + large(self.bias2[bucket])
            body += small(self.weight3[bucket].T) + large(self.bias3[bucket])
        return body + struct.pack("<I", zlib.crc32(body))


def scores(stored, lessons, name):
    """How often win, draw and loss are told right, by phase."""
    board = stored.board
    identity = board.symmetries()[:1].to(lessons["bucket"].device)
    right, seen = {}, {}
    for start in range(0, len(lessons["bucket"]), 8192):
        index = torch.arange(start, min(start + 8192, len(lessons["bucket"])), device=identity.device)
        rows, result, _ = pick(lessons, index, board, identity)
        bucket = lessons["bucket"][index]
        correct = stored.outputs(rows, bucket)[:, :3].argmax(1) == 2 - result
        for which in bucket.unique().tolist():
            here = bucket == which
            right[which] = right.get(which, 0) + int(correct[here].sum())
            seen[which] = seen.get(which, 0) + int(here.sum())
    share = lambda keys: 100 * sum(right[k] for k in keys) / max(1, sum(seen[k] for k in keys))
    keys = sorted(seen)
    print(f"{name}: {share(keys):.2f} % right of {sum(seen.values())}")
    for step, words in enumerate(["last men", "middle", "early"]):
        part = [k for k in keys if k < 21 and k // 7 == step]
        print(f"  placing, {words}: {share(part):.2f} %")
    span = board.men - 2
    moving = [k for k in keys if k >= 21]
    print(f"  moving: {share(moving):.2f} %")
    hard = [k for k in moving if abs((k - 21) // span - (k - 21) % span) <= 1 and (k - 21) // span >= span - 3]
    for k in hard:
        own, enemy = (k - 21) // span + 3, (k - 21) % span + 3
        print(f"    {own}-{enemy}: {share([k]):.2f} % of {seen[k]}")


def examples(stored, lessons, count=200):
    """Positions with the integers that come out, to hold the engine's arithmetic to."""
    index = torch.arange(min(count, len(lessons["bucket"])), device=lessons["bucket"].device)
    identity = stored.board.symmetries()[:1].to(index.device)
    rows, _, _ = pick(lessons, index, stored.board, identity)
    outputs = stored.outputs(rows, lessons["bucket"][index])
    lines = []
    for i in index.tolist():
        state = lessons["state"][i].tolist()
        own, enemy = (
            sum(1 << point for point, bit in enumerate(stored.board.bits) if state[bit] == side)
            for side in (1, 2)
        )
        hands = lessons["hands"][i].tolist()
        lines.append(",".join(map(str, [own, enemy, *hands, *outputs[i].tolist()])))
    return "own,enemy,own_hand,enemy_hand,win,draw,loss,distance\n" + "\n".join(lines) + "\n"


def teach(given):
    """Trains one network as the arguments say, prints its scores and writes its files."""
    torch.manual_seed(given.seed)
    torch.backends.cuda.matmul.allow_tf32 = True
    device = "cuda" if torch.cuda.is_available() else "cpu"
    board = BOARDS[given.variant]
    lessons = read(given.lessons, board, device)
    held = torch.arange(len(lessons["bucket"]), device=device) % HELD_BACK == 0
    kept = {key: value[~held] for key, value in lessons.items()}
    test = {key: value[held] for key, value in lessons.items()}
    print(f"{len(kept['bucket'])} lessons, {len(test['bucket'])} held back")
    network = Network(board).to(device)
    train(network, kept, given.seconds, given.batch, given.rate)
    stored = Stored(network)
    scores(stored, test, "held back")
    data = stored.to_bytes()
    with open(given.out, "wb") as file:
        file.write(data)
    print(f"{given.out}: {len(data)} bytes, checksum {zlib.crc32(data[:-4]):08x}")
    if given.examples:
        with open(given.examples, "w") as file:
            file.write(examples(stored, test))


def parser():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("variant", choices=sorted(BOARDS))
    arguments.add_argument("lessons")
    arguments.add_argument("--seconds", type=float, default=300, help="how long to train")
    arguments.add_argument("--batch", type=int, default=65536)
    arguments.add_argument("--rate", type=float, default=2e-3)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--out", required=True, help="the network file to write")
    arguments.add_argument("--examples", help="a file for positions with their exact outputs")
    return arguments


if __name__ == "__main__":
    teach(parser().parse_args())
