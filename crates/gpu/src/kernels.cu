// The kernels of the solver: no block of threads waits for another.
//
// This text is compiled at run time for the available card, after a few lines that define the board
// of the variant as constants (see source.rs): POINTS, SYMMETRIES, NEIGHBOURS, PARTNERS (as many as
// LINES_THROUGH a point, with space for LINE_SLOTS), LINE_ENDS, REMOVAL, LOST_BY_RULE and
// WON_BY_RULE. For tests it is compiled as plain C++, where every kernel is a loop over its items
// and a warp is a single thread. The terms are those of the processor's solver: a row holds all
// positions with one representative set of standing men, and a set of the other side's men is
// numbered among the points that these leave free.

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

#define ALL_POINTS ((1u << POINTS) - 1)
#define NO_PARTNERS 0xffffffffu

// Codes of values, as in the tables: greater is better for the side to move.
#define DRAW 127
// Marks losses beyond the last level with its own code.
#define LATE_LOSS 126
// The code for "no exit" among the values of exits, which are removals and placements.
#define NO_EXIT 255
// The bit in the open moves of a position that is won. The lower bits may go on counting.
#define DECIDED 0x80u

// The reward for closing a mill.
#define TAKES_NOTHING 0
#define ENDS_THE_GAME 1
#define TAKES_A_MAN 2

// The values of REMOVAL: the rule for the standing men that may be taken.
#define USUAL 0
#define STRICT 1
#define LENIENT 2

// The other two points of each line through a point, aligned to be read at once.
struct alignas(4 * LINE_SLOTS) Partners {
    u32 sets[LINE_SLOTS];
};

// The board around one set of standing men.
struct Row {
    // By number: the partners on lines without a standing man; none if a mill earns nothing.
    Partners partners[POINTS];
    u32 reach[POINTS];       // by number: the points a man may move to if empty
    u32 images[16];          // the standing men under all symmetries
    u32 taken[12];           // class entries of the standing men less one that may be taken
    u32 taken_count;
};

// The rank tables of sets of one size among some points: two lookups.
struct Ranks {
    const u32 *low;
    const u32 *high;
    u32 low_bits;
};

// The classes of sets of one size: their entry by rank, and by class representative and keepers.
struct ClassMap {
    Ranks ranks;
    const u32 *entries;
    const u32 *representatives;
    const u16 *keepers;
};

struct Params {
    u64 items;
    // The rows: standing men, and the sets of the others in the order of their ranks.
    Row *rows;
    const u32 *standing;
    const u32 *sets;
    Ranks ranks;
    u32 row_len;
    u32 row_count;
    u32 flying;
    u32 blocked_draws; // no side can move because the board is full
    // By row and set: moves not yet known to lose, value of exits, least value after a mill.
    u8 *open;
    u8 *exits;
    u8 *least;
    // Values with the standing side to move, and those with the other side to move.
    u8 *source;
    u8 *target;
    ClassMap movers;
    Ranks target_ranks;
    u32 target_row_len;
    // Two bytes for each chunk of the source and of the target: the last even and the last odd level
    // at which a value in it was found. One of them is read while the other is written. None if
    // there are no levels.
    const u8 *source_touched;
    u8 *target_touched;
    // Placing: the finished sector with one more man in the sets, and the least values after a mill
    // there; 0 if no man may be placed.
    const u8 *after;
    const u8 *after_least;
    Ranks after_ranks;
    u32 after_row_len;
    // The finished sector with one standing man less.
    u32 earns;
    u32 fewer_row_len;
    const u8 *fewer;
    Ranks fewer_ranks;
    ClassMap fewer_movers;
    // Images of sets under the symmetries: by symmetry, byte place and byte.
    const u32 *images;
    // By byte of places and byte of a set: the members at these places, moved together.
    const u8 *squeezed;
    // The levels at which exits decide, one bit each: of all positions, and chunk by chunk.
    u32 *exit_levels;
    u32 *chunk_exits;
    // Indices to look up.
    const u32 *list;
    // Set to 1 if the level before has decided any position.
    u32 *found;
    // A level, the code of positions found at it, 1 if that is a win, the code of positions found
    // at the level before, and the final form of that code.
    u32 level;
    u32 code;
    u32 wins;
    u32 previous;
    u32 settled;
    u32 has_exits;
    // The number of occurrences of each code.
    u32 *bins;
};

