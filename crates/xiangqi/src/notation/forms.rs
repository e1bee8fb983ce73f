//! The characters: one convention for writing, all of them for reading.

use crate::{color::Color, moves::Move, piece::PieceKind, position::Position, square::Square};

use super::{
    Style,
    describe::{Described, Way, describe},
};

/// Writes a move in one of the descriptive styles.
pub(super) fn write(position: &Position, mv: Move, style: Style) -> Option<String> {
    let described = describe(position, mv)?;
    let plain = match style {
        Style::Wxf => wxf(&described),
        Style::WxfLetters => wxf_letters(&described),
        _ => plain_chinese(position, &described),
    };
    Some(match style {
        Style::Chinese => dress(&plain, &described, SIMPLIFIED),
        Style::Traditional => dress(&plain, &described, TRADITIONAL),
        _ => plain,
    })
}

/// The legal moves that `text` may stand for.
pub(super) fn candidates(position: &Position, text: &str) -> Vec<Move> {
    let text = text.trim();
    // The longest form has seven characters; a megabyte is not worth looking at.
    if text.is_empty() || 16 < text.chars().count() {
        return Vec::new();
    }
    let legal = position.legal_moves();
    for base in [0, 1] {
        if let Some(mv) = coordinates(text, base).filter(|mv| legal.contains(mv)) {
            return vec![mv];
        }
    }
    let plain = normalize(text);
    let described: Vec<(Move, Described)> =
        legal.iter().filter_map(|&mv| Some((mv, describe(position, mv)?))).collect();
    let fitting = |fits: &dyn Fn(&Described) -> bool| -> Vec<Move> {
        described.iter().filter(|(_, it)| fits(it)).map(|&(mv, _)| mv).collect()
    };
    // What we write ourselves is never in doubt; the looser conventions come second.
    let exact = fitting(&|it| wxf(it) == plain || plain_chinese(position, it) == plain);
    if exact.len() == 1 { exact } else { fitting(&|it| all_forms(it).contains(&plain)) }
}

/// `h2e2`, `H2-E2`; `base` is what the first rank is called, 0 or 1.
pub(super) fn coordinates(text: &str, base: i8) -> Option<Move> {
    let mut letters = text.chars().map(|it| it.to_ascii_lowercase()).peekable();
    let from = coordinate(&mut letters, base)?;
    letters.next_if_eq(&'-');
    let to = coordinate(&mut letters, base)?;
    letters.next().is_none().then(|| Move::new(from, to)).flatten()
}

fn coordinate(
    letters: &mut std::iter::Peekable<impl Iterator<Item = char>>,
    base: i8,
) -> Option<Square> {
    let file = letters.next_if(|it| ('a'..='i').contains(it))? as u8 - b'a';
    let mut rank = letters.next()?.to_digit(10)?;
    if base == 1
        && rank == 1
        && let Some(zero) = letters.next_if_eq(&'0').and_then(|it| it.to_digit(10))
    {
        rank = 10 + zero;
    }
    Square::new(file as i8, rank as i8 - base)
}

/// One character for all its variants: simplified characters of one color, half-width digits
/// and signs, upper case letters of the federation. `C2.5` becomes `C2=5`, `砲二平五` `炮2平5`.
fn normalize(text: &str) -> String {
    let is_chinese = text.chars().any(|it| !it.is_ascii() && !is_full_width(it));
    let mut plain = String::new();
    for letter in text.chars().filter(|it| !it.is_whitespace()) {
        // The letter after P is a soldier of the crowd, a to e, not another piece.
        let is_place = plain.ends_with('P') && letter.is_ascii_alphabetic();
        plain.push(if is_place {
            letter.to_ascii_uppercase()
        } else {
            canonical(letter, is_chinese)
        });
    }
    plain
}

fn is_full_width(letter: char) -> bool {
    ('！'..='～').contains(&letter)
}

