//! Verdicts in words. A verdict carries facts; each fact can be said in Chinese and English.

use crate::{
    color::Color,
    moves::Move,
    notation::Style,
    piece::Piece,
    position::{Played, Position},
    repetition::{Blame, Conduct, follow, walk},
    rules::{Reason, RuleSet, Status},
    square::Square,
    threats::Ground,
};

/// The languages we speak.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Language {
    Chinese,
    English,
}

/// Why a verdict is what it is, in the order a referee would say it. Empty while the game goes on.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Explanation {
    pub facts: Vec<Fact>,
}

impl Explanation {
    pub fn sentences(&self, language: Language) -> Vec<String> {
        self.facts.iter().map(|fact| fact.sentence(language)).collect()
    }
}

/// One thing the referee noticed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fact {
    NoLegalMove {
        side: Color,
        in_check: bool,
        checkers: Vec<(Piece, Square)>,
        /// The last move and the position it was played in, if there was one.
        last: Option<(Box<Position>, Move)>,
    },
    /// The loop that was judged has this many moves and came round twice.
    ThirdOccurrence {
        plies: usize,
    },
    Step(Step),
    /// A side gave check with every move of the loop.
    AlwaysChecked(Color),
    /// A side newly attacked this piece with every move of the loop; its point now.
    AlwaysChased {
        color: Color,
        victim: Piece,
        square: Square,
        pinned_by_horse: bool,
    },
    /// Under the Chinese rules: every move checked, threatened mate or chased.
    NeverIdle(Color),
    Clause(Clause),
    NoCapture {
        plies: u16,
        limit: u16,
    },
    InsufficientMaterial,
    OtherRules {
        rules: RuleSet,
        status: Status,
        reason: Option<Reason>,
    },
}

/// One move of the loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    pub mover: Color,
    pub mv: Move,
    pub chinese: String,
    pub wxf: String,
    pub gives_check: bool,
    pub threatens_mate: bool,
    pub attacks: Vec<Attack>,
}

/// A threat that a move of the loop made anew.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attack {
    pub attacker: (Piece, Square),
    pub victim: (Piece, Square),
    pub is_chase: bool,
    pub why: AttackReason,
}

/// [`Ground`] with the names of the pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttackReason {
    LesserAttacker,
    NoRoot,
    FalseRoot { protector: (Piece, Square), exposed_to: (Piece, Square) },
    RealRoot { protector: (Piece, Square) },
    ExchangeOffer,
    IllegalCapture,
}

/// The clause of the rules that decides a loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clause {
    PerpetualCheck(Color),
    MutualCheck,
    PerpetualChase(Color),
    MutualChase,
    /// Both chase, but this side chases a chariot that a horse pins.
    PinnedChariot(Color),
    NobodyToBlame,
    /// Course rules: this side made the position occur a third time.
    ThirdTime(Color),
}

/// The facts about a loop, from the first move to the clause.
pub(crate) fn explain_loop(
    now: &Position,
    played: &[Played],
    rules: RuleSet,
    blame: Blame,
) -> Vec<Fact> {
    let mut facts = vec![Fact::ThirdOccurrence { plies: played.len() }];
    if rules == RuleSet::Course {
        facts.push(Fact::Clause(Clause::ThirdTime(now.side().opponent())));
        return facts;
    }
    walk(now, played, rules, |step| {
        let attacks = step.new_threats.iter().filter_map(|threat| {
            let named = |square: Square| Some((step.after.piece_at(square)?, square));
            Some(Attack {
                attacker: named(threat.attacker)?,
                victim: named(threat.victim)?,
                is_chase: threat.ground.is_chase(),
                why: match threat.ground {
                    Ground::LesserAttacker => AttackReason::LesserAttacker,
                    Ground::NoRoot => AttackReason::NoRoot,
                    Ground::FalseRoot { protector, exposed_to } => AttackReason::FalseRoot {
                        protector: named(protector)?,
                        exposed_to: named(exposed_to)?,
                    },
                    Ground::RealRoot(protector) => {
                        AttackReason::RealRoot { protector: named(protector)? }
                    }
                    Ground::ExchangeOffer => AttackReason::ExchangeOffer,
                    Ground::IllegalCapture => AttackReason::IllegalCapture,
                },
            })
        });
        facts.push(Fact::Step(Step {
            mover: step.mover,
            mv: step.played.mv,
            chinese: step.before.write_move(step.played.mv, Style::Chinese),
            wxf: step.before.write_move(step.played.mv, Style::Wxf),
            gives_check: step.gives_check,
            threatens_mate: step.threatens_mate,
            attacks: attacks.collect(),
        }));
    });

    let conduct = follow(now, played, rules);
    for color in Color::BOTH {
        facts.extend(conduct_facts(now, color, &conduct[color.index()], rules));
    }
    facts.push(Fact::Clause(clause(&conduct, blame)));
    facts
}

fn conduct_facts(now: &Position, color: Color, conduct: &Conduct, rules: RuleSet) -> Vec<Fact> {
    if conduct.checks_always {
        return vec![Fact::AlwaysChecked(color)];
    }
    // Checks and mate threats count as attacks on everything, so not every victim was chased.
    if rules == RuleSet::Chinese && !conduct.victims.is_empty() {
        return vec![Fact::NeverIdle(color)];
    }
    // The loop ends where it began: each piece stands again where it stood.
    let victims = conduct.victims & now.of_color(color.opponent());
    victims
        .filter_map(|square| {
            Some(Fact::AlwaysChased {
                color,
                victim: now.piece_at(square)?,
                square,
                pinned_by_horse: conduct.pinned_victims.contains(square),
            })
        })
        .collect()
}

fn clause(conduct: &[Conduct; 2], blame: Blame) -> Clause {
    let both = |test: fn(&Conduct) -> bool| conduct.iter().all(test);
    match blame {
        Blame::On(color, Reason::PerpetualCheck) => Clause::PerpetualCheck(color),
        Blame::On(color, _) if both(|it| !it.victims.is_empty()) => Clause::PinnedChariot(color),
        Blame::On(color, _) => Clause::PerpetualChase(color),
        Blame::Nobody if both(|it| it.checks_always) => Clause::MutualCheck,
        Blame::Nobody if both(|it| !it.victims.is_empty()) => Clause::MutualChase,
        Blame::Nobody => Clause::NobodyToBlame,
    }
}