// The number of cells of a chunk, which one warp processes.
#define CHUNK 512
#define CELLS_PER_READ 16

// The words of memory that belong to one warp.
#define WARP_WORDS 256

#ifdef __CUDACC__
#define FUNCTION static __device__ __forceinline__
#define LANES 32
#define WARPS_PER_BLOCK 8
#define BLOCKS_PER_PROCESSOR 6

// One thread per item.
#define KERNEL(name)                                                            \
    extern "C" __global__ void name(const Params p) {                           \
        u64 item = (u64)blockIdx.x * blockDim.x + threadIdx.x;                  \
        if (item < p.items) name##_item(p, item);                               \
    }
// As many warps as the card runs at once; they share the chunks.
#define WARP_KERNEL(name)                                                       \
    extern "C" __global__ void                                                  \
    __launch_bounds__(LANES * WARPS_PER_BLOCK, BLOCKS_PER_PROCESSOR)            \
    name(const Params p) {                                                      \
        __shared__ u32 memory[WARPS_PER_BLOCK][WARP_WORDS];                     \
        u32 warp = threadIdx.x / LANES;                                         \
        u64 number = (u64)blockIdx.x * WARPS_PER_BLOCK + warp;                  \
        name##_warp(p, number, (u64)gridDim.x * WARPS_PER_BLOCK, memory[warp]); \
    }
FUNCTION u32 lane() { return threadIdx.x % LANES; }
// One bit for each lane for which this holds. All lanes of the warp must call it together.
FUNCTION u32 ballot(bool holds) { return __ballot_sync(0xffffffffu, holds); }
FUNCTION void wait_for_warp() { __syncwarp(); }
#else
#define FUNCTION static inline
#define LANES 1

#define KERNEL(name)                                                            \
    extern "C" void name(const Params *p) {                                     \
        for (u64 item = 0; item < p->items; item++) name##_item(*p, item);      \
    }
#define WARP_KERNEL(name)                                                       \
    extern "C" void name(const Params *p) {                                     \
        u32 memory[WARP_WORDS];                                                 \
        name##_warp(*p, 0, 1, memory);                                          \
    }
FUNCTION u32 lane() { return 0; }
FUNCTION u32 ballot(bool holds) { return holds; }
FUNCTION void wait_for_warp() {}
static inline int __popc(u32 bits) { return __builtin_popcount(bits); }
static inline int __ffs(u32 bits) { return __builtin_ffs((int)bits); }
static inline u32 atomicAdd(u32 *at, u32 more) { u32 old = *at; *at += more; return old; }
static inline u32 atomicSub(u32 *at, u32 less) { u32 old = *at; *at -= less; return old; }
static inline u32 atomicOr(u32 *at, u32 bits) { u32 old = *at; *at |= bits; return old; }
#endif

// Removes the lowest one-bit and returns its number.
FUNCTION u32 take_lowest(u32 *bits) {
    u32 lowest = __ffs(*bits) - 1;
    *bits &= *bits - 1;
    return lowest;
}

FUNCTION u32 rank_of(const Ranks &ranks, u32 set) {
    return ranks.low[set & ((1u << ranks.low_bits) - 1)] + ranks.high[set >> ranks.low_bits];
}

FUNCTION u32 entry_of(const ClassMap &map, u32 set) { return map.entries[rank_of(map.ranks, set)]; }

FUNCTION u32 class_of(u32 entry) { return entry >> 5; }
FUNCTION u32 symmetry_of(u32 entry) { return entry & 15; }
FUNCTION bool has_own_symmetries(u32 entry) { return entry & 16; }

FUNCTION u32 image(const Params &p, u32 symmetry, u32 set) {
    const u32 *tables = p.images + symmetry * 1024;
    return tables[set & 255] | tables[256 + (set >> 8 & 255)] | tables[512 + (set >> 16)];
}

