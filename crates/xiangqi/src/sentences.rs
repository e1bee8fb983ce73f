//! The facts of a verdict, said in Chinese and English.

use crate::{
    explain::{Attack, AttackReason, Clause, Fact, Language, Step},
    notation::Style,
    piece::Piece,
    rules::{Reason, RuleSet, Status},
    square::Square,
};

impl Fact {
    pub fn sentence(&self, language: Language) -> String {
        match language {
            Language::Chinese => chinese(self),
            Language::English => english(self),
        }
    }
}

fn english(fact: &Fact) -> String {
    match fact {
        Fact::NoLegalMove { side, in_check, checkers, last } => {
            let last = last.as_ref().map_or(String::new(), |(position, mv)| {
                format!("After {} ({mv}) ", position.write_move(*mv, Style::Wxf))
            });
            let by: Vec<String> = checkers.iter().map(english_piece).collect();
            if *in_check {
                let by = by.join(" and ");
                format!("{last}{side} is in check from {by} and has no legal move: checkmate.")
            } else {
                format!(
                    "{last}{side} is not in check but has no legal move: stalemate, which loses."
                )
            }
        }
        Fact::ThirdOccurrence { plies } => format!(
            "The position stands on the board for the third time; the {plies} plies since the \
             first time are judged."
        ),
        Fact::Step(step) => english_step(step),
        Fact::AlwaysChecked(color) => format!("{color} gave check with every move of the loop."),
        Fact::AlwaysChased { color, victim, square, pinned_by_horse } => {
            let piece = english_piece(&(*victim, *square));
            let pinned = if *pinned_by_horse { ", which a horse pins" } else { "" };
            format!("{color} newly attacked {piece}{pinned}, with every move of the loop.")
        }
        Fact::NeverIdle(color) => format!(
            "Every move of {color} in the loop gave check, threatened mate or chased: none was \
             idle."
        ),
        Fact::Clause(clause) => english_clause(*clause),
        Fact::NoCapture { plies, limit } => {
            format!("{plies} plies without a capture, as the rules count them: a draw at {limit}.")
        }
        Fact::InsufficientMaterial => {
            "Neither side has a piece that can cross the river: a draw.".to_owned()
        }
        Fact::OtherRules { rules, status, reason } => format!(
            "Under the {} rules: {}.",
            english_rules(*rules),
            english_outcome(*status, *reason)
        ),
    }
}

fn english_step(step: &Step) -> String {
    let mut notes = Vec::new();
    if step.gives_check {
        notes.push("check".to_owned());
    }
    if step.threatens_mate {
        notes.push("threatens mate".to_owned());
    }
    notes.extend(step.attacks.iter().map(english_attack));
    if notes.is_empty() {
        notes.push("nothing new is attacked (idle)".to_owned());
    }
    format!("{} {} ({}): {}.", step.mover, step.wxf, step.mv, notes.join("; "))
}

fn english_attack(attack: &Attack) -> String {
    let (hunter, hunted) = (english_piece(&attack.attacker), english_piece(&attack.victim));
    match &attack.why {
        AttackReason::LesserAttacker => {
            format!("{hunter} chases {hunted}, a greater piece, whatever protects it")
        }
        AttackReason::NoRoot => format!("{hunter} chases {hunted}, which nothing protects"),
        AttackReason::FalseRoot { protector, exposed_to } => format!(
            "{hunter} chases {hunted}; its protector, {}, is false: taking back would expose its \
             general to {}",
            english_piece(protector),
            english_piece(exposed_to)
        ),
        AttackReason::RealRoot { protector } => format!(
            "{hunter} attacks {hunted}, really protected by {}: no chase",
            english_piece(protector)
        ),
        AttackReason::ExchangeOffer => {
            format!("{hunter} attacks {hunted}, which can take it in turn: an exchange offer")
        }
        AttackReason::IllegalCapture => format!(
            "{hunter} attacks {hunted} but may not take it, its own general being exposed: no chase"
        ),
    }
}

fn english_clause(clause: Clause) -> String {
    match clause {
        Clause::PerpetualCheck(color) => {
            format!("Only {color} checks perpetually: {color} loses.")
        }
        Clause::MutualCheck => "Both sides check perpetually: a draw.".to_owned(),
        Clause::PerpetualChase(color) => {
            format!(
                "Nobody checks perpetually, and only {color} chases perpetually: {color} loses."
            )
        }
        Clause::MutualChase => "Both sides chase perpetually: a draw.".to_owned(),
        Clause::PinnedChariot(color) => format!(
            "Both sides chase perpetually, but only {color} chases a chariot pinned by a horse: \
             {color} loses."
        ),
        Clause::NobodyToBlame => "Neither side checks or chases perpetually: a draw.".to_owned(),
        Clause::ThirdTime(color) => {
            format!("{color} made the position occur for the third time: {color} loses.")
        }
    }
}

fn english_piece((piece, square): &(Piece, Square)) -> String {
    format!("the {} on {square}", piece.name())
}

fn english_rules(rules: RuleSet) -> &'static str {
    match rules {
        RuleSet::Asian => "Asian",
        RuleSet::Chinese => "Chinese (approximated)",
        RuleSet::Course => "course",
    }
}

fn english_outcome(status: Status, reason: Option<Reason>) -> String {
    let status = match status {
        Status::Ongoing => return "the game goes on".to_owned(),
        Status::Won(color) => format!("{color} wins"),
        Status::Draw => "a draw".to_owned(),
    };
    match reason {
        None => status,
        Some(reason) => format!("{status} ({})", reason.name().replace('_', " ")),
    }
}

