/* Misty by hand in C: the twin that the compiled rules are measured against.
 *
 * The same game as src/mistvale/games/misty/rules.py, written a second time from the rulebook and its rulings (MI-n):
 * the same random stream, the same order of moves, the same dice. From the same seeds every match must end alike,
 * which proves the rules as well as their speed. It is meant to be as fast as C that one likes to read can be: plain
 * structs, tables, loops that the compiler can see through. A better algorithm belongs in both places.
 *
 * It keeps all that a Misty state holds (epochs, tallies, what left play), so that both do the same work.
 * Built by bench/twin.py: cc -O3 -march=native -shared -fPIC.
 */

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* ---------------------------------------------------------------- the components */

enum { SEATS = 4, KINDS = 14, CARDS = 54, ROUNDS = 9, WINS = 2, PAIR = 1, NOTHING = -1 };

/* The window floats on a lattice with its first card in the middle (MI-1). */
enum { SIDE = 7, SPACES = SIDE * SIDE, MIDDLE = SPACES / 2, OUTSIDE = -1 };

enum family { ARROW, FLOWER, MONSTER, SMILE, PLAIN };
enum arrow { UP, DOWN, LEFT, RIGHT, NONE = -1 };

/* Rocket, balloon, leaf, raindrop, fire truck, scooter, tractor, unicycle; flower, monster, smile; heart, star, house. */
static const int8_t COUNT[KINDS] = {4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 6, 2, 2, 2};
static const int8_t POINTS[KINDS] = {1, 1, 1, 1, 1, 1, 1, 1, 2, 1, 1, 1, 1, 1};
static const int8_t FAMILY[KINDS] = {ARROW, ARROW, ARROW,  ARROW,   ARROW, ARROW, ARROW,
                                     ARROW, FLOWER, MONSTER, SMILE, PLAIN, PLAIN, PLAIN};
static const int8_t POINTS_TO[KINDS] = {UP,   UP,   DOWN, DOWN, RIGHT, RIGHT, LEFT,
                                        LEFT, NONE, NONE, NONE, NONE,  NONE,  NONE};

/* The spaces that touch each space by side or corner; the space itself where the lattice ends. */
static uint8_t AROUND[SPACES][8];

__attribute__((constructor)) static void lay_lattice(void) {
    for (int space = 0; space < SPACES; space++) {
        int n = 0;
        for (int r = -1; r <= 1; r++)
            for (int c = -1; c <= 1; c++) {
                int row = space / SIDE + r, column = space % SIDE + c;
                bool inside = row >= 0 && row < SIDE && column >= 0 && column < SIDE;
                if (r != 0 || c != 0)
                    AROUND[space][n++] = (uint8_t)(inside ? row * SIDE + column : space);
            }
    }
}

/* The standard window and the small one. */
static const struct size {
    int8_t deals, hand, longer, shorter;
} SIZE[2] = {{2, 6, 4, 3}, {3, 3, 3, 3}};

/* Moves are numbers: pick a kind (the vocabulary has room for 16), place on a space, move the card of a space. */
enum { PICK_0 = 0, PLACE_0 = 16, MOVE_0 = PLACE_0 + SPACES, MOVES = MOVE_0 + SPACES };

enum phase { DEALING, BUILDING, ACTIVATION, FEEDING, AWARDING, OVER };

/* ---------------------------------------------------------------- a match */

/* A seat and the window it builds. */
struct seat {
    int8_t window[SPACES];                      /* the top card of each space */
    int8_t blur[SPACES];                        /* 1 where a card lies on another */
    int8_t moved[SPACES];                       /* 1 where the top card has moved */
    int8_t highest, lowest, leftmost, rightmost; /* the bounds of the window */
    int8_t picked;                              /* the card laid down hidden */
    int8_t placing;                             /* the card revealed, not yet in the window */
    int8_t placed;                              /* cards put into the window in this deal */
    int8_t wins;                                /* rounds won */
    int16_t points;                             /* of all finished rounds */
};