// A set of points renumbered among those outside `taken`: the points of `taken` are removed from
// the lowest on, and the bits above move down.
FUNCTION u32 squeeze(u32 set, u32 taken) {
    for (set &= ~taken; taken; taken = (taken & (taken - 1)) >> 1) {
        u32 below = (taken & (0u - taken)) - 1;
        set -= (set & ~below) >> 1;
    }
    return set;
}

// The same by table: faster when all lanes of a warp have the same `taken`.
FUNCTION u32 squeeze_by_table(const Params &p, u32 set, u32 taken) {
    u32 places = ALL_POINTS & ~taken;
    u32 low = p.squeezed[(places << 8 & 0xff00) | (set & 255)];
    u32 middle = p.squeezed[(places & 0xff00) | (set >> 8 & 255)];
    u32 width = __popc(places & 255);
    u32 numbers = low | middle << width;
#if POINTS > 16
    width += __popc(places & 0xff00);
    u32 high = p.squeezed[(places >> 8 & 0xff00) | (set >> 16 & 255)];
    numbers |= high << width;
#endif
#if POINTS > 24
    width += __popc(places & 0xff0000);
    numbers |= (set & places) >> 24 << width;
#endif
    return numbers;
}

// The inverse of `squeeze`: the points outside `taken` with these numbers.
FUNCTION u32 spread(u32 numbers, u32 taken) {
    for (; taken; taken &= taken - 1) {
        u32 below = (taken & (0u - taken)) - 1;
        numbers += numbers & ~below;
    }
    return numbers;
}

// True if a man that arrived at `number` stands in a mill of `set`.
FUNCTION bool in_mill(const Row &row, u32 set, u32 number) {
    Partners partners = row.partners[number];
    bool closed = false;
    for (u32 i = 0; i < LINES_THROUGH; i++) closed |= (set & partners.sets[i]) == partners.sets[i];
    return closed;
}

FUNCTION bool board_in_mill(u32 set, u32 point) {
    bool closed = false;
    for (u32 i = 0; i < LINES_THROUGH; i++) closed |= (set & PARTNERS[point][i]) == PARTNERS[point][i];
    return closed;
}

// The code of a position whose best child has this code.
FUNCTION u32 before_move(u32 code) {
    u32 before = code <= DRAW ? 254 - code : 255 - code;
    return before == LATE_LOSS ? LATE_LOSS - 1 : before;
}

// The standing men that a closed mill may take.
FUNCTION u32 takeable(u32 standing) {
    u32 outside = 0;
    for (u32 rest = standing; rest;) {
        u32 point = take_lowest(&rest);
        if (!board_in_mill(standing, point)) outside |= 1u << point;
    }
    if (REMOVAL == LENIENT || (REMOVAL == USUAL && !outside)) return standing;
    return outside;
}

// 1. The tables of a row.
FUNCTION void set_up_rows_item(const Params &p, u64 item) {
    Row &row = p.rows[item];
    u32 standing = p.standing[item];
    u32 free = ALL_POINTS & ~standing;
    u32 all_numbers = squeeze(free, standing);
    u32 taken = LINE_ENDS ? 0 : takeable(standing);
    bool mills_count = p.earns != TAKES_NOTHING && (LINE_ENDS || taken);
    for (u32 number = 0, rest = free; rest; number++) {
        u32 point = take_lowest(&rest);
        row.reach[number] = p.flying ? all_numbers : squeeze(NEIGHBOURS[point], standing);
        for (u32 i = 0; i < LINES_THROUGH; i++) {
            u32 partners = PARTNERS[point][i];
            bool usable = mills_count && partners != NO_PARTNERS && !(partners & standing);
            row.partners[number].sets[i] = usable ? squeeze(partners, standing) : NO_PARTNERS;
        }
    }
    for (u32 symmetry = 0; symmetry < SYMMETRIES; symmetry++) {
        row.images[symmetry] = image(p, symmetry, standing);
    }
    row.taken_count = 0;
    if (p.earns != TAKES_A_MAN) return;
    for (u32 rest = taken; rest;) {
        u32 without = standing & ~(1u << take_lowest(&rest));
        row.taken[row.taken_count++] = entry_of(p.fewer_movers, without);
    }
}
KERNEL(set_up_rows)

