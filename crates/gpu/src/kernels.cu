// The kernels of the solver: no block of threads waits for another.
//
// This text is compiled at run time for the available card, after a few lines that define the board
// of the variant as constants (see source.rs): POINTS, SYMMETRIES, NEIGHBOURS, LINES of them,
// LINE_ENDS, REMOVAL, LOST_BY_RULE and WON_BY_RULE. For tests it is compiled as plain C++, where
// every kernel is a loop over its items and a warp or a block is a single thread. The terms are
// those of the processor's solver: a row holds all positions with one representative set of standing
// men, and a set of the other side's men is numbered among the points that these leave free.

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

#define ALL_POINTS ((1u << POINTS) - 1)

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

// The most standing men that a mill may choose from.
#define MOST_TAKEN 12

// The values of REMOVAL: the rule for the standing men that may be taken.
#define USUAL 0
#define STRICT 1
#define LENIENT 2

// The board around one set of standing men.
struct Row {
    u32 lines[LINES];        // the lines without a standing man, if a mill earns anything
    u32 line_count;
    u32 reach[POINTS];       // by number: the points a man may move to if empty
    u32 images[16];          // the standing men under all symmetries
    u32 taken[MOST_TAKEN];   // class entries of the standing men less one that may be taken
    u32 taken_count;
};

// The rank tables of sets of one size among some points: two lookups.
struct Ranks {
    const u32 *low;
    const u32 *high;
    u32 low_bits;
};

// The class of a set, with its representative beside it.
struct alignas(8) Entry {
    u32 bits;
    u32 representative;
};

// The classes of sets of one size: their entry by rank, and by class representative and keepers.
struct ClassMap {
    Ranks ranks;
    const Entry *entries;
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
    // The cells that a block processes at a time, at a level: whole rows, whose counts of open moves
    // it takes near, or a part of a row that is too long for that. The next part that is free.
    u32 span;
    u32 near;
    u32 *next;
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
    // The bytes of memory that each block of this launch has for all its warps.
    u32 block_bytes;
};

// The number of cells of a chunk, which one warp processes.
#define CHUNK 512
#define CELLS_PER_READ 16

// The words of memory that belong to one warp, and the most that a block has for all its warps.
#define WARP_WORDS 256
#define BLOCK_WORDS (1 << 13)

// A translation of sets of numbers takes a part of them at a time: a table for each part.
#define PART_BITS 7
#define PARTS 4
#define PART_WORDS (1 << PART_BITS)
// The sets of the lower bits of a part, and with them those of the upper bits.
#define LOWER_SETS 16
#define FEW_PER_PART (LOWER_SETS + PART_WORDS / LOWER_SETS - 1)
#define TRANSLATION_WORDS (PARTS * PART_WORDS)

#ifdef __CUDACC__
#define FUNCTION static __device__ __forceinline__
#define LANES 32
#define WARPS_PER_BLOCK 8
#define BLOCKS_PER_PROCESSOR 5

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
// As many blocks as the card runs at once; they share the items.
#define BLOCK_KERNEL(name)                                                      \
    extern "C" __global__ void                                                  \
    __launch_bounds__(LANES * WARPS_PER_BLOCK, BLOCKS_PER_PROCESSOR)            \
    name(const Params p) {                                                      \
        extern __shared__ __align__(16) u32 of_block[];                         \
        __shared__ u32 of_warps[WARPS_PER_BLOCK][WARP_WORDS];                   \
        u32 *of_warp = of_warps[threadIdx.x / LANES];                           \
        name##_block(p, blockIdx.x, gridDim.x, of_block, of_warp);              \
    }
#define THREADS (LANES * WARPS_PER_BLOCK)
FUNCTION u32 thread() { return threadIdx.x; }
FUNCTION u32 warp_of_block() { return threadIdx.x / LANES; }
FUNCTION void wait_for_block() { __syncthreads(); }
// The number of threads for which this holds. All threads of the block must call it together.
FUNCTION u32 count_in_block(u32 holds) { return __syncthreads_count(holds); }
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
#define BLOCK_KERNEL(name)                                                      \
    extern "C" void name(const Params *p) {                                     \
        alignas(16) u32 of_block[BLOCK_WORDS];                                  \
        u32 of_warp[WARP_WORDS];                                                \
        name##_block(*p, 0, 1, of_block, of_warp);                              \
    }