struct match {
    uint64_t key[4], block[4], drawn; /* the random stream */
    int32_t epoch;                    /* goes up whenever a seat learns something */
    int8_t seats, format, phase, rounds, deal, top;
    int8_t deck[CARDS];
    int8_t hand[SEATS][KINDS]; /* how many of each kind, by the seat the hand was dealt to */
    int8_t gone[KINDS];        /* cards that left play in this round */
    int8_t tally[ROUNDS][SEATS];
    struct seat seat[SEATS];
};

static inline int least(int a, int b) { return a < b ? a : b; }
static inline int most(int a, int b) { return a > b ? a : b; }

/* ---------------------------------------------------------------- chance */

static inline uint64_t rotate(uint64_t x, int bits) { return x << bits | x >> (64 - bits); }

/* Threefry's mixing step. */
#define MIX(a, b, bits) (a += b, b = rotate(b, bits) ^ a)

/* The next block of the stream: Threefry-4x64 with 20 rounds, keyed by the seed. */
static void threefry(struct match *m, uint64_t counter) {
    uint64_t k[5] = {m->key[0], m->key[1], m->key[2], m->key[3], 0x1BD11BDAA9FC1A22};
    for (int i = 0; i < 4; i++)
        k[4] ^= k[i];
    uint64_t a = counter + k[0], b = k[1], c = k[2], d = k[3];
#pragma GCC unroll 5
    for (int fours = 0; fours < 5; fours++) {
        if (fours % 2 == 0) {
            MIX(a, b, 14), MIX(c, d, 16), MIX(a, d, 52), MIX(c, b, 57);
            MIX(a, b, 23), MIX(c, d, 40), MIX(a, d, 5), MIX(c, b, 37);
        } else {
            MIX(a, b, 25), MIX(c, d, 33), MIX(a, d, 46), MIX(c, b, 12);
            MIX(a, b, 58), MIX(c, d, 22), MIX(a, d, 32), MIX(c, b, 32);
        }
        /* The key moves on by one word after every four rounds. */
        a += k[(fours + 1) % 5], b += k[(fours + 2) % 5], c += k[(fours + 3) % 5];
        d += k[(fours + 4) % 5] + fours + 1;
    }
    m->block[0] = a, m->block[1] = b, m->block[2] = c, m->block[3] = d;
}

/* The next 32 bits of the stream. */
static inline uint32_t draw_word(struct match *m) {
    unsigned place = m->drawn % 8;
    if (place == 0)
        threefry(m, m->drawn / 8);
    m->drawn++;
    return (uint32_t)(m->block[place / 2] >> (place % 2 * 32));
}

/* An even number from 0 to n - 1, from the stream, by Lemire's method. */
static inline int draw(struct match *m, uint32_t n) {
    uint64_t product = (uint64_t)draw_word(m) * n;
    if ((uint32_t)product < n) {
        uint32_t unfair = -n % n;
        while ((uint32_t)product < unfair)
            product = (uint64_t)draw_word(m) * n;
    }
    return (int)(product >> 32);
}

/* The dice of random play: a number from 0 to n - 1 (SplitMix64). */
static inline int roll(uint64_t *dice, uint64_t n) {
    uint64_t x = *dice += 0x9E3779B97F4A7C15;
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9;
    x = (x ^ x >> 27) * 0x94D049BB133111EB;
    x ^= x >> 31;
    return (int)((x >> 32) * n >> 32);
}

/* ---------------------------------------------------------------- setting up the game */

/* Empty windows, empty hands. */
static void clear_table(struct match *m) {
    for (int i = 0; i < m->seats; i++) {
        struct seat *seat = &m->seat[i];
        memset(seat->window, NOTHING, sizeof seat->window);
        memset(seat->blur, 0, sizeof seat->blur);
        memset(seat->moved, 0, sizeof seat->moved);
        seat->highest = seat->lowest = seat->leftmost = seat->rightmost = SIDE / 2;
        seat->picked = seat->placing = NOTHING;
        seat->placed = 0;
    }
    memset(m->hand, 0, sizeof m->hand);
    memset(m->gone, 0, sizeof m->gone);
}

static void setup(struct match *m, int seats, int format, const uint64_t seed[4]) {
    memset(m, 0, sizeof *m);
    memcpy(m->key, seed, sizeof m->key);
    m->seats = (int8_t)seats, m->format = (int8_t)format;
    m->phase = DEALING;
    memset(m->deck, NOTHING, sizeof m->deck);
    memset(m->tally, NOTHING, sizeof m->tally);
    clear_table(m);
}

