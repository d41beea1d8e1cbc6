// The kernels of the solver: one item of work per thread, no thread waiting for another.
//
// This text is compiled at run time for the card that is there, behind a few lines that give the
// board of the variant as constants (see source.rs): POINTS, SYMMETRIES, NEIGHBOURS, PARTNERS (as
// many as LINES_THROUGH a point), BINOMIALS, LINE_ENDS, REMOVAL, LOST_BY_RULE and WON_BY_RULE. For
// tests it is compiled as plain C++, where every kernel is a loop over its items. The words are those of the processor's solver: a row holds all
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
// Marks losses that are found too late for a code of their own.
#define LATE_LOSS 126
// Among the values of exits, which are removals and placements: there is none.
#define NO_EXIT 255
// In the open moves of a position: it is won. The lower bits may go on counting.
#define DECIDED 0x80u

// What closing a mill earns.
#define TAKES_NOTHING 0
#define ENDS_THE_GAME 1
#define TAKES_A_MAN 2

// Which standing men may be taken, by REMOVAL.
#define USUAL 0
#define STRICT 1
#define LENIENT 2

// The board around one set of standing men.
struct Row {
    u32 reach[POINTS];       // by number: where a man there may go if that is free too
    // By number: the other two of each line without a standing man; none where a mill earns nothing.
    u32 partners[POINTS][LINES_THROUGH];
    u32 images[16];          // the standing men under all symmetries
    u32 taken[12];           // class entries of the standing men less one that may be taken
    u32 taken_count;
    u8 points[POINTS];       // the free points by number
};

// How sets of one size among some points are ranked: two lookups.
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
    u32 blocked_draws; // nobody can move because the board is full
    // By row and set: moves not yet known to lose, value of exits, what a mill leaves.
    u8 *open;
    u8 *exits;
    u8 *least;
    // Values with the standing side to move, and those with the other side to move.
    u8 *source;
    u8 *target;
    ClassMap movers;
    u32 target_row_len;
    // Placing: the finished sector with one man more in the sets, and what a mill leaves there; 0
    // if none may be placed.
    const u8 *after;
    const u8 *after_least;
    Ranks after_ranks;
    u32 after_row_len;
    // The finished sector with one standing man less.
    u32 earns;
    u32 fewer_row_len;
    const u8 *fewer;
    ClassMap fewer_movers;
    // Images of sets under the symmetries: by symmetry, byte place and byte.
    const u32 *images;
    // The levels at which exits decide, one bit each.
    u32 *exit_levels;
    // The positions decided by the level before, and how many.
    u32 *list;
    u32 *list_len;
    // The code of what a level finds, whether it is a win, the code of what the level before found,
    // and what becomes of that code now.
    u32 code;
    u32 wins;
    u32 previous;
    u32 settled;
    u32 has_exits;
    // Counting: 256 bins each in many copies.
    u32 *bins;
};

#ifdef __CUDACC__
#define FUNCTION static __device__ __forceinline__

// One thread per item.
#define KERNEL(name)                                                            \
    extern "C" __global__ void name(const Params p) {                           \
        u64 item = (u64)blockIdx.x * blockDim.x + threadIdx.x;                  \
        if (item < p.items) name##_item(p, item);                               \
    }
// As many threads as there are, for items whose number only the card knows.
#define LIST_KERNEL(name)                                                       \
    extern "C" __global__ void name(const Params p) {                           \
        u64 stride = (u64)gridDim.x * blockDim.x;                               \
        u64 first = (u64)blockIdx.x * blockDim.x + threadIdx.x;                 \
        u64 len = *p.list_len;                                                  \
        for (u64 item = first; item < len; item += stride) name##_item(p, item); \
    }
#else
#define FUNCTION static inline

#define KERNEL(name)                                                            \
    extern "C" void name(const Params *p) {                                     \
        for (u64 item = 0; item < p->items; item++) name##_item(*p, item);      \
    }
#define LIST_KERNEL(name)                                                       \
    extern "C" void name(const Params *p) {                                     \
        for (u64 item = 0; item < *p->list_len; item++) name##_item(*p, item);  \
    }
