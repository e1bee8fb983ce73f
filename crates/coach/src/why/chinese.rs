//! The facts in Chinese, as players say them.

use xiangqi::{Color, Piece, PieceKind, Reason};

use super::{
    HARMLESS, Line, Teller,
    fact::{Fact, HorseSpot, Placed},
};
use crate::mates::MatePattern;

pub(super) fn sentence(teller: &Teller, fact: &Fact) -> String {
    let first = teller.first();
    match fact {
        Fact::Mate { winner, moves, pattern, .. } => mate(teller, *winner, *moves, *pattern),
        Fact::LostByRule { loser, reason, .. } => {
            let deed = if *reason == Reason::PerpetualCheck { "长将" } else { "长捉" };
            let side = loser.hanzi();
            match teller.line {
                Line::Played => format!("{first}之后{side}方只能{deed}，按规则不变作负。"),
                Line::Better => format!("{first}之后{side}方{deed}，不变作负。"),
            }
        }
        Fact::Material { loser, lost, regained, .. } => {
            let is_own = *loser == teller.mover();
            let goes = kinds(*loser, lost);
            let comes = kinds(loser.opponent(), regained);
            match (is_own, regained.is_empty()) {
                (true, true) => format!("{first}丢{goes}。"),
                (true, false) => format!("{first}丢{goes}，只换得{comes}。"),
                (false, true) => format!("{first}可以得{goes}。"),
                (false, false) => format!("{first}可以得{goes}，只付出{comes}。"),
            }
        }
        Fact::Hanging { victim, taker, is_protected, at } => {
            let (victim, taking) = (victim.0.hanzi(), teller.mv(*at));
            match is_protected {
                false => format!("{victim}无根，{taking}白吃。"),
                true => format!("{taking}吃{victim}，以{}换{victim}，得子。", taker.0.hanzi()),
            }
        }
        Fact::DoubleAttack { checks, targets, at, .. } => {
            let mv = teller.mv(*at);
            let targets = pieces(targets);
            match checks {
                true => format!("{mv}将军抽{targets}。"),
                false => format!("{mv}捉双：{targets}。"),
            }
        }
        Fact::PinnedProtector { victim, protector, exposed_to, .. } => {
            let general = Piece::new(protector.0.color(), PieceKind::General).hanzi();
            format!(
                "保护{}的{}被牵制，是假根：吃回就把{general}露给了{}。",
                victim.0.hanzi(),
                protector.0.hanzi(),
                exposed_to.0.hanzi()
            )
        }
        Fact::Overloaded { protector, wards, .. } => {
            format!("{}要同时保护{}，顾此失彼。", protector.0.hanzi(), pieces(wards))
        }
        Fact::Trapped { victim, .. } => {
            format!("{}被困，走到哪里都要丢。", victim.0.hanzi())
        }
        Fact::HollowCannon { general, at, .. } => {
            format!("{}之后成空头炮，{}很危险。", teller.mv(*at), general.0.hanzi())
        }
        Fact::HorseCheck { spot, at, .. } => {
            let name = match spot {
                HorseSpot::BesidePalace => "卧槽马",
                HorseSpot::PalaceCorner => "挂角马",
            };
            format!("{}，{name}将军。", teller.mv(*at))
        }
        Fact::BareGeneral { general, checks, .. } => {
            let guards = if general.0.color() == Color::Red { "仕" } else { "士" };
            format!("{}方{guards}已丢光，连遭{checks}次将军。", general.0.color().hanzi())
        }
        Fact::Initiative { captures: [own, other], otherwise: [better, of_other], at } => {
            format!(
                "{first}失先：演到第{at}步，我方有{own}个吃子机会，对方有{other}个；走最佳着法则是{better}个对{of_other}个。"
            )
        }
        Fact::NoSingleReason { loss, centipawns } if *loss < HARMLESS => match centipawns {
            0 => "没有单一的原因，胜负此前已定。".to_owned(),
            more => {
                format!("没有单一的原因：胜负已定，局面评分又差了{:.1}。", f64::from(*more) / 100.0)
            }
        },
        Fact::NoSingleReason { loss, .. } => format!("没有单一的原因：胜率差了{loss:.0}%。"),
        Fact::NothingWrong { loss } if *loss < 0.5 => "这步和最佳着法一样好。".to_owned(),
        Fact::NothingWrong { loss } => format!("这步没有问题，只比最佳着法差{loss:.0}%。"),
    }
}

fn mate(teller: &Teller, winner: Color, moves: usize, pattern: Option<MatePattern>) -> String {
    let name = pattern.map_or(String::new(), |it| format!("（{}）", name(it)));
    let first = teller.first();
    let count = count(moves);
    match teller.line {
        Line::Played => format!("{first}之后{}方{count}步成杀{name}。", winner.hanzi()),
        Line::Better => format!("错过{count}步杀：{first}{name}。"),
    }
}

fn name(pattern: MatePattern) -> &'static str {
    match pattern {
        MatePattern::Stalemate => "困毙",
        MatePattern::DoubleCheck => "双将",
        MatePattern::DoubleCannon => "重炮",
        MatePattern::CannonBehindHorse => "马后炮",
        MatePattern::Smothered => "闷宫",
        MatePattern::HorseBesidePalace => "卧槽马",
        MatePattern::HorseOnPalaceCorner => "挂角马",
        MatePattern::AnglerHorse => "钓鱼马",
        MatePattern::OctagonHorse => "八角马",
        MatePattern::IronBolt => "铁门栓",
        MatePattern::TwoChariots => "双车错",
        MatePattern::HeavenAndEarthCannons => "天地炮",
        MatePattern::FacingGenerals => "白脸将",
    }
}

fn count(number: usize) -> String {
    let words = ["零", "一", "两", "三", "四", "五", "六", "七", "八", "九", "十"];
    words.get(number).map_or_else(|| number.to_string(), |it| (*it).to_owned())
}

fn pieces(list: &[Placed]) -> String {
    let kinds: Vec<PieceKind> = list.iter().map(|it| it.0.kind()).collect();
    list.first().map_or(String::new(), |it| self::kinds(it.0.color(), &kinds))
}

/// 马炮, 双车, 三卒.
fn kinds(color: Color, list: &[PieceKind]) -> String {
    let mut told: Vec<PieceKind> = Vec::new();
    let mut text = String::new();
    for &kind in list {
        if told.contains(&kind) {
            continue;
        }
        told.push(kind);
        match list.iter().filter(|&&it| it == kind).count() {
            1 => (),
            2 => text.push('双'),
            more => text.push_str(&count(more)),
        }
        text.push(Piece::new(color, kind).hanzi());
    }
    text
}