/* Shuffle all cards. */
static void start_round(struct match *m) {
    clear_table(m);
    int8_t *card = m->deck;
    for (int kind = 0; kind < KINDS; kind++)
        for (int n = 0; n < COUNT[kind]; n++)
            *card++ = (int8_t)kind;
    for (int i = CARDS - 1; i > 0; i--) {
        int j = draw(m, (uint32_t)i + 1);
        int8_t other = m->deck[j];
        m->deck[j] = m->deck[i];
        m->deck[i] = other;
    }
    m->top = m->deal = 0;
}

/* A hand for each seat from the rest of the deck, without shuffling again. */
static void deal(struct match *m) {
    for (int i = 0; i < m->seats; i++) {
        m->seat[i].placed = 0;
        for (int n = 0; n < SIZE[m->format].hand; n++) {
            m->hand[i][m->deck[m->top]]++;
            m->deck[m->top++] = NOTHING;
        }
    }
    m->phase = BUILDING;
    m->epoch++;
}

/* ---------------------------------------------------------------- construction: who holds which hand */

/* The neighbours of a seat. Hands go left, then right, then left again (MI-9). */
static inline int after(const struct match *m, int i) { return i < m->seats - 1 ? i + 1 : 0; }
static inline int before(const struct match *m, int i) { return i > 0 ? i - 1 : m->seats - 1; }
static inline int giver(const struct match *m, int i) { return m->deal % 2 == 0 ? before(m, i) : after(m, i); }
static inline int receiver(const struct match *m, int i) { return m->deal % 2 == 0 ? after(m, i) : before(m, i); }

/* The hand that a seat holds: hands stay where they were dealt, and seats walk past them. */
static inline int8_t *hand_of(struct match *m, int i) {
    int walked = m->seat[i].placed;
    return m->hand[(i + (m->deal % 2 == 0 ? m->seats - 1 : 1) * walked) % m->seats];
}

/* Cards in the hand that a seat holds or is about to take up, its hidden pick included. */
static inline int cards_left(const struct match *m, int i) { return SIZE[m->format].hand - m->seat[i].placed; }

/* Whether the next hand is in its hands: the giver has passed it on, and it is not the last card (MI-2). */
static inline bool has_taken_up(const struct match *m, int i) {
    int placed = m->seat[i].placed;
    return cards_left(m, i) > 1 && (placed == 0 || m->seat[giver(m, i)].placed >= placed);
}

/* Whether the windows are still empty. */
static inline bool first_card(const struct match *m) { return m->deal == 0 && m->seat[0].placed == 0; }

/* ---------------------------------------------------------------- construction: pick, reveal, place, pass */

/* A revealed card waits for a space; the first one goes to the middle by itself. */
static inline bool must_place(const struct match *m, int i) {
    return m->seat[i].placing != NOTHING && !first_card(m);
}

/* A hand is held and nothing has been picked from it. */
static inline bool may_pick(const struct match *m, int i) {
    return m->seat[i].picked == NOTHING && m->seat[i].placing == NOTHING && has_taken_up(m, i);
}

/* Choose a card and put it down hidden. */
static void pick(struct match *m, int i, int kind) {
    hand_of(m, i)[kind]--;
    m->seat[i].picked = (int8_t)kind;
}

/* All have picked: turn the cards over. */
static void reveal(struct match *m) {
    for (int i = 0; i < m->seats; i++) {
        m->seat[i].placing = m->seat[i].picked;
        m->seat[i].picked = NOTHING;
    }
    m->epoch++;
}

/* The last card of each hand is picked by itself. */
static void reveal_last(struct match *m) {
    for (int i = 0; i < m->seats; i++) {
        int8_t *hand = hand_of(m, i);
        for (int kind = 0; kind < KINDS; kind++)
            if (hand[kind] > 0) {
                hand[kind] = 0;
                m->seat[i].placing = (int8_t)kind;
            }
    }
    m->epoch++;
}