// 2. The least value that closing a mill leaves the standing side, for every set that holds a mill.
FUNCTION void value_mills_item(const Params &p, u64 item) {
    u32 number = (u32)item / p.row_len;
    const Row &row = p.rows[number];
    u32 set = p.sets[(u32)item % p.row_len];
    bool mill = false;
    for (u32 rest = set; rest && !mill;) mill = in_mill(row, set, take_lowest(&rest));
    if (!mill) return;
    u32 least = p.earns == ENDS_THE_GAME ? LOST_BY_RULE : NO_EXIT;
    u32 men = spread(set, p.standing[number]);
    for (u32 i = 0; i < row.taken_count; i++) {
        u32 entry = row.taken[i];
        u32 representative = p.fewer_movers.representatives[class_of(entry)];
        u32 others = squeeze_by_table(p, image(p, symmetry_of(entry), men), representative);
        u64 cell = (u64)class_of(entry) * p.fewer_row_len + rank_of(p.fewer_ranks, others);
        u32 value = p.fewer[cell];
        least = value < least ? value : least;
    }
    p.least[item] = (u8)least;
}
KERNEL(value_mills)

FUNCTION void put_cell(const Params &p, u32 set_class, u32 movers, u32 standing, u32 code) {
    u64 cell = (u64)set_class * p.target_row_len + rank_of(p.target_ranks, squeeze(standing, movers));
    p.target[cell] = (u8)code;
    if (p.target_touched) p.target_touched[cell / CHUNK * 2 + p.level % 2] = (u8)p.level;
}

// Writes the value of the position in which `set` is to move against the standing men of a row, to
// each of its indices.
FUNCTION void put(const Params &p, u32 row, u32 set, u32 code) {
    u32 entry = entry_of(p.movers, spread(set, p.standing[row]));
    u32 number = class_of(entry);
    u32 representative = p.movers.representatives[number];
    u32 standing = p.rows[row].images[symmetry_of(entry)];
    put_cell(p, number, representative, standing, code);
    if (has_own_symmetries(entry)) {
        for (u32 keepers = p.movers.keepers[number] & ~1u; keepers;) {
            u32 keeper = take_lowest(&keepers);
            put_cell(p, number, representative, image(p, keeper, standing), code);
        }
    }
}

// The code of a game that a line has ended, in variants where the first line wins; otherwise DRAW.
FUNCTION u32 ended_by_line(const Row &row, u32 standing, u32 set) {
#if LINE_ENDS
    for (u32 rest = standing; rest;) {
        if (board_in_mill(standing, take_lowest(&rest))) return LOST_BY_RULE;
    }
    for (u32 rest = set; rest;) {
        if (in_mill(row, set, take_lowest(&rest))) return WON_BY_RULE;
    }
#endif
    return DRAW;
}

// Records the level at which an exit of a cell with this code decides.
FUNCTION void note_level(const Params &p, u64 cell, u32 code) {
    if (code == DRAW) return;
    u32 level = code > DRAW ? 2 * (254 - code) + 1 : 2 * code;
    u32 word = level / 32;
    u32 bit = 1u << level % 32;
    u32 *of_chunk = p.chunk_exits + cell / CHUNK * 8 + word;
    if (*of_chunk & bit || atomicOr(of_chunk, bit) & bit) return;
    if (!(p.exit_levels[word] & bit)) atomicOr(p.exit_levels + word, bit);
}

