/* U.S. President with two seats in plain C: the limit our compiled rules are measured against.
 *
 * `hustings bench` compiles this with the system's compiler, plays the same keys here and there in turns and prints
 * the ratio. It shares no line with the rules in src/hustings/games/president and keeps only what a random game asks
 * for: no events, no pyramids by size, no small set-ups. Numbers are drawn as hustings.engine.kernels.chance draws them
 * and used in the same order, so equal keys give equal games; tests/arena/test_limit.py holds the two to that.
 * Default options: cards dealt equally, an overtaken card goes aside, the last player inherits, votes of 2012. UP-n are
 * the clauses of the rules.
 */
#include <stdint.h>

enum { SEATS = 2, STATES = 11, SIZES = 3, WEEKS = 12, OF_EACH_SIZE = 4, MOST_IN_STATE = 3 };
enum { FLORIDA = STATES - 1, FLORIDA_MARGIN = 2, MAJORITY = 73, NOBODY = SEATS };
enum { CARDS = 0, CHOICES = 1 << 20 }; /* the streams numbers are drawn from */

static const int ELECTORS[STATES] = {3, 6, 6, 9, 10, 13, 15, 16, 18, 20, 29};

typedef struct {
    int stock[SEATS][SIZES];
    int pieces[SEATS][STATES];
    int points[SEATS][STATES];
    int holder[STATES];
    int remaining[SEATS];
    int electors[SEATS];
    int winner;
} Game;

/* --- chance: splitmix64 */

static const uint64_t GAMMA = 0x9E3779B97F4A7C15u, FIRST = 0xBF58476D1CE4E5B9u, SECOND = 0x94D049BB133111EBu;

static uint64_t mix(uint64_t word) {
    word += GAMMA;
    word = (word ^ (word >> 30)) * FIRST;
    word = (word ^ (word >> 27)) * SECOND;
    return word ^ (word >> 31);
}

static uint64_t stream_of(uint64_t key, uint64_t stream) { return mix(key ^ (stream * SECOND)); }

static uint64_t draw(uint64_t stream, uint64_t count) { return mix(stream + count * FIRST) >> 1; }

/* --- before the first week */

/* UP-1, UP-2: all pyramids in stock, and five cards each, dealt one by one from the first seat on. */
static void begin(Game *game, uint64_t key) {
    uint64_t stream = stream_of(key, CARDS);
    int beside[STATES];

    *game = (Game){.winner = NOBODY};
    for (int seat = 0; seat < SEATS; seat++) {
        game->remaining[seat] = 1;
        for (int size = 0; size < SIZES; size++) game->stock[seat][size] = OF_EACH_SIZE;
    }
    for (int state = 0; state < STATES; state++) {
        game->holder[state] = NOBODY;
        beside[state] = state;
    }
    for (int dealt = 0; dealt < STATES / SEATS * SEATS; dealt++) {
        int left = STATES - dealt;
        int place = (int)(draw(stream, dealt) % left);
        game->holder[beside[place]] = dealt % SEATS;
        for (; place < left - 1; place++) beside[place] = beside[place + 1];
    }
}

/* --- a week */

/* UP-3: any size that is left, in any state; every legal choice is as likely. */
static int choose(const Game *game, int seat, uint64_t number) {
    int left[SIZES], sizes = 0, place;

    for (int size = 0; size < SIZES; size++) {
        left[sizes] = size;
        sizes += game->stock[seat][size] > 0;
    }
    place = (int)(number % (uint64_t)(sizes * STATES));
    return left[place / STATES] * STATES + place % STATES;
}

/* UP-4: the pyramid stands in the state and 1 is returned, or as the fourth there it leaves the game. */
static int place(Game *game, int seat, int size, int state) {
    game->stock[seat][size]--;
    if (game->pieces[seat][state] == MOST_IN_STATE) return 0;
    game->pieces[seat][state]++;
    game->points[seat][state] += size + 1;
    return 1;
}

typedef struct {
    int leader, best, following;
} Lead;

/* UP-5: who of the remaining has most points in a state, how many, and the most of any other. */
static Lead lead(const Game *game, int state) {
    Lead lead = {NOBODY, 0, 0};

    for (int seat = 0; seat < SEATS; seat++) {
        int points = game->points[seat][state] * game->remaining[seat];
        if (points > lead.best) {
            lead = (Lead){seat, points, lead.best};
        } else if (points > lead.following) {
            lead.following = points;
        }
    }
    return lead;
}

