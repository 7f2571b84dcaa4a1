// An adapter for fairdeal: a card game that answers questions, one line with tabs between its fields for each.
//
// It works as it stands, with a small game of its own at the bottom. To connect a game that exists already, change the
// lines between "your game" and "end", and throw the stand-in away. Nothing else needs to change.
//
//     rustc -O -o adapter adapter.rs
//     fairdeal smoke --wire tab -- ./adapter       is it wired rightly?
//     fairdeal verify --wire tab -- ./adapter      does the game keep the rules?
//
// What CLAIM says of each game, so that it is asked no more than it can do (a tab before each field):
//
//     game          beggar or camicia; another game= begins what is said of another game
//     seats         how many can play: 2 or 2,3,4 or 2-6
//                   (4 and more play with two packs, 104 cards, unless variant.packs=1)
//     loop          does it notice a game that goes round for ever? none: no, it plays on until the budget;
//                   eventually: at some time; first_repeat: as soon as hands and leader come again at an empty middle
//     count_cards   laid, or laid_and_failed_draw: a card that somebody should lay and does not have counts too
//     count_tricks  with_last_pile, or collected_only: a last pile that nobody could answer does not count
//     variant.???   what it plays differently on purpose: variant.payer_out=claimant_takes
//
// Leave out the two ways of counting if you are not sure: they are found out. `fairdeal rules beggar` lists all that
// can stand for ???; name one way if the game always plays so, and several, with commas, if it can be told which.

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};

// ---- your game: what it can do, and one call of it ----
const CLAIM: &str = "name=stand-in\tversion=1\tlanguage=rust\
                     \tgame=beggar\tseats=2\tloop=none\tcount_cards=laid\tcount_tricks=with_last_pile";

fn outcome(game: &str, hands: &[&str], variant: &[&str], budget: u64) -> Option<String> {
    if game != "beggar" || hands.len() != 2 || !variant.is_empty() {
        return None; // the game cannot play this
    }
    Some(match stand_in(hands, budget) {
        None => format!("budget\tcards={}", budget),
        Some((winner, cards, tricks)) => format!("won\twinner={}\tcards={}\ttricks={}", winner, cards, tricks),
    })
}
// ---- end ----
//
// hands    one text for each seat, such as "J-A--" and "--QK-": the first seat leads, the first card of a hand is
//          played first; - asks for nothing, J Q K A ask for one to four cards. No hand is empty.
// variant  for each rule that CLAIM lists under variant the way chosen, where it is not the usual one, such as
//          "payer_out=claimant_takes"
// budget   give up when so many cards are laid and the game is not over: it may never end
// winner   the seat that wins, counted from 0. Leave out cards= or tricks= if the game does not count them.
// A loop is "loop\tstem_cards=4\tperiod_cards=6": cards before it, and cards once round.
// Standard output is the wire: whatever else the game prints must go to standard error, by eprintln!.

// ---- the wire: one line in, one line out ----

/// What is answered to the fields of a question, behind the id.
fn reply_to(field: &[&str]) -> (&'static str, String) {
    if field[0] == "hello" {
        return ("ok", format!("protocol=1\t{}", CLAIM));
    }
    if field[0] == "play" && field.len() >= 7 && field[4] == "class" {
        let hands: Vec<&str> = field[6].split('/').collect();
        let budget = field[5].parse().unwrap_or(u64::MAX);
        if let Some(found) = outcome(field[2], &hands, &field[7..], budget) {
            return ("ok", found);
        }
    }
    ("no", "unsupported".to_string())
}

fn main() -> io::Result<()> {
    let mut wire = io::stdout();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let field: Vec<&str> = line.split('\t').collect();
        let id = field.get(1).copied().unwrap_or("-1");
        if field[0] == "bye" {
            writeln!(wire, "ok\t{}", id)?;
            return wire.flush();
        }
        let (kind, rest) = reply_to(&field);
        writeln!(wire, "{}\t{}\t{}", kind, id, rest)?;
        wire.flush()?;
    }
    Ok(())
}

// ---- the stand-in: Beggar My Neighbour for two. Throw it away when your game is connected ----

/// The winner, and the numbers of cards laid and of piles taken; None after `budget` cards.
fn stand_in(hands: &[&str], budget: u64) -> Option<(usize, u64, u64)> {
    let mut piles: Vec<VecDeque<char>> = hands.iter().map(|hand| hand.chars().collect()).collect();
    let mut middle = VecDeque::new();
    let (mut turn, mut taker) = (0, 0);
    let (mut cards, mut tricks, mut debt) = (0, 0, 0);
    while !middle.is_empty() || piles.iter().all(|pile| !pile.is_empty()) {
        if cards == budget {
            return None;
        }
        let card = piles[turn].pop_front()?;
        middle.push_back(card);
        cards += 1;
        let paid = debt == 1 && card == '-';
        if debt > 0 && card == '-' {
            debt -= 1;
        } else {
            debt = "-JQKA".find(card).unwrap_or(0); // its place is what a class asks for
            taker = turn;
            turn = 1 - turn;
        }
        if paid || piles[turn].is_empty() {
            piles[taker].append(&mut middle);
            debt = 0;
            turn = taker;
            tricks += 1;
        }
    }
    Some((taker, cards, tricks))
}