fn canonical(letter: char, is_chinese: bool) -> char {
    let letter = if is_full_width(letter) {
        // The full-width forms mirror ASCII, 0xfee0 higher.
        char::from_u32(letter as u32 - 0xfee0).unwrap_or(letter)
    } else {
        letter
    };
    match letter {
        _ if CHINESE_DIGITS.contains(letter) => chinese_digit(letter).unwrap_or(letter),
        '車' | '俥' => '车',
        '馬' | '傌' => '马',
        '砲' | '包' => '炮',
        '仕' => '士',
        '相' => '象',
        '將' | '帥' | '帅' => '将',
        '卒' => '兵',
        '進' => '进',
        '後' => '后',
        '=' | '.' | '．' if is_chinese => '平',
        '.' => '=',
        '+' if is_chinese => '进',
        '-' if is_chinese => '退',
        'n' | 'N' => 'H',
        'b' | 'B' | 'm' | 'M' => 'E',
        'g' | 'G' => 'A',
        _ => letter.to_ascii_uppercase(),
    }
}

fn chinese_digit(letter: char) -> Option<char> {
    let value = CHINESE_DIGITS.chars().position(|it| it == letter)? as u32;
    char::from_digit(value + 1, 10)
}

const CHINESE_DIGITS: &str = "一二三四五六七八九";

/// The canonical form before dressing: `炮2平5`, `前炮退2`, `3兵平4`.
fn plain_chinese(position: &Position, it: &Described) -> String {
    let crowd = &it.crowd;
    let pieces = kind_char(it.piece.kind());
    let action = format!("{}{}", way_char(it.way), it.number);
    if crowd.is_alone() {
        return format!("{pieces}{}{action}", it.file);
    }
    let short = format!("{}{pieces}{action}", place_chars(crowd.place, crowd.on_file));
    if crowd.crowded_files <= 1 {
        return short;
    }
    // Two crowded files: front and rear will do as long as they fit one legal move only.
    let fits = |mv: &&Move| {
        describe(position, **mv).is_some_and(|other| {
            let crowd = &other.crowd;
            let place = place_chars(crowd.place, crowd.on_file);
            let action = format!("{}{}", way_char(other.way), other.number);
            let pieces = kind_char(other.piece.kind());
            !crowd.is_alone() && format!("{place}{pieces}{action}") == short
        })
    };
    let is_unique = position.legal_moves().iter().filter(fits).count() == 1;
    if is_unique { short } else { format!("{}{pieces}{action}", crowd.place_in_crowd) }
}

/// 前后, 前中后, 前二三后, 前二三四后.
fn place_chars(place: u8, of: u8) -> char {
    match (place, of) {
        (1, _) => '前',
        (place, of) if place == of => '后',
        (2, 3) => '中',
        _ => char::from_digit(u32::from(place), 10).unwrap_or('中'),
    }
}

const fn kind_char(kind: PieceKind) -> char {
    match kind {
        PieceKind::General => '将',
        PieceKind::Advisor => '士',
        PieceKind::Elephant => '象',
        PieceKind::Horse => '马',
        PieceKind::Chariot => '车',
        PieceKind::Cannon => '炮',
        PieceKind::Soldier => '兵',
    }
}

const fn way_char(way: Way) -> char {
    match way {
        Way::Advance => '进',
        Way::Retreat => '退',
        Way::Sideways => '平',
    }
}

/// What the plain characters become: red pieces, black pieces, 进 and 后.
struct Script {
    red: [char; PieceKind::COUNT],
    black: [char; PieceKind::COUNT],
    advance: char,
    rear: char,
}

const SIMPLIFIED: Script = Script {
    red: ['帅', '仕', '相', '马', '车', '炮', '兵'],
    black: ['将', '士', '象', '马', '车', '炮', '卒'],
    advance: '进',
    rear: '后',
};

const TRADITIONAL: Script = Script {
    red: ['帥', '仕', '相', '馬', '車', '炮', '兵'],
    black: ['將', '士', '象', '馬', '車', '炮', '卒'],
    advance: '進',
    rear: '後',
};