// The least value that placing one more man leaves the standing side.
FUNCTION u32 least_placement(const Params &p, const Row &row, u32 number, u32 set) {
    const u8 *quiet = p.after + (u64)number * p.after_row_len;
    const u8 *taking = p.after_least + (u64)number * p.after_row_len;
    // One more man changes only one of the two parts of a rank.
    const Ranks &ranks = p.after_ranks;
    u32 low = set & ((1u << ranks.low_bits) - 1);
    u32 high = set >> ranks.low_bits;
    u32 low_rank = ranks.low[low];
    u32 high_rank = ranks.high[high];
    u32 least = NO_EXIT;
    u32 free_count = POINTS - __popc(p.standing[number]);
    for (u32 targets = ((1u << free_count) - 1) & ~set; targets;) {
        u32 to = take_lowest(&targets);
        bool lower = to < ranks.low_bits;
        const u32 *table = lower ? ranks.low : ranks.high;
        u32 part = lower ? low | 1u << to : high | 1u << (to - ranks.low_bits);
        u32 rank = table[part] + (lower ? high_rank : low_rank);
        u32 value = (in_mill(row, set, to) ? taking : quiet)[rank];
        least = value < least ? value : least;
    }
    return least;
}

// 3. Moving: counts the moves of a position, values its exits, finds the games that are over.
FUNCTION void count_moves_item(const Params &p, u64 item) {
    u32 number = (u32)item / p.row_len;
    const Row &row = p.rows[number];
    u32 set = p.sets[(u32)item % p.row_len];
    u32 open = 0;
    u32 least = p.after ? least_placement(p, row, number, set) : NO_EXIT;
    for (u32 men = set; men;) {
        u32 from = take_lowest(&men);
        for (u32 targets = row.reach[from] & ~set; targets;) {
            u32 to = take_lowest(&targets);
            u32 after = set ^ (1u << from) ^ (1u << to);
            if (in_mill(row, after, to)) {
                u32 value = p.least[(u64)number * p.row_len + rank_of(p.ranks, after)];
                least = value < least ? value : least;
            } else {
                open++;
            }
        }
    }
    u32 best = NO_EXIT;
    if (least != NO_EXIT) {
        best = before_move(least);
        open++;
    }
    u32 ended = ended_by_line(row, p.standing[number], set);
    if (ended != DRAW) {
        best = NO_EXIT;
        open |= DECIDED;
        put(p, number, set, ended);
    } else if (open == 0 && !p.blocked_draws) {
        put(p, number, set, LOST_BY_RULE);
    }
    if (best != NO_EXIT) note_level(p, item, best);
    p.exits[item] = (u8)best;
    p.open[item] = (u8)open;
}
KERNEL(count_moves)

// Records that one more move of a position is known to win or to lose, and returns true if that
// decides the position: a win does, and so does the loss of the last remaining move.
FUNCTION bool record_move(const Params &p, u32 cell) {
    // A decided position stays decided: the read saves a more expensive atomic update.
    if (p.open[cell] & DECIDED) return false;
    u32 shift = 8 * (cell & 3);
    u32 *word = (u32 *)p.open + (cell >> 2);
    if (p.wins) return !(atomicOr(word, DECIDED << shift) >> shift & DECIDED);
    return (atomicSub(word, 1u << shift) >> shift & 255) == 1;
}

// The bytes of a word that equal `code`, as the highest bit of each.
FUNCTION u32 equal_bytes(u32 word, u32 code) {
    u32 x = word ^ (code * 0x01010101u);
    return ~(((x & 0x7f7f7f7fu) + 0x7f7f7f7fu) | x | 0x7f7f7f7fu);
}

struct alignas(CELLS_PER_READ) Sixteen {
    u32 words[CELLS_PER_READ / 4];
};

// The cells among sixteen that hold `code`, one bit each.
FUNCTION u32 equal_cells(const u8 *cells, u64 first, u32 code) {
    Sixteen read = *(const Sixteen *)(cells + first);
    u32 equal = 0;
    for (u32 w = 0; w < CELLS_PER_READ / 4; w++) {
        u32 bytes = equal_bytes(read.words[w], code) >> 7;
        equal |= ((bytes | bytes >> 7 | bytes >> 14 | bytes >> 21) & 15) << 4 * w;
    }
    return equal;
}

// A queue of cells that the lanes of a warp fill and empty together, so that all lanes share each
// step of the work, whichever of them found it. It never holds twice as many cells as there are
// lanes: a full round is processed at once.
struct Queue {
    u32 *cells;
    u32 len;
};