#define THREADS 1
FUNCTION u32 thread() { return 0; }
FUNCTION u32 warp_of_block() { return 0; }
FUNCTION void wait_for_block() {}
FUNCTION u32 count_in_block(u32 holds) { return holds; }
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

// Removes the lowest one-bit and returns it.
FUNCTION u32 take_bit(u32 *bits) {
    u32 lowest = *bits & (0u - *bits);
    *bits ^= lowest;
    return lowest;
}

FUNCTION u32 lesser(u32 a, u32 b) { return a < b ? a : b; }

FUNCTION u32 rank_of(const Ranks &ranks, u32 set) {
    return ranks.low[set & ((1u << ranks.low_bits) - 1)] + ranks.high[set >> ranks.low_bits];
}

FUNCTION Entry entry_of(const ClassMap &map, u32 set) {
    return map.entries[rank_of(map.ranks, set)];
}

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

// The numbers of `set` that stand in mills.
FUNCTION u32 in_mills(const Row &row, u32 set) {
    u32 mills = 0;
    for (u32 i = 0; i < row.line_count; i++) {
        u32 line = row.lines[i];
        if ((set & line) == line) mills |= line;
    }
    return mills;
}

// The numbers outside `set` at which one more man would close a mill.
FUNCTION u32 mill_closers(const Row &row, u32 set) {
    u32 closers = 0;
    for (u32 i = 0; i < row.line_count; i++) {
        u32 missing = row.lines[i] & ~set;
        if (!(missing & (missing - 1))) closers |= missing;
    }
    return closers;
}

// The points of `set` that stand in lines of the whole board.
FUNCTION u32 in_board_mills(u32 set) {
    u32 mills = 0;
    for (u32 i = 0; i < LINES; i++) {
        if ((set & LINE_SETS[i]) == LINE_SETS[i]) mills |= LINE_SETS[i];
    }
    return mills;
}

// The code of a position whose best child has this code.
FUNCTION u32 before_move(u32 code) {
    u32 before = code <= DRAW ? 254 - code : 255 - code;
    return before == LATE_LOSS ? LATE_LOSS - 1 : before;
}

// The standing men that a closed mill may take.
FUNCTION u32 takeable(u32 standing) {
    u32 outside = standing & ~in_board_mills(standing);
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
    }
    row.line_count = 0;
    for (u32 i = 0; i < LINES && mills_count; i++) {
        u32 line = LINE_SETS[i];
        if (!(line & standing)) row.lines[row.line_count++] = squeeze(line, standing);
    }
    for (u32 symmetry = 0; symmetry < SYMMETRIES; symmetry++) {
        row.images[symmetry] = image(p, symmetry, standing);
    }
    row.taken_count = 0;
    if (p.earns != TAKES_A_MAN) return;
    for (u32 rest = taken; rest;) {
        u32 without = standing & ~(1u << take_lowest(&rest));
        row.taken[row.taken_count++] = entry_of(p.fewer_movers, without).bits;
    }
}
KERNEL(set_up_rows)

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

// The number of sets that a block values with one building of its translations.
#define PIECE 16384

// Builds the translations of a row, one for each man that a mill may take: from the numbers of the
// row to those of the row that is left.
FUNCTION void translate_numbers(const Params &p, const Row &row, u32 standing, u32 *translations) {
    u32 numbers = squeeze(ALL_POINTS & ~standing, standing);
    // 1. The sets within the lower or the upper bits of a part.
    u32 parts = row.taken_count * PARTS;
    for (u32 i = thread(); i < parts * FEW_PER_PART; i += THREADS) {
        u32 few = i % FEW_PER_PART;
        u32 part = i / FEW_PER_PART;
        u32 set = few < LOWER_SETS ? few : (few - LOWER_SETS + 1) * LOWER_SETS;
        u32 entry = row.taken[part / PARTS];
        u32 points = spread(set << part % PARTS * PART_BITS & numbers, standing);
        u32 left = p.fewer_movers.representatives[class_of(entry)];
        translations[part * PART_WORDS + set] = squeeze(image(p, symmetry_of(entry), points), left);
    }
    wait_for_block();
    // 2. All others, from these.
    for (u32 i = thread(); i < parts * PART_WORDS; i += THREADS) {
        u32 lower = i % LOWER_SETS;
        u32 upper = i % PART_WORDS - lower;
        if (lower && upper) translations[i] = translations[i - lower] | translations[i - upper];
    }
    wait_for_block();
}