/* Pass the hand on; each hand taken up by it begins an epoch (MI-2). */
static inline void pass_on(struct match *m, int i) {
    m->seat[i].placed++;
    m->epoch += has_taken_up(m, i);
    int other = receiver(m, i);
    m->epoch += m->seat[other].placed == m->seat[i].placed && cards_left(m, other) > 1;
}

/* Put the revealed card into the window and pass the hand on. */
static void place(struct match *m, int i, int space) {
    struct seat *seat = &m->seat[i];
    seat->window[space] = seat->placing;
    seat->placing = NOTHING;
    int row = space / SIDE, column = space % SIDE;
    seat->highest = (int8_t)least(seat->highest, row);
    seat->lowest = (int8_t)most(seat->lowest, row);
    seat->leftmost = (int8_t)least(seat->leftmost, column);
    seat->rightmost = (int8_t)most(seat->rightmost, column);
    pass_on(m, i);
}

/* The first card goes to the middle of the lattice (MI-1). */
static void place_first(struct match *m) {
    for (int i = 0; i < m->seats; i++)
        place(m, i, MIDDLE);
    m->epoch++;
}

/* How wide a window of that height may be: it still fits one of its two shapes (MI-1). */
static inline int widest(const struct size *size, int height) {
    return height <= size->shorter ? size->longer : height <= size->longer ? size->shorter : 0;
}

/* Whether a card of the window touches the space by side or corner. */
static inline bool touches(const struct seat *seat, int space) {
    bool touched = false;
    for (int i = 0; i < 8; i++)
        touched |= seat->window[AROUND[space][i]] != NOTHING;
    return touched;
}

/* Legal moves are written down one behind the other without a branch: each is overwritten by the next unless it
 * counts. Whether it does is too random for a processor to guess. */

/* Each kind of card in the hand, once. */
static int legal_picks(struct match *m, int i, int32_t *out) {
    const int8_t *hand = hand_of(m, i);
    int n = 0;
    for (int kind = 0; kind < KINDS; kind++) {
        out[n] = PICK_0 + kind;
        n += hand[kind] > 0;
    }
    return n;
}

/* Each empty space that touches a card, so one step out of the window at most, and keeps it in shape. */
static int legal_places(const struct match *m, int i, int32_t *out) {
    const struct seat *seat = &m->seat[i];
    const struct size *size = &SIZE[m->format];
    int highest = seat->highest, lowest = seat->lowest, leftmost = seat->leftmost, rightmost = seat->rightmost;
    int n = 0;
    for (int row = highest - 1; row <= lowest + 1; row++) {
        int height = most(lowest, row) - least(highest, row) + 1;
        int width = widest(size, height);
        if (rightmost - leftmost + 1 > width)
            continue;
        int first = most(leftmost - 1, rightmost - width + 1);
        int last = least(rightmost + 1, leftmost + width - 1);
        for (int column = first; column <= last; column++) {
            int space = row * SIDE + column;
            out[n] = PLACE_0 + space;
            n += (seat->window[space] == NOTHING) & touches(seat, space);
        }
    }
    return n;
}

/* ---------------------------------------------------------------- card activation */

/* Whether an uncovered card of that family lies on the space and has not moved. */
static inline bool is_unmoved(const struct seat *seat, int space, enum family family) {
    int card = seat->window[space];
    return card != NOTHING && (FAMILY[card] == (int8_t)family) & !seat->moved[space];
}

/* The first such card in reading order; OUTSIDE if there is none. */
static inline int first_of(const struct seat *seat, enum family family) {
    for (int row = seat->highest; row <= seat->lowest; row++)
        for (int column = seat->leftmost; column <= seat->rightmost; column++)
            if (is_unmoved(seat, row * SIDE + column, family))
                return row * SIDE + column;
    return OUTSIDE;
}

/* Each arrow card that has not moved and is not covered (MI-3). */
static int legal_activations(const struct match *m, int i, int32_t *out) {
    const struct seat *seat = &m->seat[i];
    int n = 0;
    for (int row = seat->highest; row <= seat->lowest; row++)
        for (int column = seat->leftmost; column <= seat->rightmost; column++) {
            int space = row * SIDE + column;
            out[n] = MOVE_0 + space;
            n += is_unmoved(seat, space, ARROW);
        }
    return n;
}