#define QUEUE_CELLS (2 * LANES)

FUNCTION void push(Queue &queue, bool has, u32 cell) {
    u32 having = ballot(has);
    if (has) queue.cells[queue.len + __popc(having & ((1u << lane()) - 1))] = cell;
    queue.len += __popc(having);
    wait_for_warp();
}

// Takes a cell for every lane while there are any; returns true if this lane got one.
FUNCTION bool pop(Queue &queue, u32 *cell) {
    u32 count = queue.len < LANES ? queue.len : LANES;
    queue.len -= count;
    bool has = lane() < count;
    if (has) *cell = queue.cells[queue.len + lane()];
    wait_for_warp();
    return has;
}

// The work of a warp at a level: positions that the level before decided, positions of which one
// more move is known, positions that are decided now.
struct Work {
    Queue found;
    Queue moved;
    Queue decided;
};

FUNCTION void put_decided(const Params &p, Work &work) {
    u32 cell = 0;
    if (pop(work.decided, &cell)) put(p, cell / p.row_len, p.sets[cell % p.row_len], p.code);
    wait_for_warp();
}

// Processes the moves that are known now until fewer than `fewer_than` are left.
FUNCTION void apply_moves(const Params &p, Work &work, u32 fewer_than) {
    while (work.moved.len >= fewer_than) {
        u32 cell = 0;
        bool decided = pop(work.moved, &cell) && record_move(p, cell);
        push(work.decided, decided, cell);
        if (work.decided.len >= LANES) put_decided(p, work);
    }
}

// Finds the quiet moves to positions that the level before decided, one position per lane.
FUNCTION void moves_to_found(const Params &p, Work &work) {
    u32 cell = 0;
    bool has = pop(work.found, &cell);
    u32 number = cell / p.row_len;
    const Row &row = p.rows[number];
    u32 set = has ? p.sets[cell % p.row_len] : 0;
    for (u32 arrived = set; ballot(arrived != 0);) {
        u32 to = arrived ? take_lowest(&arrived) : 0;
        u32 sources = has && !in_mill(row, set, to) ? row.reach[to] & ~set : 0;
        while (ballot(sources != 0)) {
            bool more = sources != 0;
            u32 from = more ? take_lowest(&sources) : 0;
            u32 before = set ^ (1u << to) ^ (1u << from);
            push(work.moved, more, more ? number * p.row_len + rank_of(p.ranks, before) : 0);
            apply_moves(p, work, LANES);
        }
    }
}

// Lists the exits of a chunk that decide, or fail, at this level.
FUNCTION void find_exits(const Params &p, Work &work, u64 chunk) {
    for (u32 read = lane(); read < CHUNK / CELLS_PER_READ; read += LANES) {
        u64 first = chunk * CHUNK + read * CELLS_PER_READ;
        u32 equal = equal_cells(p.exits, first, p.code);
        while (ballot(equal != 0)) {
            bool more = equal != 0;
            push(work.moved, more, (u32)first + (more ? take_lowest(&equal) : 0));
            apply_moves(p, work, LANES);
        }
    }
}

// Lists the positions of a chunk, with the standing side to move, that the level before decided.
FUNCTION void find_decided(const Params &p, Work &work, u64 chunk) {
    for (u32 read = lane(); read < CHUNK / CELLS_PER_READ; read += LANES) {
        u64 first = chunk * CHUNK + read * CELLS_PER_READ;
        u32 equal = equal_cells(p.source, first, p.previous);
        if (ballot(equal != 0) && lane() == 0) *p.found = 1;
        while (ballot(equal != 0)) {
            bool more = equal != 0;
            u32 cell = (u32)first + (more ? take_lowest(&equal) : 0);
            if (more && p.settled != p.previous) p.source[cell] = (u8)p.settled;
            push(work.found, more, cell);
            if (work.found.len >= LANES) moves_to_found(p, work);
        }
    }
}