fn chinese(fact: &Fact) -> String {
    match fact {
        Fact::NoLegalMove { side, in_check, checkers, last } => {
            let side = side.hanzi();
            let last = last.as_ref().map_or(String::new(), |(position, mv)| {
                format!("{}之后，", position.write_move(*mv, Style::Chinese))
            });
            let by: Vec<String> = checkers.iter().map(chinese_piece).collect();
            if *in_check {
                format!("{last}{side}方被{}将军，无法应将：绝杀。", by.join("、"))
            } else {
                format!("{last}{side}方未被将军，但无子可动：困毙，判负。")
            }
        }
        Fact::ThirdOccurrence { plies } => {
            format!("同一局面第三次出现，从第一次出现起的{plies}步着法据以裁决。")
        }
        Fact::Step(step) => chinese_step(step),
        Fact::AlwaysChecked(color) => {
            format!("循环中{}方步步将军（长将）。", color.hanzi())
        }
        Fact::AlwaysChased { color, victim, square, pinned_by_horse } => {
            let pinned = if *pinned_by_horse { "被马牵制的" } else { "" };
            let piece = chinese_piece(&(*victim, *square));
            format!("循环中{}方步步捉{pinned}{piece}（长捉）。", color.hanzi())
        }
        Fact::NeverIdle(color) => {
            format!("循环中{}方的着法非将即杀或捉，没有闲着。", color.hanzi())
        }
        Fact::Clause(clause) => chinese_clause(*clause),
        Fact::NoCapture { plies, limit } => {
            format!("按规则计算，已有{plies}步未吃子，满{limit}步判和。")
        }
        Fact::InsufficientMaterial => "双方均无可过河的子力：和棋。".to_owned(),
        Fact::OtherRules { rules, status, reason } => {
            format!("按{}：{}。", chinese_rules(*rules), chinese_outcome(*status, *reason))
        }
    }
}

fn chinese_step(step: &Step) -> String {
    let mut notes = Vec::new();
    if step.gives_check {
        notes.push("将军".to_owned());
    }
    if step.threatens_mate {
        notes.push("叫杀".to_owned());
    }
    notes.extend(step.attacks.iter().map(chinese_attack));
    if notes.is_empty() {
        notes.push("闲着".to_owned());
    }
    format!("{}方 {}（{}）：{}。", step.mover.hanzi(), step.chinese, step.mv, notes.join("；"))
}

fn chinese_attack(attack: &Attack) -> String {
    let (hunter, hunted) = (chinese_piece(&attack.attacker), chinese_piece(&attack.victim));
    match &attack.why {
        AttackReason::LesserAttacker => format!("{hunter}捉{hunted}，以小捉大，有根亦算捉"),
        AttackReason::NoRoot => format!("{hunter}捉{hunted}，无根"),
        AttackReason::FalseRoot { protector, exposed_to } => format!(
            "{hunter}捉{hunted}，{}为假根：若回吃，己方将帅将受{}攻击",
            chinese_piece(protector),
            chinese_piece(exposed_to)
        ),
        AttackReason::RealRoot { protector } => {
            format!("{hunter}攻击{hunted}，{}为真根，不算捉", chinese_piece(protector))
        }
        AttackReason::ExchangeOffer => format!("{hunter}与{hunted}可互吃，为兑，不算捉"),
        AttackReason::IllegalCapture => {
            format!("{hunter}攻击{hunted}，但一吃即送将，不算捉")
        }
    }
}

fn chinese_clause(clause: Clause) -> String {
    match clause {
        Clause::PerpetualCheck(color) => {
            format!("仅{0}方长将：{0}方判负。", color.hanzi())
        }
        Clause::MutualCheck => "双方长将：和棋。".to_owned(),
        Clause::PerpetualChase(color) => {
            format!("无长将，仅{0}方长捉：{0}方判负。", color.hanzi())
        }
        Clause::MutualChase => "双方互相长捉：和棋。".to_owned(),
        Clause::PinnedChariot(color) => {
            format!("双方长捉，但仅{0}方长捉被马牵制之车：{0}方判负。", color.hanzi())
        }
        Clause::NobodyToBlame => "双方均无长将或长捉：和棋。".to_owned(),
        Clause::ThirdTime(color) => {
            format!("{0}方使同一局面第三次出现：{0}方判负。", color.hanzi())
        }
    }
}

fn chinese_piece((piece, square): &(Piece, Square)) -> String {
    format!("{}{}（{square}）", piece.color().hanzi(), piece.hanzi())
}

const fn chinese_rules(rules: RuleSet) -> &'static str {
    match rules {
        RuleSet::Asian => "亚洲规则",
        RuleSet::Chinese => "中国规则（近似）",
        RuleSet::Course => "课程规则",
    }
}

fn chinese_outcome(status: Status, reason: Option<Reason>) -> String {
    let Some(status) = status.hanzi() else { return "对局继续".to_owned() };
    let reason = match reason {
        None => return status.to_owned(),
        Some(Reason::Checkmate) => "绝杀",
        Some(Reason::Stalemate) => "困毙",
        Some(Reason::PerpetualCheck) => "长将",
        Some(Reason::PerpetualChase) => "长捉",
        Some(Reason::Repetition) => "重复局面",
        Some(Reason::NoCapture) => "自然限着",
        Some(Reason::InsufficientMaterial) => "子力不足",
    };
    format!("{status}（{reason}）")
}