// The least value that closing a mill leaves the standing side.
FUNCTION u32 least_removal(const Params &p, const Row &row, u32 set, const u32 *translations) {
    u32 least = p.earns == ENDS_THE_GAME ? LOST_BY_RULE : NO_EXIT;
    for (u32 i = 0; i < row.taken_count; i++) {
        const u32 *parts = translations + i * TRANSLATION_WORDS;
        u32 others = parts[set % PART_WORDS];
        others |= parts[PART_WORDS + (set >> PART_BITS) % PART_WORDS];
        others |= parts[2 * PART_WORDS + (set >> 2 * PART_BITS) % PART_WORDS];
        // Rarely are so many points free.
        u32 last = set >> 3 * PART_BITS;
        if (last) others |= parts[3 * PART_WORDS + last];
        u64 cell = (u64)class_of(row.taken[i]) * p.fewer_row_len + rank_of(p.fewer_ranks, others);
        u32 value = p.fewer[cell];
        least = value < least ? value : least;
    }
    return least;
}

// Values the sets with mills that wait, one for each lane.
FUNCTION void value_waiting(const Params &p, u32 number, Queue &mills, const u32 *translations) {
    u32 rank = 0;
    if (pop(mills, &rank)) {
        u32 least = least_removal(p, p.rows[number], p.sets[rank], translations);
        p.least[(u64)number * p.row_len + rank] = (u8)least;
    }
}

// 2. The least value that closing a mill leaves the standing side, for every set that holds a mill.
// A block takes a piece of a row at a time.
FUNCTION void value_mills_block(
    const Params &p, u64 block, u64 blocks, u32 *of_block, u32 *of_warp
) {
    Queue mills = {of_warp, 0};
    u32 pieces = (p.row_len + PIECE - 1) / PIECE;
    for (u64 item = block; item < (u64)p.row_count * pieces; item += blocks) {
        u32 number = (u32)(item / pieces);
        const Row &row = p.rows[number];
        if (!row.line_count) continue;
        translate_numbers(p, row, p.standing[number], of_block);
        u32 first = (u32)(item % pieces) * PIECE;
        u32 end = first + PIECE < p.row_len ? first + PIECE : p.row_len;
        for (u32 from = first; from < end; from += THREADS) {
            u32 rank = from + thread();
            push(mills, rank < end && in_mills(row, p.sets[rank]), rank);
            if (mills.len >= LANES) value_waiting(p, number, mills, of_block);
        }
        if (mills.len) value_waiting(p, number, mills, of_block);
        wait_for_block();
    }
}
BLOCK_KERNEL(value_mills)

FUNCTION void put_cell(const Params &p, u32 set_class, u32 movers, u32 standing, u32 code) {
    u64 cell = (u64)set_class * p.target_row_len + rank_of(p.target_ranks, squeeze(standing, movers));
    p.target[cell] = (u8)code;
    if (p.target_touched) p.target_touched[cell / CHUNK * 2 + p.level % 2] = (u8)p.level;
}

// Writes the value of the position in which `set` is to move against the standing men of a row, to
// each of its indices.
FUNCTION void put(const Params &p, u32 row, u32 set, u32 code) {
    Entry entry = entry_of(p.movers, spread(set, p.standing[row]));
    u32 number = class_of(entry.bits);
    u32 representative = entry.representative;
    u32 standing = p.rows[row].images[symmetry_of(entry.bits)];
    put_cell(p, number, representative, standing, code);
    if (has_own_symmetries(entry.bits)) {
        for (u32 keepers = p.movers.keepers[number] & ~1u; keepers;) {
            u32 keeper = take_lowest(&keepers);
            put_cell(p, number, representative, image(p, keeper, standing), code);
        }
    }
}