/// Red writes Chinese numerals, Black full-width digits.
fn dress(plain: &str, it: &Described, script: Script) -> String {
    let kind = it.piece.kind();
    let color = it.piece.color();
    let names = if color == Color::Red { script.red } else { script.black };
    let digit = |value: u32| match color {
        Color::Red => CHINESE_DIGITS.chars().nth(value as usize - 1),
        Color::Black => char::from_u32('０' as u32 + value),
    };
    plain
        .chars()
        .map(|letter| match letter {
            '1'..='9' => letter.to_digit(10).and_then(digit).unwrap_or(letter),
            '进' => script.advance,
            '后' => script.rear,
            _ if letter == kind_char(kind) => names[kind.index()],
            _ => letter,
        })
        .collect()
}

/// The federation writes H and E where engines write N and B.
const fn federation_letter(kind: PieceKind) -> char {
    match kind {
        PieceKind::Horse => 'H',
        PieceKind::Elephant => 'E',
        _ => kind.letter(),
    }
}

const fn way_sign(way: Way) -> char {
    match way {
        Way::Advance => '+',
        Way::Retreat => '-',
        Way::Sideways => '=',
    }
}

fn wxf_action(it: &Described) -> String {
    format!("{}{}", way_sign(it.way), it.number)
}

/// `C2=5`, `R+-2`, crowded soldiers `15=6`.
fn wxf(it: &Described) -> String {
    let letter = federation_letter(it.piece.kind());
    let action = wxf_action(it);
    let crowd = &it.crowd;
    if crowd.is_alone() {
        format!("{letter}{}{action}", it.file)
    } else if crowd.is_plain_pair() {
        let place = if crowd.place == 1 { '+' } else { '-' };
        format!("{letter}{place}{action}")
    } else {
        format!("{}{}{action}", crowd.place, it.file)
    }
}

/// The same with crowded soldiers as letters: `Pa=6`.
fn wxf_letters(it: &Described) -> String {
    let crowd = &it.crowd;
    if crowd.is_alone() || crowd.is_plain_pair() {
        return wxf(it);
    }
    let place = char::from(b'a' + (crowd.place_in_crowd - 1).min(4));
    format!("P{place}{}", wxf_action(it))
}

/// Every normalized form in which somebody might write this move.
fn all_forms(it: &Described) -> Vec<String> {
    let mut forms = Vec::new();
    let crowd = &it.crowd;
    let (letter, sign_action) = (federation_letter(it.piece.kind()), wxf_action(it));
    let (name, action) = (kind_char(it.piece.kind()), format!("{}{}", way_char(it.way), it.number));

    // The file, even where front or rear would be proper: clear as long as only one can go there.
    forms.push(format!("{letter}{}{sign_action}", it.file));
    forms.push(format!("{name}{}{action}", it.file));
    if crowd.is_alone() {
        return forms;
    }
    let mut places = vec![place_chars(crowd.place, crowd.on_file)];
    places.extend(char::from_digit(u32::from(crowd.place), 10));
    places.extend(char::from_digit(u32::from(crowd.place_in_crowd), 10));
    for place in places {
        forms.push(format!("{place}{name}{action}"));
        forms.push(format!("{name}{place}{action}"));
        forms.push(format!("{place}{name}{}{action}", it.file));
    }
    // Front `+`, rear `-`; or, with three, middle `-` and rear `.`, which reads like `=` here.
    let mut signs = Vec::new();
    if crowd.place == 1 {
        signs.push('+');
    }
    if crowd.place == crowd.on_file {
        signs.extend(['-', '=']);
    }
    if crowd.place == 2 && crowd.on_file == 3 {
        signs.push('-');
    }
    for sign in signs {
        forms.push(format!("{letter}{sign}{sign_action}"));
        forms.push(format!("{sign}{letter}{sign_action}"));
    }
    if it.piece.kind() == PieceKind::Soldier {
        let place = char::from(b'A' + (crowd.place_in_crowd - 1).min(4));
        forms.push(format!("P{place}{sign_action}"));
        forms.push(format!("{}{}{sign_action}", crowd.place, it.file));
    }
    forms
}
