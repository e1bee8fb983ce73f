//! Books against the obvious way: counting in a table of positions, on random games.

use std::collections::BTreeMap;

use proptest::prelude::*;
use random::Random;
use records::book::{Book, BookError, Builder, Outcome, Tally, merge};
use xiangqi::{Color, Move, Position, Setup};

type Game = (Vec<Move>, Outcome);

/// A game of random moves. Few different ones in each position, so that games meet again.
fn random_game(seed: u64) -> Game {
    let mut random = Random::new(seed);
    let mut position = Position::start();
    let mut moves = Vec::new();
    for _ in 0..random.below(14) {
        let mut legal = position.legal_moves().to_vec();
        legal.sort_unstable();
        let choice = [0, legal.len() / 2, legal.len() - 1][random.below(3)];
        moves.push(legal[choice]);
        position.play(legal[choice]).unwrap();
    }
    let outcomes =
        [Outcome::Won(Color::Red), Outcome::Won(Color::Black), Outcome::Draw, Outcome::Unknown];
    (moves, outcomes[random.below(4)])
}

fn mirrored((moves, outcome): &Game) -> Game {
    (moves.iter().map(|it| it.mirror_files()).collect(), *outcome)
}

fn mirrored_position(position: &Position) -> Position {
    let mut setup = Setup { side: position.side(), ..Setup::empty() };
    for (square, piece) in position.placement() {
        setup.board[square.mirror_files().index()] = Some(piece);
    }
    setup.position().unwrap()
}

fn book_of<'a>(games: impl IntoIterator<Item = &'a Game>, min_games: u32) -> Book {
    let mut builder = Builder::new(12);
    for (moves, outcome) in games {
        builder.add(&Position::start(), moves.iter().copied(), *outcome).unwrap();
    }
    builder.finish(min_games)
}

fn positions_of(game: &Game) -> Vec<Position> {
    let mut positions = vec![Position::start()];
    for &mv in &game.0 {
        let mut next = *positions.last().unwrap();
        next.play(mv).unwrap();
        positions.push(next);
    }
    positions
}

/// By the board of the position and of its image, whichever text is smaller.
fn plain_key(position: &Position) -> (String, bool) {
    let text = |it: &Position| it.fen().split(' ').take(2).collect::<Vec<_>>().join(" ");
    let (here, there) = (text(position), text(&mirrored_position(position)));
    let is_symmetric = here == there;
    (here.min(there), is_symmetric)
}

/// How often each position was moved from, counted without a book.
fn plain_counts(games: &[Game]) -> BTreeMap<String, u32> {
    let mut counts = BTreeMap::new();
    for game in games {
        let moved_from = game.0.len().min(12);
        let positions = &positions_of(game)[..moved_from];
        let mut keys: Vec<String> = positions.iter().map(|it| plain_key(it).0).collect();
        keys.sort();
        keys.dedup();
        keys.into_iter().for_each(|it| *counts.entry(it).or_default() += 1);
    }
    counts
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn counts_are_those_of_a_plain_table(seeds in prop::collection::vec(0_u64..400, 0..40), min in 1_u32..4) {
        let games: Vec<Game> = seeds.into_iter().map(random_game).collect();
        let book = book_of(&games, min);
        let counts = plain_counts(&games);
        let kept = counts.values().filter(|it| min <= **it).count();
        prop_assert_eq!(book.positions() as usize, kept);
        for position in games.iter().flat_map(positions_of) {
            let count = counts.get(&plain_key(&position).0).copied().unwrap_or(0);
            let found: u32 = book.look_up(&position).iter().map(|it| it.tally.games()).sum();
            prop_assert_eq!(found, if min <= count { count } else { 0 });
        }
    }

    #[test]
    fn a_mirror_changes_nothing(seeds in prop::collection::vec(0_u64..400, 0..30)) {
        let games: Vec<Game> = seeds.into_iter().map(random_game).collect();
        let images: Vec<Game> = games.iter().map(mirrored).collect();
        let book = book_of(&games, 1);
        prop_assert_eq!(&book_of(&images, 1), &book);
        for position in games.iter().flat_map(positions_of) {
            let image = mirrored_position(&position);
            let found = book.look_up(&position);
            prop_assert!(found.iter().all(|it| position.is_legal(it.mv)));
            let mut expected: Vec<(Move, Tally)> = found.iter().map(|it| (it.mv, it.tally)).collect();
            if !plain_key(&position).1 {
                expected.iter_mut().for_each(|it| it.0 = it.0.mirror_files());
            }
            let mut mirrored: Vec<(Move, Tally)> =
                book.look_up(&image).iter().map(|it| (it.mv, it.tally)).collect();
            expected.sort_by_key(|it| it.0);
            mirrored.sort_by_key(|it| it.0);
            prop_assert_eq!(mirrored, expected);
        }
    }

    #[test]
    fn merged_books_are_the_book_of_all_games(
        seeds in prop::collection::vec(0_u64..400, 0..40), cut in 0_usize..40, min in 1_u32..4
    ) {
        let games: Vec<Game> = seeds.into_iter().map(random_game).collect();
        let (one, other) = games.split_at(cut.min(games.len()));
        let merged = merge([&book_of(one, 1), &book_of(other, 1)], min).unwrap();
        prop_assert_eq!(merged, book_of(&games, min));
    }

    #[test]
    fn any_bytes_are_a_book_or_a_reason(mut bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let head = b"CHUHEBOK\x01\0\0\0";
        prop_assert!(Book::read(bytes.clone()).is_err());
        bytes.splice(0..0, *head);
        if let Ok(book) = Book::read_unsealed(bytes) {
            book.look_up(&Position::start());
            let _ = merge([&book, &book], 1);
        }
    }
}

#[test]
fn a_position_that_comes_again_counts_once() {
    let line = "h2e2 h9g7 e2h2 g7h9 g3g4 h9g7";
    let moves: Vec<Move> = line.split(' ').map(|it| it.parse().unwrap()).collect();
    let book = book_of(&[(moves, Outcome::Draw)], 1);
    let found = book.look_up(&Position::start());
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].mv.to_string(), found[0].tally.games()), ("h2e2".to_owned(), 1));
}

#[test]
fn an_illegal_move_ends_its_game() {
    let moves = ["h2e2", "e2e9", "h0g2"].map(|it| it.parse().unwrap());
    let book = book_of(&[(moves.to_vec(), Outcome::Draw)], 1);
    assert_eq!((book.games(), book.positions()), (1, 1));
}

#[test]
fn errors_are_sentences() {
    assert_eq!(BookError::NotABook.to_string(), "this is no opening book of Chuhe");
    let damaged = Book::masters().bytes()[..1000].to_vec();
    let error = Book::read(damaged).unwrap_err();
    assert_eq!(error.to_string(), "the book is damaged: its contents do not match its checksum");
}