/* The space that an arrow points to, OUTSIDE if that is not in the window (MI-1). */
static inline int beside(const struct seat *seat, int space, int arrow) {
    static const int8_t ROW_STEP[] = {-1, 1, 0, 0}, COLUMN_STEP[] = {0, 0, -1, 1};
    int row = space / SIDE + ROW_STEP[arrow], column = space % SIDE + COLUMN_STEP[arrow];
    bool inside = row >= seat->highest && row <= seat->lowest && column >= seat->leftmost && column <= seat->rightmost;
    return inside ? row * SIDE + column : OUTSIDE;
}

/* Move the arrow card one space; what it lands on is covered for good (MI-4). */
static void activate(struct match *m, int i, int space) {
    struct seat *seat = &m->seat[i];
    int8_t card = seat->window[space];
    seat->window[space] = NOTHING;
    int target = beside(seat, space, POINTS_TO[card]);
    if (target == OUTSIDE) {
        m->gone[card]++;
        return;
    }
    int8_t covered = seat->window[target];
    if (covered != NOTHING) {
        seat->blur[target] = 1;
        m->gone[covered]++;
    }
    seat->window[target] = card;
    seat->moved[target] = 1;
}

/* ---------------------------------------------------------------- monsters */

/* In every window the next hungry monster eats the first flower left (MI-5). Whether any did. */
static bool feed_monsters(struct match *m) {
    bool eaten = false;
    for (int i = 0; i < m->seats; i++) {
        struct seat *seat = &m->seat[i];
        int monster = first_of(seat, MONSTER);
        int flower = monster != OUTSIDE ? first_of(seat, FLOWER) : OUTSIDE;
        if (flower == OUTSIDE)
            continue;
        m->gone[seat->window[flower]]++;
        seat->window[flower] = seat->window[monster];
        seat->window[monster] = NOTHING;
        seat->moved[flower] = 1;
        eaten = true;
    }
    return eaten;
}

/* ---------------------------------------------------------------- end of the game and scoring */

/* All cards of a blurred space are removed. Whether there was any. */
static bool wipe_blurs(struct match *m) {
    bool wiped = false;
    for (int i = 0; i < m->seats; i++) {
        struct seat *seat = &m->seat[i];
        for (int row = seat->highest; row <= seat->lowest; row++)
            for (int column = seat->leftmost; column <= seat->rightmost; column++) {
                int space = row * SIDE + column;
                if (seat->blur[space] && seat->window[space] != NOTHING) {
                    m->gone[seat->window[space]]++;
                    seat->window[space] = NOTHING;
                    wiped = true;
                }
            }
    }
    return wiped;
}

/* Each card its points, and a bonus for each pair of smiles side by side (MI-6). */
static int window_score(const struct seat *seat) {
    int points = 0;
    for (int row = seat->highest; row <= seat->lowest; row++) {
        int smiles = 0;
        for (int column = seat->leftmost; column <= seat->rightmost; column++) {
            int card = seat->window[row * SIDE + column];
            if (card != NOTHING)
                points += POINTS[card];
            smiles = card != NOTHING && FAMILY[card] == SMILE ? smiles + 1 : 0;
            if (smiles == 2) {
                points += PAIR;
                smiles = 0;
            }
        }
    }
    return points;
}

/* Score every window. */
static void count_points(struct match *m) {
    for (int i = 0; i < m->seats; i++) {
        int points = window_score(&m->seat[i]);
        m->tally[m->rounds][i] = (int8_t)points;
        m->seat[i].points += (int16_t)points;
    }
    m->phase = AWARDING;
}

/* Whoever has the most points wins the round, all tied leaders too (MI-7). */
static void award_round(struct match *m) {
    const int8_t *tally = m->tally[m->rounds];
    int best = 0;
    for (int i = 0; i < m->seats; i++)
        best = most(best, tally[i]);
    m->phase = DEALING;
    for (int i = 0; i < m->seats; i++)
        if (tally[i] == best && ++m->seat[i].wins == WINS)
            m->phase = OVER;
    m->rounds++;
    m->deal = 0;
    m->epoch++;
}

/* ---------------------------------------------------------------- deciding */