// 4. A level: applies the exits that decide, or fail, at it, and the quiet moves to the positions
// that the level before decided. Chunks without any are skipped.
FUNCTION void level_warp(const Params &p, u64 warp, u64 warps, u32 *memory) {
    Work work = {{memory, 0}, {memory + QUEUE_CELLS, 0}, {memory + 2 * QUEUE_CELLS, 0}};
    u64 chunks = ((u64)p.row_len * p.row_count + CHUNK - 1) / CHUNK;
    for (u64 first = warp; first < chunks; first += LANES * warps) {
        u64 own = first + lane() * warps;
        bool exits = own < chunks && p.has_exits
            && p.chunk_exits[own * 8 + p.level / 32] >> p.level % 32 & 1;
        bool touched = own < chunks
            && p.source_touched[own * 2 + (p.level - 1) % 2] == (u8)(p.level - 1);
        u32 with_exits = ballot(exits);
        u32 with_decided = ballot(touched);
        for (u32 rest = with_exits | with_decided; rest;) {
            u32 next = take_lowest(&rest);
            u64 chunk = first + next * warps;
            if (with_exits >> next & 1) find_exits(p, work, chunk);
            if (with_decided >> next & 1) find_decided(p, work, chunk);
        }
    }
    if (work.found.len) moves_to_found(p, work);
    apply_moves(p, work, 1);
    if (work.decided.len) put_decided(p, work);
}
WARP_KERNEL(level)

// 5. Placing, when a man must be placed: the best child of every position, in one pass.
FUNCTION void place_item(const Params &p, u64 item) {
    u32 number = (u32)item / p.row_len;
    const Row &row = p.rows[number];
    u32 set = p.sets[(u32)item % p.row_len];
    u32 code = ended_by_line(row, p.standing[number], set);
    if (code == DRAW) code = before_move(least_placement(p, row, number, set));
    put(p, number, set, code);
}
KERNEL(place)

// True if no other index of the same position is less.
FUNCTION bool is_first(const Params &p, u32 movers, u32 keepers, u32 numbers) {
    u32 others = spread(numbers, movers);
    for (keepers &= ~1u; keepers;) {
        if (image(p, take_lowest(&keepers), others) < others) return false;
    }
    return true;
}

// Counts the values of sixteen cells, fewer at the end of the sector.
FUNCTION void count_cells(const Params &p, u64 first, u64 end, u32 *bins) {
    u32 number = (u32)(first / p.row_len);
    u32 rank = (u32)(first % p.row_len);
    u32 keepers = p.movers.keepers[number];
    u32 code = DRAW;
    u32 run = 0;
    for (u64 cell = first; cell < end; cell++, rank++) {
        if (rank == p.row_len) {
            rank = 0;
            keepers = p.movers.keepers[++number];
        }
        bool counts = keepers == 1
            || is_first(p, p.movers.representatives[number], keepers, p.sets[rank]);
        if (!counts) continue;
        if (p.source[cell] != code) {
            if (run) atomicAdd(bins + code, run);
            code = p.source[cell];
            run = 0;
        }
        run++;
    }
    if (run) atomicAdd(bins + code, run);
}

// 6. Counts the values of a sector, each position up to symmetry once: each warp by itself, then
// all together.
FUNCTION void count_values_warp(const Params &p, u64 warp, u64 warps, u32 *bins) {
    for (u32 bin = lane(); bin < 256; bin += LANES) bins[bin] = 0;
    wait_for_warp();
    u64 cells = (u64)p.row_len * p.row_count;
    u64 stride = warps * LANES * CELLS_PER_READ;
    for (u64 first = (warp * LANES + lane()) * CELLS_PER_READ; first < cells; first += stride) {
        u64 end = first + CELLS_PER_READ < cells ? first + CELLS_PER_READ : cells;
        count_cells(p, first, end, bins);
    }
    wait_for_warp();
    for (u32 bin = lane(); bin < 256; bin += LANES) {
        if (bins[bin]) atomicAdd(p.bins + bin, bins[bin]);
    }
}
WARP_KERNEL(count_values)

// 7. Looks up single values: the list holds the indices, the target gets their codes.
FUNCTION void look_up_item(const Params &p, u64 item) { p.target[item] = p.source[p.list[item]]; }
KERNEL(look_up)