/* UP-5 to UP-7: the card goes to a sole leader; overtaken by a tie it goes aside. */
static void judge(Game *game, int state) {
    Lead now = lead(game, state);
    int holder = game->holder[state];

    if ((holder == NOBODY ? 0 : game->points[holder][state]) == now.best) return;
    game->holder[state] = now.best > now.following ? now.leader : NOBODY;
}

/* UP-3: all choose, then all pyramids are placed, then leads are judged where one was placed. */
static void play_week(Game *game, uint64_t stream, int week) {
    int choice[SEATS], placed[SEATS];

    for (int seat = 0; seat < SEATS; seat++) choice[seat] = choose(game, seat, draw(stream, week * SEATS + seat));
    for (int seat = 0; seat < SEATS; seat++)
        placed[seat] = place(game, seat, choice[seat] / STATES, choice[seat] % STATES);
    for (int seat = 0; seat < SEATS; seat++)
        if (placed[seat]) judge(game, choice[seat] % STATES); /* judged twice, a state gives the same */
}

/* --- the count */

/* UP-8: whether Florida's electors count for its holder. */
static int florida_counts(const Game *game) {
    int holder = game->holder[FLORIDA], best = 0;

    if (holder == NOBODY) return 0;
    for (int seat = 0; seat < SEATS; seat++)
        if (seat != holder && game->remaining[seat] && game->points[seat][FLORIDA] > best)
            best = game->points[seat][FLORIDA];
    return game->points[holder][FLORIDA] - best >= FLORIDA_MARGIN;
}

/* UP-9: count the electors of the remaining; the lowest number among them. */
static int count(Game *game) {
    int held[SEATS + 1] = {0}, lowest = 1000;

    for (int state = 0; state < FLORIDA; state++) held[game->holder[state]] += ELECTORS[state];
    if (florida_counts(game)) held[game->holder[FLORIDA]] += ELECTORS[FLORIDA];
    for (int seat = 0; seat < SEATS; seat++) {
        if (!game->remaining[seat]) continue;
        game->electors[seat] = held[seat];
        if (held[seat] < lowest) lowest = held[seat];
        if (held[seat] >= MAJORITY) game->winner = seat;
    }
    return lowest;
}

/* UP-10, UP-11: the weakest leave, and cards that no remaining player holds go to who leads there alone, else to the
 * last player left, else aside. */
static int eliminate(Game *game, int lowest) {
    int rest = 0, last = NOBODY;

    for (int seat = 0; seat < SEATS; seat++) {
        if (game->electors[seat] == lowest) game->remaining[seat] = 0;
        rest += game->remaining[seat];
        if (game->remaining[seat]) last = seat;
    }
    if (rest != 1) last = NOBODY;
    for (int state = 0; state < STATES; state++) {
        int holder = game->holder[state];
        if (holder != NOBODY && game->remaining[holder]) continue;
        Lead now = lead(game, state);
        game->holder[state] = now.best > now.following ? now.leader : last;
    }
    return rest;
}

/* --- whole games */

/* Play one random game for each key. results[game] gets the seats' weights (1: won, or nobody did; 0: lost) and then
 * their electors, as `verbs.payoff` gives them. Returns the number of decisions. */
int64_t play(const uint64_t *keys, int64_t games, int64_t (*results)[2][SEATS]) {
    int64_t decisions = 0;

    for (int64_t number = 0; number < games; number++) {
        Game game;
        uint64_t stream = stream_of(keys[number], CHOICES);
        int rest = SEATS;

        begin(&game, keys[number]);
        for (int week = 0; week < WEEKS; week++) {
            play_week(&game, stream, week);
            decisions += SEATS;
        }
        while (rest && game.winner == NOBODY) {
            int lowest = count(&game);
            if (game.winner == NOBODY) rest = eliminate(&game, lowest);
        }
        for (int seat = 0; seat < SEATS; seat++) {
            results[number][0][seat] = game.winner == seat || game.winner == NOBODY;
            results[number][1][seat] = game.electors[seat];
        }
    }
    return decisions;
}