/* The seats that may decide now, as bits; windows don't interact, so all activate at once (MI-11). */
static unsigned pending(const struct match *m) {
    unsigned mask = 0;
    if (m->phase == BUILDING) {
        for (int i = 0; i < m->seats; i++)
            mask |= (unsigned)(must_place(m, i) || may_pick(m, i)) << i;
    } else if (m->phase == ACTIVATION) {
        for (int i = 0; i < m->seats; i++)
            mask |= (unsigned)(first_of(&m->seat[i], ARROW) != OUTSIDE) << i;
    }
    return mask;
}

/* The legal moves of a seat. */
static int legal(struct match *m, int i, int32_t *out) {
    if (m->phase == ACTIVATION)
        return legal_activations(m, i, out);
    if (m->phase != BUILDING)
        return 0;
    if (must_place(m, i))
        return legal_places(m, i, out);
    if (may_pick(m, i))
        return legal_picks(m, i, out);
    return 0;
}

/* Apply one legal move. */
static void play(struct match *m, int i, int move) {
    if (move >= MOVE_0)
        activate(m, i, move - MOVE_0);
    else if (move >= PLACE_0)
        place(m, i, move - PLACE_0);
    else
        pick(m, i, move - PICK_0);
}

/* ---------------------------------------------------------------- what happens by itself */

/* Reveals, last cards, the next deal and the start of activation wait for all (MI-2). */
static void beat_of_construction(struct match *m) {
    if (m->seat[0].picked != NOTHING)
        reveal(m);
    else if (m->seat[0].placing != NOTHING)
        place_first(m);
    else if (cards_left(m, 0) == 1)
        reveal_last(m);
    else if (++m->deal < SIZE[m->format].deals)
        deal(m);
    else {
        m->phase = ACTIVATION;
        m->epoch++;
    }
}

/* One automatic step: whatever is next when no seat has a decision. */
static void beat(struct match *m) {
    switch (m->phase) {
    case DEALING:
        start_round(m);
        deal(m);
        break;
    case BUILDING:
        beat_of_construction(m);
        break;
    case ACTIVATION:
        m->phase = FEEDING;
        m->epoch++; /* and feed at once */
        /* fall through */
    case FEEDING:
        if (!feed_monsters(m) && !wipe_blurs(m))
            count_points(m);
        break;
    default:
        award_round(m);
    }
}

/* ---------------------------------------------------------------- random play */

/* Run beats until a seat has a decision; the pending seats, none when the match is over. */
static unsigned run_beats(struct match *m) {
    unsigned mask = pending(m);
    while (!mask && m->phase != OVER) {
        beat(m);
        mask = pending(m);
    }
    return mask;
}

/* Play on at random to the end; how many moves that took. */
static int64_t playout(struct match *m, uint64_t *dice) {
    int32_t moves[MOVES];
    int64_t count = 0;
    for (unsigned mask = run_beats(m); mask; mask = run_beats(m)) {
        int seat = __builtin_ctz(mask);
        int n = legal(m, seat, moves);
        play(m, seat, moves[roll(dice, (uint64_t)n)]);
        count++;
    }
    return count;
}

/* ---------------------------------------------------------------- what the benchmark calls */

/* Fold a number into a checksum (FNV-1a, a word at a time). */
static inline uint64_t fold(uint64_t sum, uint64_t word) { return (sum ^ word) * 0x100000001B3; }

/* Set up and play `matches` matches at random, seeds counting up. Adds points to `totals`, folds how every match
 * ended into `checksum`, gives the moves. */
int64_t misty_playouts(int64_t seats, int64_t window, uint64_t seed[4], uint64_t *dice, int64_t totals[SEATS],
                       uint64_t *checksum, int64_t matches) {
    struct match m;
    int64_t count = 0;
    for (int64_t n = 0; n < matches; n++) {
        setup(&m, (int)seats, (int)window, seed);
        int64_t moves = playout(&m, dice);
        uint64_t sum = fold(*checksum, (uint64_t)moves);
        for (int i = 0; i < seats; i++) {
            totals[i] += m.seat[i].points;
            sum = fold(sum, (uint64_t)m.seat[i].points);
            sum = fold(sum, (uint64_t)m.seat[i].wins);
        }
        *checksum = fold(sum, (uint64_t)m.epoch);
        count += moves;
        seed[0]++;
    }
    return count;
}
