//! Reasons that random play seldom shows, on boards made for them.

use coach::{Choice, Fact, Line, Why, why};
use engine::Score;
use xiangqi::{Game, Language, Move, Position, RuleSet, Style};

fn compare(fen: &str, played: &str, better: &str) -> Why {
    compare_by(fen, played, better, 300)
}

/// The played line is worth so many centipawns less.
fn compare_by(fen: &str, played: &str, better: &str, less: i32) -> Why {
    let game = Game::new(Position::from_fen(fen).unwrap());
    let choice = |line: &str, centipawns| Choice {
        score: Score::Centipawns(centipawns),
        line: line.split(' ').map(|it| it.parse::<Move>().unwrap()).collect(),
    };
    why::compare(&game, RuleSet::Asian, &choice(played, -less), &choice(better, 0))
}

#[track_caller]
fn says(why: &Why, chinese: &str, english: &str) {
    let zh = why.sentences(Language::Chinese, Style::Chinese).concat();
    let en = why.sentences(Language::English, Style::Wxf).join(" ");
    assert!(zh.contains(chinese), "{zh}");
    assert!(en.contains(english), "{en}");
}

#[test]
fn a_pinned_protector_is_no_protector() {
    let fen = "3k5/9/9/3r5/4r4/9/P8/3N5/4A4/4K4 w";
    let why = compare(fen, "a3a4 d6d2", "d2c4");
    assert!(matches!(why.facts[1], (Line::Played, Fact::PinnedProtector { .. })), "{why:?}");
    says(&why, "丢马", "loses a horse");
    says(&why, "假根", "is pinned");
}

#[test]
fn one_piece_cannot_protect_two() {
    let fen = "2r2k3/9/9/1n7/9/N8/8P/9/9/R1CAK4 w";
    let why = compare(fen, "i3i4 b6a4 a0a4 c9c0", "a4b2");
    assert!(matches!(why.facts[1], (Line::Played, Fact::Overloaded { .. })), "{why:?}");
    says(&why, "车要同时保护马炮", "protect both the horse on a4 and the cannon on c0");
}

#[test]
fn a_check_that_attacks_a_chariot_wins_it() {
    let why = compare("5k3/9/9/9/9/9/3n4P/R8/9/4K4 w", "i3i4 d3c1 e0e1 c1a2", "a2a5");
    assert!(matches!(why.facts[1], (Line::Played, Fact::DoubleAttack { checks: true, .. })));
    says(&why, "将军抽车", "gives check and attacks the chariot on a2");
}

#[test]
fn a_hollow_cannon_and_a_horse_beside_the_palace_are_dangers() {
    let fen = "4k4/9/9/9/4c4/4P4/9/9/9/4K4 w";
    let why = compare(fen, "e4e5 e9e8", "e0d0");
    // The soldier has taken the cannon: nothing is in danger and nothing was lost.
    assert!(matches!(why.facts[..], [(Line::Played, Fact::NoSingleReason { .. })]), "{why:?}");
    let fen = "3k5/9/9/4c4/4P4/9/9/9/9/4K4 w";
    let why = compare(fen, "e5d5 d9d8", "e0e1");
    assert!(matches!(why.facts[0], (Line::Played, Fact::HollowCannon { .. })), "{why:?}");
    says(&why, "空头炮", "hollow cannon");
    let fen = "3k5/9/9/9/9/9/3n4P/9/9/4K4 w";
    let why = compare(fen, "i3i4 d3c1", "e0f0");
    assert!(matches!(why.facts[0], (Line::Played, Fact::HorseCheck { .. })), "{why:?}");
    says(&why, "卧槽马", "from beside the palace");
}

/// A mistake in a decided game costs no chances, and is none the less to be explained.
#[test]
fn a_piece_given_away_has_a_reason_in_a_won_game_too() {
    let game = Game::new(Position::from_fen("3k5/9/9/3r5/4r4/9/P8/3N5/4A4/4K4 w").unwrap());
    let choice = |line: &str, centipawns| Choice {
        score: Score::Centipawns(centipawns),
        line: line.split(' ').map(|it| it.parse::<Move>().unwrap()).collect(),
    };
    let [played, better] = [choice("a3a4 d6d2", -980), choice("d2c4", -700)];
    let why = why::compare(&game, RuleSet::Asian, &played, &better);
    says(&why, "丢马", "loses a horse");
    let [played, better] = [choice("a3a4", -980), choice("d2c4", -700)];
    let why = why::compare(&game, RuleSet::Asian, &played, &better);
    says(&why, "胜负已定", "the game is decided, and the evaluation worse by 2.8");
}

/// Both soldiers are protected, but the chariot between them has the say.
#[test]
fn captures_at_hand_are_the_initiative() {
    let fen = "3k5/9/9/4r4/9/P7P/9/1N5N1/4A4/2B1K1B2 w";
    let (played, better) = ("c0a2 e6e4 a2c0 d9d8 c0a2 d8d9", "g0i2 e6e5 i2g0 d9d8 g0i2 d8d9");
    let why = compare_by(fen, played, better, 60);
    let expected = Fact::Initiative { captures: [0, 3], otherwise: [0, 1], at: 6 };
    assert_eq!(why.facts, [(Line::Played, expected)]);
    says(&why, "失先", "loses the initiative: 6 plies on, the captures at hand are 0 against 3");
    // A whole piece of chances is not lost by that.
    let why = compare_by(fen, played, better, 400);
    assert!(matches!(why.facts[..], [(Line::Played, Fact::NoSingleReason { .. })]), "{why:?}");
}

#[test]
fn a_perpetual_check_loses_by_rule() {
    // Red checks with its chariot from e-file and d-file for ever.
    let start = Position::from_fen("4k4/9/9/9/9/9/9/R8/9/3K5 w").unwrap();
    let moves = ["a2e2", "e9f9", "e2f2", "f9e9", "f2e2", "e9f9"];
    let game = Game::with_moves(start, moves.map(|it| it.parse().unwrap())).unwrap();
    let line = |text: &str| text.split(' ').map(|it| it.parse::<Move>().unwrap()).collect();
    let played = Choice { score: Score::RuleLoss { plies: 4 }, line: line("e2f2 f9e9 f2e2 e9f9") };
    let better = Choice { score: Score::Centipawns(200), line: line("e2e5") };
    let why = why::compare(&game, RuleSet::Asian, &played, &better);
    assert!(matches!(why.facts[0], (Line::Played, Fact::LostByRule { .. })), "{why:?}");
    says(&why, "长将", "checks for ever");
}

#[test]
fn notebooks_read_back_and_nonsense_is_refused() {
    use coach::{Ask, Opinion, Question, Review, Settings};
    let game = Game::with_moves(Position::start(), ["h2e2".parse().unwrap()]).unwrap();
    let mut review = Review::new(game.clone(), Settings::default());
    for (ply, score) in [(0, Score::Centipawns(-35)), (1, Score::MatedIn { plies: 6 })] {
        let ask = Ask { ply, question: Question::Quick };
        review.take(ask, Opinion { score, depth: 9, line: vec!["b9c7".parse().unwrap()] });
    }
    let mut again = Review::new(game, Settings::default());
    again.read_notebook(&review.notebook()).unwrap();
    assert_eq!(again.notebook(), review.notebook());
    assert!(review.notebook().starts_with("0 quick c-35 9\n"), "the illegal move is cut");
    for text in
        ["x", "0 quick c1", "0 fast c1 2", "0 quick q1 2", "0 quick c99999 2", "0 quick m 2"]
    {
        assert!(again.read_notebook(text).is_err(), "{text}");
    }
}