// The code of a game that a line has ended, in variants where the first line wins; otherwise DRAW.
FUNCTION u32 ended_by_line(const Row &row, u32 standing, u32 set) {
#if LINE_ENDS
    if (in_board_mills(standing)) return LOST_BY_RULE;
    if (in_mills(row, set)) return WON_BY_RULE;
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
    u32 closers = mill_closers(row, set);
    u32 least = NO_EXIT;
    // Neighbouring lanes have the same upper part: they visit it together. Two targets at a time
    // keep two loads under way.
    for (u32 targets = ((1u << ranks.low_bits) - 1) & ~low; targets;) {
        u32 bit = take_bit(&targets);
        u32 other = targets ? take_bit(&targets) : bit;
        u32 rank = ranks.low[low | bit] + high_rank;
        u32 other_rank = ranks.low[low | other] + high_rank;
        u32 value = (closers & bit ? taking : quiet)[rank];
        u32 other_value = (closers & other ? taking : quiet)[other_rank];
        least = lesser(least, lesser(value, other_value));
    }
    u32 high_bits = POINTS - __popc(p.standing[number]) - ranks.low_bits;
    closers >>= ranks.low_bits;
    for (u32 targets = ((1u << high_bits) - 1) & ~high; targets;) {
        u32 bit = take_bit(&targets);
        u32 other = targets ? take_bit(&targets) : bit;
        u32 rank = ranks.high[high | bit] + low_rank;
        u32 other_rank = ranks.high[high | other] + low_rank;
        u32 value = (closers & bit ? taking : quiet)[rank];
        u32 other_value = (closers & other ? taking : quiet)[other_rank];
        least = lesser(least, lesser(value, other_value));
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
    u32 closers = mill_closers(row, set);
    u32 free_count = POINTS - __popc(p.standing[number]);
    for (u32 empty = ((1u << free_count) - 1) & ~set; empty;) {
        u32 to = take_lowest(&empty);
        u32 with = set | 1u << to;
        // Who can come here can also go from here.
        u32 sources = row.reach[to] & set;
        u32 taking = 0;
        if (closers >> to & 1) {
            for (u32 i = 0; i < row.line_count; i++) {
                u32 line = row.lines[i];
                bool closes = line >> to & 1 && (with & line) == line;
                // The man that closes a line is none of those that wait in it.
                if (closes) taking |= sources & ~line;
            }
        }
        open += __popc(sources & ~taking);
        while (taking) {
            u32 after = with ^ take_bit(&taking);
            least = lesser(least, p.least[(u64)number * p.row_len + rank_of(p.ranks, after)]);
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

// The bytes of a word that equal `code`, as the highest bit of each.
FUNCTION u32 equal_bytes(u32 word, u32 code) {
    u32 x = word ^ (code * 0x01010101u);
    return ~(((x & 0x7f7f7f7fu) + 0x7f7f7f7fu) | x | 0x7f7f7f7fu);
}

// A span's open moves are taken near if at least one of so many of its chunks has work.
#define FAR_SHARE 4

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

// The work of a warp at a level: positions that the level before decided, positions of which one
// more move is known, positions that are decided now.
struct Work {
    Queue found;
    Queue moved;
    Queue decided;
    // The cells that the block processes.
    u64 first;
    u64 end;
    // The counts of open moves, and the cell that the first of them belongs to.
    u8 *open;
    u64 open_first;
};

FUNCTION void put_decided(const Params &p, Work &work) {
    u32 cell = 0;
    if (pop(work.decided, &cell)) put(p, cell / p.row_len, p.sets[cell % p.row_len], p.code);
    wait_for_warp();
}

// Records that one more move of a position is known to win or to lose, and returns true if that
// decides the position: a win does, and so does the loss of the last remaining move.
FUNCTION bool record_move(const Params &p, Work &work, u32 cell) {
    u32 at = (u32)(cell - work.open_first);
    // A decided position stays decided: the read saves a more expensive atomic update.
    if (work.open[at] & DECIDED) return false;
    u32 shift = 8 * (at & 3);
    u32 *word = (u32 *)work.open + (at >> 2);
    if (p.wins) return !(atomicOr(word, DECIDED << shift) >> shift & DECIDED);
    return (atomicSub(word, 1u << shift) >> shift & 255) == 1;
}

// Processes the moves that are known now until fewer than `fewer_than` are left.
FUNCTION void apply_moves(const Params &p, Work &work, u32 fewer_than) {
    while (work.moved.len >= fewer_than) {
        u32 cell = 0;
        bool decided = pop(work.moved, &cell) && record_move(p, work, cell);
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
    u32 arrived = set & ~in_mills(row, set);
    u32 to = 0;
    u32 sources = 0;
    while (true) {
        while (!sources && arrived) {
            to = take_lowest(&arrived);
            sources = row.reach[to] & ~set;
        }
        bool more = sources != 0;
        if (!ballot(more)) break;
        u32 before = set ^ (1u << to) ^ take_bit(&sources);
        push(work.moved, more, more ? number * p.row_len + rank_of(p.ranks, before) : 0);
        apply_moves(p, work, LANES);
    }
}

// Those of sixteen cells, one bit each, that the block processes.
FUNCTION u32 own_cells(const Work &work, u64 at) {
    u32 own = 0xffff;
    if (at < work.first) own &= work.first - at < 16 ? 0xffffu << (work.first - at) : 0;
    if (at + 16 > work.end) own &= at < work.end ? 0xffffu >> (at + 16 - work.end) : 0;
    return own;
}

// Lists the exits of a chunk that decide, or fail, at this level.
FUNCTION void find_exits(const Params &p, Work &work, u64 chunk) {
    for (u32 read = lane(); read < CHUNK / CELLS_PER_READ; read += LANES) {
        u64 first = chunk * CHUNK + read * CELLS_PER_READ;
        u32 equal = equal_cells(p.exits, first, p.code) & own_cells(work, first);
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
        u32 equal = equal_cells(p.source, first, p.previous) & own_cells(work, first);
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

FUNCTION bool has_exits(const Params &p, u64 chunk) {
    return p.has_exits && p.chunk_exits[chunk * 8 + p.level / 32] >> p.level % 32 & 1;
}

FUNCTION bool has_decided(const Params &p, u64 chunk) {
    return p.source_touched[chunk * 2 + (p.level - 1) % 2] == (u8)(p.level - 1);
}

// Copies the open moves of the block's cells near, or back; the units at both ends are shared with
// other blocks.
FUNCTION void copy_open(const Params &p, const Work &work, u32 *near, bool back) {
    Sixteen *units = (Sixteen *)near;
    u64 first_unit = work.first / 16;
    u64 last_unit = (work.end - 1) / 16;
    for (u64 unit = first_unit + thread(); unit <= last_unit; unit += THREADS) {
        Sixteen *far = (Sixteen *)p.open + unit;
        if (!back) {
            units[unit - first_unit] = *far;
        } else if (own_cells(work, unit * 16) == 0xffff) {
            *far = units[unit - first_unit];
        } else {
            for (u32 own = own_cells(work, unit * 16); own;) {
                u32 byte = take_lowest(&own);
                ((u8 *)far)[byte] = ((u8 *)near)[(unit - first_unit) * 16 + byte];
            }
        }
    }
    wait_for_block();
}

FUNCTION void level_span(const Params &p, Work &work, u32 *near) {
    u64 first_chunk = work.first / CHUNK;
    u32 chunks = (u32)((work.end - 1) / CHUNK - first_chunk + 1);
    u32 with_work = 0;
    for (u32 i = thread(); i < chunks; i += THREADS) {
        with_work += has_exits(p, first_chunk + i) || has_decided(p, first_chunk + i);
    }
    with_work = count_in_block(with_work);
    if (!with_work) return;
    bool is_near = p.near && with_work * FAR_SHARE >= chunks;
    if (is_near) copy_open(p, work, near, false);
    work.open = is_near ? (u8 *)near : p.open;
    work.open_first = is_near ? work.first & ~15ull : 0;
    for (u32 i = warp_of_block(); i < chunks; i += THREADS / LANES) {
        u64 chunk = first_chunk + i;
        if (has_exits(p, chunk)) find_exits(p, work, chunk);
        if (has_decided(p, chunk)) find_decided(p, work, chunk);
    }
    if (work.found.len) moves_to_found(p, work);
    apply_moves(p, work, 1);
    if (is_near) {
        wait_for_block();
        copy_open(p, work, near, true);
    }
}

// 4. A level: applies the exits that decide, or fail, at it, and the quiet moves to the positions
// that the level before decided. A block takes some rows at a time; chunks without work are skipped.
FUNCTION void level_block(
    const Params &p, u64 block, u64 blocks, u32 *of_block, u32 *of_warp
) {
    Work work = {{of_warp, 0}, {of_warp + QUEUE_CELLS, 0}, {of_warp + 2 * QUEUE_CELLS, 0}};
    u64 cells = (u64)p.row_len * p.row_count;
    for (u64 first = block * p.span; first < cells;) {
        work.first = first;
        work.end = first + p.span < cells ? first + p.span : cells;
        level_span(p, work, of_block + 4);
        wait_for_block();
        if (thread() == 0) of_block[0] = atomicAdd(p.next, 1);
        wait_for_block();
        first = (blocks + of_block[0]) * p.span;
    }
    if (work.decided.len) put_decided(p, work);
}
BLOCK_KERNEL(level)

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
