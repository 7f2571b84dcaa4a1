/*
An adapter for fairdeal: a card game that answers questions, one line with tabs between its fields for each.

It works as it stands, with a small game of its own at the bottom. To connect a game that exists already, change the
lines between "your game" and "end", and throw the stand-in away. Nothing else needs to change.

    cc -std=c99 -O2 -o adapter adapter.c
    fairdeal smoke --wire tab -- ./adapter       is it wired rightly?
    fairdeal verify --wire tab -- ./adapter      does the game keep the rules?

What `claim` says of each game, so that it is asked no more than it can do (a tab before each field):

    game          beggar or camicia; another game= begins what is said of another game
    seats         how many can play: 2 or 2,3,4 or 2-6
                  (4 and more play with two packs, 104 cards, unless variant.packs=1)
    loop          does it notice a game that goes round for ever? none: no, it plays on until the budget;
                  eventually: at some time; first_repeat: as soon as hands and leader come again at an empty middle
    count_cards   laid, or laid_and_failed_draw: a card that somebody should lay and does not have counts too
    count_tricks  with_last_pile, or collected_only: a last pile that nobody could answer does not count
    variant.???   what it plays differently on purpose: variant.payer_out=claimant_takes

Leave out the two ways of counting if you are not sure: they are found out. `fairdeal rules beggar` lists all that can
stand for ???; name one way if the game always plays so, and several, with commas, if it can be told which.
*/
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- your game: what it can do, and one call of it ---- */
static const char claim[] = "name=stand-in\tversion=1\tlanguage=c"
                            "\tgame=beggar\tseats=2\tloop=none\tcount_cards=laid\tcount_tricks=with_last_pile";
static int stand_in(const char **hands, long budget, long *cards, long *tricks);

static void play(const char *id, const char *game, int seats, const char **hands, const char **variant,
                 long budget)
{
    long cards, tricks;
    int winner;

    if (strcmp(game, "beggar") != 0 || seats != 2 || variant[0] != NULL)
        printf("no\t%s\tunsupported\n", id); /* the game cannot play this */
    else if ((winner = stand_in(hands, budget, &cards, &tricks)) < 0)
        printf("ok\t%s\tbudget\tcards=%ld\n", id, budget);
    else
        printf("ok\t%s\twon\twinner=%d\tcards=%ld\ttricks=%ld\n", id, winner, cards, tricks);
}
/* ---- end ---- */
/*
   hands    one text for each seat, such as "J-A--" and "--QK-": the first seat leads, the first card of a hand is
            played first; - asks for nothing, J Q K A ask for one to four cards. No hand is empty.
   variant  for each rule that the claim lists under variant the way chosen, where it is not the usual one, such as
            "payer_out=claimant_takes"; a NULL ends the list
   budget   give up when so many cards are laid and the game is not over: it may never end
   winner   the seat that wins, counted from 0. Leave out cards= or tricks= if the game does not count them.
   A loop is "ok\t%s\tloop\tstem_cards=4\tperiod_cards=6": cards before it, and cards once round.
   Standard output is the wire: whatever else the game prints must go to standard error.
*/

/* ---- the wire: one line in, one line out ---- */

enum { LONGEST_LINE = 1 << 16, MOST_FIELDS = 64 };

/* Cut a text at every `by`. Returns how many parts there are; a NULL follows the last one. */
static int split(char *text, char by, const char **parts)
{
    int count = 0;

    while (text != NULL && count < MOST_FIELDS) {
        parts[count++] = text;
        text = strchr(text, by);
        if (text != NULL)
            *text++ = '\0';
    }
    parts[count] = NULL;
    return count;
}

int main(void)
{
    static char line[LONGEST_LINE], cards_of_all[LONGEST_LINE];
    const char *field[MOST_FIELDS + 1], *hands[MOST_FIELDS + 1];

    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        int fields = split(line, '\t', field);
        const char *id = fields > 1 ? field[1] : "-1";

        if (strcmp(field[0], "hello") == 0) {
            printf("ok\t%s\tprotocol=1\t%s\n", id, claim);
        } else if (strcmp(field[0], "bye") == 0) {
            printf("ok\t%s\n", id);
            return 0;
        } else if (strcmp(field[0], "play") == 0 && fields >= 7 && strcmp(field[4], "class") == 0) {
            strcpy(cards_of_all, field[6]);
            int seats = split(cards_of_all, '/', hands);
            play(id, field[2], seats, hands, field + 7, atol(field[5]));
        } else {
            printf("no\t%s\tunsupported\n", id);
        }
        fflush(stdout);
    }
    return 0;
}

/* ---- the stand-in: Beggar My Neighbour for two. Throw it away when your game is connected ---- */

/* Returns the winner, or -1 after `budget` cards; counts the cards laid and the piles taken. */
static int stand_in(const char **hands, long budget, long *cards, long *tricks)
{
    static char pile[2][LONGEST_LINE], middle[LONGEST_LINE];
    const char classes[] = "-JQKA"; /* the place of a class here is what it asks for */
    int turn = 0, taker = 0, debt = 0;
    size_t laid = 0;

    strcpy(pile[0], hands[0]);
    strcpy(pile[1], hands[1]);
    *cards = *tricks = 0;
    while (laid > 0 || (pile[0][0] != '\0' && pile[1][0] != '\0')) {
        if (*cards == budget)
            return -1;
        char card = pile[turn][0];
        memmove(pile[turn], pile[turn] + 1, strlen(pile[turn]));
        middle[laid++] = card;
        ++*cards;
        int paid = debt == 1 && card == '-';
        if (debt > 0 && card == '-') {
            --debt;
        } else {
            debt = (int)(strchr(classes, card) - classes);
            taker = turn;
            turn = 1 - turn;
        }
        if (paid || pile[turn][0] == '\0') {
            middle[laid] = '\0';
            strcat(pile[taker], middle);
            laid = 0;
            debt = 0;
            turn = taker;
            ++*tricks;
        }
    }
    return taker;
}
