/* Specimen with a planted fault: Beggar My Neighbour for two, in C99.
 *
 * The fault is of the kind DEBT: a pay card laid during a payment is added to what is still owed, instead of
 * cancelling it. It breaks BMN-25 (a new pay card cancels the old debt); everything else in here is right.
 *
 *     cc -std=c99 -O2 -Wall -Wextra -Werror -o debt_added debt_added.c
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_CARDS = 208, MAX_LINE = 8192 };

/* ---- the game ---- */

typedef struct {
    char cards[MAX_CARDS + 1];
    int count;
} Stack;

typedef struct {
    Stack hand[2], pile;
    int turn;
    long cards, tricks;
} Game;

typedef struct {
    char text[MAX_CARDS + 4];
    long cards, tricks;
} Position;

static int demand(char card)
{
    switch (card) {
    case 'J': return 1;
    case 'Q': return 2;
    case 'K': return 3;
    case 'A': return 4;
    default: return 0;
    }
}

static char draw(Stack *stack)
{
    char card = stack->cards[0];
    stack->count -= 1;
    memmove(stack->cards, stack->cards + 1, (size_t)stack->count);
    return card;
}

static void collect(Game *game, int taker)
{
    Stack *hand = &game->hand[taker];
    memcpy(hand->cards + hand->count, game->pile.cards, (size_t)game->pile.count);
    hand->count += game->pile.count;
    game->pile.count = 0;
    game->tricks += 1;
    game->turn = taker;
}

static void play_trick(Game *game)
{
    int debt = 0;
    for (;;) {
        int other = 1 - game->turn;
        if (game->hand[game->turn].count == 0) {
            collect(game, other);
            return;
        }
        char card = draw(&game->hand[game->turn]);
        game->pile.cards[game->pile.count++] = card;
        game->cards += 1;
        if (demand(card) > 0) {
            debt += demand(card);
            game->turn = other;
        } else if (debt == 0) {
            game->turn = other;
        } else if (--debt == 0) {
            collect(game, other);
            return;
        }
    }
}

static void write_position(const Game *game, Position *position)
{
    const Stack *hand = game->hand;
    snprintf(position->text, sizeof position->text, "%d%.*s/%.*s", game->turn, hand[0].count, hand[0].cards,
             hand[1].count, hand[1].cards);
    position->cards = game->cards;
    position->tricks = game->tricks;
}

/* Plays the game to its end and prints the outcome as JSON. */
static void play(Game *game, long budget)
{
    Position *seen = NULL;
    size_t used = 0, room = 0;
    while (game->hand[0].count > 0 && game->hand[1].count > 0 && game->cards < budget) {
        if (used == room) {
            room = room ? 2 * room : 64;
            Position *more = realloc(seen, room * sizeof *seen);
            if (more == NULL) abort();
            seen = more;
        }
        write_position(game, &seen[used]);
        for (size_t i = 0; i < used; i++) {
            if (strcmp(seen[i].text, seen[used].text) != 0) continue;
            printf("{\"status\":\"loop\",\"stem_cards\":%ld,\"period_cards\":%ld,"
                   "\"stem_tricks\":%ld,\"period_tricks\":%ld}",
                   seen[i].cards, game->cards - seen[i].cards, seen[i].tricks, game->tricks - seen[i].tricks);
            free(seen);
            return;
        }
        used++;
        play_trick(game);
    }
    free(seen);
    if (game->hand[0].count > 0 && game->hand[1].count > 0) {
        printf("{\"status\":\"budget\",\"cards\":%ld}", game->cards);
        return;
    }
    printf("{\"status\":\"won\",\"winner\":%d,\"cards\":%ld,\"tricks\":%ld}", game->hand[0].count == 0, game->cards,
           game->tricks);
}

/* ---- the adapter ---- */

/* The value of a key, or NULL. Requests are flat enough for a search; no string in them holds a quoted key. */
static const char *value_of(const char *text, const char *key)
{
    size_t length = strlen(key);
    for (; text != NULL && (text = strchr(text, '"')) != NULL; text++) {
        if (strncmp(text + 1, key, length) != 0 || text[1 + length] != '"') continue;
        const char *rest = text + length + 2;
        rest += strspn(rest, " \t");
        if (*rest == ':') return rest + 1 + strspn(rest + 1, " \t");
    }
    return NULL;
}

static int is(const char *value, const char *word)
{
    return value != NULL && *value == '"' && strncmp(value + 1, word, strlen(word)) == 0 &&
           value[1 + strlen(word)] == '"';
}

/* Reads ["J-A--","--QK-"]; 0 unless it is just that, with cards we know and not too many. */
static int read_hands(const char *text, Game *game)
{
    if (text == NULL || *text++ != '[') return 0;
    for (int seat = 0; seat < 2; seat++) {
        text += strspn(text, seat == 1 ? " \t," : " \t");
        if (*text++ != '"') return 0;
        size_t count = strspn(text, "-JQKA");
        if (count > MAX_CARDS / 2 || text[count] != '"') return 0;
        memcpy(game->hand[seat].cards, text, count);
        game->hand[seat].count = (int)count;
        text += count + 1;
    }
    return text[strspn(text, " \t")] == ']';
}

static void answer(const char *line, const char *op)
{
    Game game = {0};
    const char *id = value_of(line, "id"), *budget = value_of(value_of(line, "budget"), "cards");
    printf("{\"id\":%ld,", id ? strtol(id, NULL, 10) : -1L);
    if (is(op, "hello")) {
        printf("\"ok\":{\"protocol\":1,\"adapter\":{\"name\":\"debt-added\",\"version\":\"1\",\"language\":\"c\","
               "\"source\":\"specimen\"},\"games\":[{\"game\":\"beggar\",\"levels\":[\"outcome\"],\"seats\":[2],"
               "\"cards\":[\"class\"],\"loop\":\"first_repeat\"}]}");
    } else if (is(op, "bye")) {
        printf("\"ok\":{}");
    } else if (!is(op, "play") || !is(value_of(line, "game"), "beggar")) {
        printf("\"no\":{\"why\":\"unsupported\"}");
    } else if (!read_hands(value_of(line, "hands"), &game)) {
        printf("\"no\":{\"why\":\"bad-deal\"}");
    } else {
        printf("\"ok\":{\"outcome\":");
        play(&game, budget ? strtol(budget, NULL, 10) : 100000L);
        printf("}");
    }
    printf("}\n");
    fflush(stdout);
}

int main(void)
{
    static char line[MAX_LINE];
    while (fgets(line, sizeof line, stdin) != NULL) {
        if (strchr(line, '\n') == NULL && !feof(stdin)) { /* longer than any deal we can play: refuse, once */
            for (int c = getchar(); c != '\n' && c != EOF; c = getchar()) continue;
            char *hands = strstr(line, "\"hands\"");
            if (hands != NULL) *hands = '\0';
        }
        const char *op = value_of(line, "op");
        answer(line, op);
        if (is(op, "bye")) break;
    }
    return 0;
}