static inline int __popc(u32 bits) { return __builtin_popcount(bits); }
static inline int __ffs(u32 bits) { return __builtin_ffs((int)bits); }
static inline u32 atomicAdd(u32 *at, u32 more) { u32 old = *at; *at += more; return old; }
static inline u32 atomicSub(u32 *at, u32 less) { u32 old = *at; *at -= less; return old; }
static inline u32 atomicOr(u32 *at, u32 bits) { u32 old = *at; *at |= bits; return old; }
#endif

// The number of the lowest one-bit, which is taken out.
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

// The number of a point among those outside `taken`.
FUNCTION u32 number_outside(u32 point, u32 taken) {
    return point - __popc(taken & ((1u << point) - 1));
}

// The rank of a set of points among those outside `taken`.
FUNCTION u32 rank_outside(u32 set, u32 taken) {
    u32 rank = 0;
    for (u32 size = 1; set; size++) rank += BINOMIALS[number_outside(take_lowest(&set), taken)][size];
    return rank;
}

// A set of points as numbers among those outside `taken`.
FUNCTION u32 squeeze(u32 set, u32 taken) {
    u32 numbers = 0;
    for (set &= ~taken; set;) numbers |= 1u << number_outside(take_lowest(&set), taken);
    return numbers;
}

// The points that numbers of a row stand for.
FUNCTION u32 spread(const Row &row, u32 numbers) {
    u32 set = 0;
    while (numbers) set |= 1u << row.points[take_lowest(&numbers)];
    return set;
}

