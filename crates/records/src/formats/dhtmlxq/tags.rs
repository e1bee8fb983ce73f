//! Tags as they stand in pages: sometimes closed by the wrong name, sometimes not at all.

/// Name and value of each tag of a block. `[DhtmlXQ_red]...[/DhtmlXQ_red]`
pub(super) struct Tags<'a>(pub(super) &'a str);

const OPENING: &str = "[DhtmlXQ_";
const CLOSING: &str = "[/DhtmlXQ";

impl<'a> Iterator for Tags<'a> {
    type Item = (&'a str, &'a str);

    fn next(&mut self) -> Option<(&'a str, &'a str)> {
        let (_, rest) = self.0.split_once(OPENING)?;
        let Some((name, rest)) = rest.split_once(']') else {
            self.0 = "";
            return None;
        };
        // Whatever tag comes next ends the value, be it the right one or not.
        let is_tag =
            |at: &usize| rest[*at..].starts_with(OPENING) || rest[*at..].starts_with(CLOSING);
        let end = rest.match_indices('[').map(|it| it.0).find(is_tag).unwrap_or(rest.len());
        self.0 = &rest[end..];
        Some((name, &rest[..end]))
    }
}

const WRAPPERS: [&str; 3] = ["[DhtmlXQ]", "[DhtmlXQHTML]", "[DhtmlXQiFrame]"];
const ENDS: [&str; 3] = ["[/DhtmlXQ]", "[/DhtmlXQHTML]", "[/DhtmlXQiFrame]"];

/// Where the next game of a text begins and ends: behind `[DhtmlXQ]` and its variants, up to the end
/// of it or the beginning of another.
pub(super) fn block(text: &str, at: usize) -> Option<(usize, usize)> {
    let start = at + first_of(&text[at..], &[WRAPPERS])?;
    let rest = &text[start + 1..];
    let end = first_of(rest, &[WRAPPERS, ENDS]).unwrap_or(rest.len());
    Some((start, start + 1 + end))
}

/// The first place of any of these, in one walk that ends there: a page of many games would take
/// for ever if each of them were searched to the end of the page.
fn first_of(text: &str, marks: &[[&str; 3]]) -> Option<usize> {
    let is_mark = |at: &usize| marks.as_flattened().iter().any(|it| text[*at..].starts_with(it));
    text.match_indices('[').map(|it| it.0).find(is_mark)
}

/// `%E7%BA%A2` and `\u7ea2` as the characters they stand for.
pub(super) fn unescape(value: &str) -> String {
    let mut bytes = Vec::with_capacity(value.len());
    let mut rest = value.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        let hex = |range: std::ops::Range<usize>| {
            let digits = tail.get(range).and_then(|it| str::from_utf8(it).ok())?;
            let is_hex = digits.bytes().all(|it| it.is_ascii_hexdigit());
            u32::from_str_radix(digits, 16).ok().filter(|_| is_hex)
        };
        let unicode = (first == b'\\' || first == b'%') && tail.first() == Some(&b'u');
        if let Some(letter) = hex(1..5).filter(|_| unicode).and_then(char::from_u32) {
            bytes.extend(letter.encode_utf8(&mut [0; 4]).bytes());
            rest = &tail[5..];
        } else if let Some(byte) = hex(0..2).filter(|_| first == b'%') {
            bytes.push(byte as u8);
            rest = &tail[2..];
        } else {
            bytes.push(first);
            rest = tail;
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_closings_end_values_too() {
        let text =
            "[DhtmlXQ_blacktime]1[/DhtmlXQ_time][DhtmlXQ_red]甲[DhtmlXQ_black]乙[/DhtmlXQ_black]";
        let tags: Vec<_> = Tags(text).collect();
        assert_eq!(tags, [("blacktime", "1"), ("red", "甲"), ("black", "乙")]);
    }

    #[test]
    fn escapes_become_characters() {
        assert_eq!(unescape("%E7%BA%A2 \\u7ea2 %u7ea2 50% \\u"), "红 红 红 50% \\u");
    }
}
