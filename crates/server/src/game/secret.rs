//! Random names and secrets, and the seats they open. Secrets are 128 bits, travel in message
//! bodies only, and are kept as hashes.

use std::fmt;

use sha2::{Digest, Sha256};
use xiangqi::Color;

/// A secret as its holder knows it. Printing it shows nothing.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Token([u8; 16]);

/// What is kept of a token.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct TokenHash(pub(crate) [u8; 32]);

/// The seats of a game: hashes of the tokens of Red, Black and host.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Seats {
    pub(crate) colors: [Option<TokenHash>; 2],
    pub(crate) host: Option<TokenHash>,
    pub(crate) invitation: Option<Invitation>,
}

/// A seat that is given away: its token opens it to the first visitor who brings it, and from then
/// on to that visitor only, so a link that travels further makes spectators.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Invitation {
    pub(crate) color: Color,
    /// Who invites, and therefore cannot sit down opposite.
    pub(crate) host: Option<TokenHash>,
    pub(crate) guest: Option<TokenHash>,
}

impl Token {
    pub(crate) fn random() -> Token {
        Token(random_bytes())
    }

    pub(crate) fn from_hex(text: &str) -> Option<Token> {
        let is_hex = text.len() == 32 && text.bytes().all(|it| it.is_ascii_hexdigit());
        let bits = is_hex.then(|| u128::from_str_radix(text, 16).ok()).flatten()?;
        Some(Token(bits.to_be_bytes()))
    }

    pub(crate) fn hex(&self) -> String {
        format!("{:032x}", u128::from_be_bytes(self.0))
    }

    /// The token has 128 random bits, so one round without salt is as good as many.
    pub(crate) fn hash(&self) -> TokenHash {
        TokenHash(Sha256::digest(self.0).into())
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(..)")
    }
}

/// The public name of a game: 60 random bits in letters that are not mistaken for one another.
pub(crate) fn random_id() -> String {
    const LETTERS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz023456789";
    let bits = u128::from_be_bytes(random_bytes());
    (0..12).map(|index| char::from(LETTERS[(bits >> (5 * index)) as usize % 32])).collect()
}

/// What lets a bot into a league: 50 random bits in letters that are not mistaken for one another.
pub(crate) fn random_code() -> String {
    let bits = u128::from_be_bytes(random_bytes());
    (0..CODE_LENGTH).map(|it| char::from(CODE_LETTERS[(bits >> (5 * it)) as usize % 32])).collect()
}

/// A code as it was typed: capitals or not, in groups or not. `None` if it cannot be one.
pub(crate) fn read_code(text: &str) -> Option<String> {
    let typed = text.chars().filter(|it| !it.is_whitespace() && *it != '-');
    let code: String = typed.take(CODE_LENGTH + 1).map(|it| it.to_ascii_uppercase()).collect();
    let is_code = code.len() == CODE_LENGTH && code.bytes().all(|it| CODE_LETTERS.contains(&it));
    is_code.then_some(code)
}

const CODE_LENGTH: usize = 10;
const CODE_LETTERS: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/// For choices that nobody needs to make again.
pub(crate) fn random_number() -> u64 {
    u128::from_be_bytes(random_bytes()) as u64
}

/// A game's name has this form; anything else need not be looked up.
pub(crate) fn is_id(text: &str) -> bool {
    text.len() == 12 && text.bytes().all(|it| it.is_ascii_lowercase() || it.is_ascii_digit())
}

fn random_bytes() -> [u8; 16] {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).expect("the system has a source of random numbers");
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_survive_hex_and_hide_from_logs() {
        let token = Token::random();
        assert_eq!(Token::from_hex(&token.hex()), Some(token.clone()));
        assert_eq!(format!("{token:?}"), "Token(..)");
        assert_ne!(token.hash(), Token::random().hash());
    }

    #[test]
    fn only_hex_of_the_right_length_is_a_token() {
        for text in
            ["", "00", "+0000000000000000000000000000000", "g0000000000000000000000000000000"]
        {
            assert_eq!(Token::from_hex(text), None, "{text}");
        }
    }

    #[test]
    fn codes_are_read_as_people_type_them() {
        let code = random_code();
        assert_eq!(read_code(&code), Some(code.clone()));
        let typed = format!(" {}-{} ", code[..5].to_lowercase(), &code[5..]);
        assert_eq!(read_code(&typed), Some(code.clone()));
        for text in ["", "ABC", "ABCDEFGHI0", "ABCDEFGHJKL", "……………………"] {
            assert_eq!(read_code(text), None, "{text}");
        }
    }

    #[test]
    fn ids_have_their_form() {
        assert!(is_id(&random_id()));
        assert!(!is_id("../../etc/pw"));
    }
}