// Whether a man that arrived at `number` stands in a mill of `set`.
FUNCTION bool in_mill(const Row &row, u32 set, u32 number) {
    bool closed = false;
    for (u32 i = 0; i < LINES_THROUGH; i++) {
        u32 partners = row.partners[number][i];
        closed |= (set & partners) == partners;
    }
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
        row.points[number] = (u8)point;
        row.reach[number] = p.flying ? all_numbers : squeeze(NEIGHBOURS[point], standing);
        for (u32 i = 0; i < LINES_THROUGH; i++) {
            u32 partners = PARTNERS[point][i];
            bool usable = mills_count && partners != NO_PARTNERS && !(partners & standing);
            row.partners[number][i] = usable ? squeeze(partners, standing) : NO_PARTNERS;
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

// 2. What closing a mill leaves the standing side, for every set that holds a mill.
FUNCTION void value_mills_item(const Params &p, u64 item) {
    const Row &row = p.rows[(u32)item / p.row_len];
    u32 set = p.sets[(u32)item % p.row_len];
    bool mill = false;
    for (u32 rest = set; rest && !mill;) mill = in_mill(row, set, take_lowest(&rest));
    if (!mill) return;
    u32 least = p.earns == ENDS_THE_GAME ? LOST_BY_RULE : NO_EXIT;
    u32 men = spread(row, set);
    for (u32 i = 0; i < row.taken_count; i++) {
        u32 entry = row.taken[i];
        u32 representative = p.fewer_movers.representatives[class_of(entry)];
        u32 rank = rank_outside(image(p, symmetry_of(entry), men), representative);
        u32 value = p.fewer[(u64)class_of(entry) * p.fewer_row_len + rank];
        least = value < least ? value : least;
    }
    p.least[item] = (u8)least;
}
KERNEL(value_mills)

FUNCTION void put_cell(const Params &p, u32 set_class, u32 movers, u32 standing, u32 code) {
    p.target[(u64)set_class * p.target_row_len + rank_outside(standing, movers)] = (u8)code;
}

// Writes the value of the position in which `set` is to move against the row's standing men, to
// all its indices where it has several.
FUNCTION void put(const Params &p, const Row &row, u32 set, u32 code) {
    u32 entry = entry_of(p.movers, spread(row, set));
    u32 number = class_of(entry);
    u32 representative = p.movers.representatives[number];
    u32 standing = row.images[symmetry_of(entry)];
    put_cell(p, number, representative, standing, code);
    if (has_own_symmetries(entry)) {
        for (u32 keepers = p.movers.keepers[number] & ~1u; keepers;) {
            u32 keeper = take_lowest(&keepers);
            put_cell(p, number, representative, image(p, keeper, standing), code);
        }
    }
}

// Where the first line ends the game: how, if there is one, else DRAW.
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

// Notes the level at which an exit with this code decides.
FUNCTION void note_level(const Params &p, u32 code) {
    if (code == DRAW) return;
    u32 level = code > DRAW ? 2 * (254 - code) + 1 : 2 * code;
    u32 bit = 1u << (level & 31);
    if (!(p.exit_levels[level >> 5] & bit)) atomicOr(p.exit_levels + (level >> 5), bit);
}

// The least value that placing one man more leaves the standing side.
FUNCTION u32 least_placement(const Params &p, const Row &row, u32 number, u32 set) {
    u64 start = (u64)number * p.after_row_len;
    u32 least = NO_EXIT;
    u32 free_count = POINTS - __popc(p.standing[number]);
    for (u32 targets = ((1u << free_count) - 1) & ~set; targets;) {
        u32 to = take_lowest(&targets);
        u32 after = set | 1u << to;
        bool takes = in_mill(row, after, to);
        const u8 *values = takes ? p.after_least : p.after;
        u32 value = values[start + rank_of(p.after_ranks, after)];
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
        put(p, row, set, ended);
    } else if (open == 0 && !p.blocked_draws) {
        put(p, row, set, LOST_BY_RULE);
    }
    if (best != NO_EXIT) note_level(p, best);
    p.exits[item] = (u8)best;
    p.open[item] = (u8)open;
}
KERNEL(count_moves)

// One move of a position is now known to win or to lose: a win decides it, and so does the loss of
// the last move left.
FUNCTION void one_move(const Params &p, const Row &row, u64 cell, u32 set) {
    // What is decided stays so: a look saves the dearer change of memory that others share.
    if (p.open[cell] & DECIDED) return;
    u32 shift = 8 * (cell & 3);
    u32 *word = (u32 *)p.open + (cell >> 2);
    if (p.wins) {
        u32 old = atomicOr(word, DECIDED << shift) >> shift & 255;
        if (!(old & DECIDED)) put(p, row, set, p.code);
    } else {
        u32 old = atomicSub(word, 1u << shift) >> shift & 255;
        if (old == 1) put(p, row, set, p.code);
    }
}

// Which of the four bytes of a word equal `code`: the highest bit of each.
FUNCTION u32 equal_bytes(u32 word, u32 code) {
    u32 x = word ^ (code * 0x01010101u);
    return ~(((x & 0x7f7f7f7fu) + 0x7f7f7f7fu) | x | 0x7f7f7f7fu);
}

#define CELLS_PER_ITEM 16

// 4. A level: takes in the exits that decide, or fail, at it. Sixteen cells an item.
FUNCTION void apply_exits_item(const Params &p, u64 item) {
    for (u32 w = 0; w < CELLS_PER_ITEM / 4; w++) {
        u64 word = item * (CELLS_PER_ITEM / 4) + w;
        for (u32 found = equal_bytes(((const u32 *)p.exits)[word], p.code); found;) {
            u64 cell = word * 4 + take_lowest(&found) / 8;
            one_move(p, p.rows[(u32)cell / p.row_len], cell, p.sets[(u32)cell % p.row_len]);
        }
    }
}
KERNEL(apply_exits)

// 5. A level: lists the positions with the standing side to move that the level before decided.
FUNCTION void collect_item(const Params &p, u64 item) {
    u32 found[CELLS_PER_ITEM / 4];
    u32 count = 0;
    for (u32 w = 0; w < CELLS_PER_ITEM / 4; w++) {
        found[w] = equal_bytes(((const u32 *)p.source)[item * (CELLS_PER_ITEM / 4) + w], p.previous);
        count += __popc(found[w]);
    }
    if (count == 0) return;
    u32 place = atomicAdd(p.list_len, count);
    for (u32 w = 0; w < CELLS_PER_ITEM / 4; w++) {
        while (found[w]) {
            u32 cell = (u32)(item * CELLS_PER_ITEM) + w * 4 + take_lowest(&found[w]) / 8;
            p.list[place++] = cell;
            if (p.settled != p.previous) p.source[cell] = (u8)p.settled;
        }
    }
}
KERNEL(collect)

// Takes in the quiet moves to one position that the level before decided.
FUNCTION void moves_to(const Params &p, u32 cell) {
    u32 number = cell / p.row_len;
    const Row &row = p.rows[number];
    u32 set = p.sets[cell % p.row_len];
    for (u32 arrived = set; arrived;) {
        u32 to = take_lowest(&arrived);
        if (in_mill(row, set, to)) continue;
        for (u32 sources = row.reach[to] & ~set; sources;) {
            u32 before = set ^ (1u << to) ^ (1u << take_lowest(&sources));
            one_move(p, row, (u64)number * p.row_len + rank_of(p.ranks, before), before);
        }
    }
}

// 6. A level: takes in the quiet moves to the listed positions.
FUNCTION void apply_moves_item(const Params &p, u64 item) { moves_to(p, p.list[item]); }
LIST_KERNEL(apply_moves)

// 4 to 6 in one, for sectors so small that launching kernels takes longer than their work: exits,
// and moves to what the level before decided, which is only counted.
FUNCTION void small_level_item(const Params &p, u64 item) {
    if (p.has_exits) apply_exits_item(p, item);
    u32 count = 0;
    for (u32 w = 0; w < CELLS_PER_ITEM / 4; w++) {
        u64 word = item * (CELLS_PER_ITEM / 4) + w;
        for (u32 found = equal_bytes(((const u32 *)p.source)[word], p.previous); found; count++) {
            u32 cell = (u32)word * 4 + take_lowest(&found) / 8;
            if (p.settled != p.previous) p.source[cell] = (u8)p.settled;
            moves_to(p, cell);
        }
    }
    if (count) atomicAdd(p.list_len, count);
}
KERNEL(small_level)

// 7. Where a man must be placed: the best child of every position, one pass.
FUNCTION void place_item(const Params &p, u64 item) {
    u32 number = (u32)item / p.row_len;
    const Row &row = p.rows[number];
    u32 set = p.sets[(u32)item % p.row_len];
    u32 code = ended_by_line(row, p.standing[number], set);
    if (code == DRAW) code = before_move(least_placement(p, row, number, set));
    put(p, row, set, code);
}
KERNEL(place)

#define CELLS_PER_COUNT 128
#define BIN_COPIES 64

// Whether no other index of the same position is less.
FUNCTION bool is_first(const Params &p, u32 movers, u32 keepers, u32 numbers) {
    u32 others = 0;
    for (u32 point = 0, number = 0; point < POINTS; point++) {
        if (movers >> point & 1) continue;
        others |= (numbers >> number & 1) << point;
        number++;
    }
    for (keepers &= ~1u; keepers;) {
        if (image(p, take_lowest(&keepers), others) < others) return false;
    }
    return true;
}

// 8. Counts the values of a sector, each position up to symmetry once.
FUNCTION void count_values_item(const Params &p, u64 item) {
    u32 *bins = p.bins + item % BIN_COPIES * 256;
    u64 cells = (u64)p.row_len * p.row_count;
    u64 first = item * CELLS_PER_COUNT;
    u64 end = first + CELLS_PER_COUNT < cells ? first + CELLS_PER_COUNT : cells;
    u32 number = (u32)first / p.row_len;
    u32 rank = (u32)first % p.row_len;
    u32 code = DRAW;
    u32 run = 0;
    for (u64 cell = first; cell < end; cell++, rank++) {
        if (rank == p.row_len) {
            rank = 0;
            number++;
        }
        u32 keepers = p.movers.keepers[number];
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
KERNEL(count_values)

// 9. Looks up single values: the list holds the indices, the target gets their codes.
FUNCTION void look_up_item(const Params &p, u64 item) { p.target[item] = p.source[p.list[item]]; }
KERNEL(look_up)
