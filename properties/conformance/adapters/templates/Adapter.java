/*
An adapter for fairdeal: a card game that answers questions, one line with tabs between its fields for each.

It works as it stands, with a small game of its own at the bottom. To connect a game that exists already, change the
lines between "your game" and "end", and throw the stand-in away. Nothing else needs to change.

    javac Adapter.java
    fairdeal smoke --wire tab -- java -cp . Adapter       is it wired rightly?
    fairdeal verify --wire tab -- java -cp . Adapter      does the game keep the rules?

What CLAIM says of each game, so that it is asked no more than it can do:

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
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

final class Adapter {
    // ---- your game: what it can do, and one call of it ----
    static final String CLAIM = String.join("\t", "name=stand-in", "version=1", "language=java",
            "game=beggar", "seats=2", "loop=none", "count_cards=laid", "count_tricks=with_last_pile");

    static String outcome(String game, String[] hands, Map<String, String> variant, long budget) {
        if (!game.equals("beggar") || hands.length != 2 || !variant.isEmpty()) {
            return null; // the game cannot play this
        }
        StandIn played = new StandIn(hands);
        int winner = played.play(budget);
        if (winner < 0) {
            return "budget\tcards=" + budget;
        }
        return "won\twinner=" + winner + "\tcards=" + played.cards + "\ttricks=" + played.tricks;
    }
    // ---- end ----
    //
    // hands    one text for each seat, such as "J-A--" and "--QK-": the first seat leads, the first card of a hand is
    //          played first; - asks for nothing, J Q K A ask for one to four cards. No hand is empty.
    // variant  the way chosen for each rule that CLAIM lists under variant, where it is not the usual one
    // budget   give up when so many cards are laid and the game is not over: it may never end
    // winner   the seat that wins, counted from 0. Leave out cards= or tricks= if the game does not count them.
    // A loop is "loop\tstem_cards=4\tperiod_cards=6": cards before it, and cards once round.

    // ---- the wire: one line in, one line out ----

    /** What is answered to the fields of a question. */
    static String replyTo(String[] field) {
        String id = field.length > 1 ? field[1] : "-1";
        if (field[0].equals("hello")) {
            return "ok\t" + id + "\tprotocol=1\t" + CLAIM;
        }
        if (field[0].equals("bye")) {
            return "ok\t" + id;
        }
        if (field[0].equals("play") && field.length >= 7 && field[4].equals("class")) {
            Map<String, String> variant = new HashMap<>();
            for (int place = 7; place < field.length; place++) {
                String[] chosen = field[place].split("=", 2);
                variant.put(chosen[0], chosen[1]);
            }
            try {
                String found = outcome(field[2], field[6].split("/", -1), variant, Long.parseLong(field[5]));
                if (found != null) {
                    return "ok\t" + id + "\t" + found;
                }
            } catch (RuntimeException error) {
                return "err\t" + id + "\t" + error.toString().replaceAll("\\s", " ");
            }
        }
        return "no\t" + id + "\tunsupported";
    }

    /** Answers until goodbye. Standard output is the wire, so whatever the game prints goes to standard error. */
    public static void main(String[] arguments) throws IOException {
        PrintStream wire = System.out;
        System.setOut(System.err);
        BufferedReader questions = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = questions.readLine(); line != null; line = questions.readLine()) {
            wire.print(replyTo(line.split("\t", -1)) + "\n");
            wire.flush();
            if (line.startsWith("bye\t")) {
                break;
            }
        }
    }

    // ---- the stand-in: Beggar My Neighbour for two. Throw it away when your game is connected ----

    /** One game; it counts the cards laid and the piles taken. */
    static final class StandIn {
        private static final String CLASSES = "-JQKA"; // the place of a class here is what it asks for
        private final List<Deque<Character>> piles = new ArrayList<>();
        long cards;
        long tricks;

        StandIn(String[] hands) {
            for (String hand : hands) {
                Deque<Character> pile = new ArrayDeque<>();
                for (char card : hand.toCharArray()) {
                    pile.add(card);
                }
                piles.add(pile);
            }
        }

        /** The winner, or -1 after so many cards. */
        int play(long budget) {
            Deque<Character> middle = new ArrayDeque<>();
            int turn = 0;
            int taker = 0;
            int debt = 0;
            while (!middle.isEmpty() || (!piles.get(0).isEmpty() && !piles.get(1).isEmpty())) {
                if (cards == budget) {
                    return -1;
                }
                char card = piles.get(turn).remove();
                middle.add(card);
                cards++;
                boolean paid = debt == 1 && card == '-';
                if (debt > 0 && card == '-') {
                    debt--;
                } else {
                    debt = CLASSES.indexOf(card);
                    taker = turn;
                    turn = 1 - turn;
                }
                if (paid || piles.get(turn).isEmpty()) {
                    piles.get(taker).addAll(middle);
                    middle.clear();
                    debt = 0;
                    turn = taker;
                    tricks++;
                }
            }
            return taker;
        }
    }
}
