//! The holes of a template.

/// What becomes of the variable in a hole.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Use {
    /// It is read.
    Read,
    /// It is changed.
    Changed,
    /// It is changed, and nothing else of the template mentions it.
    Alone,
    /// It is read, and blocks of the template do not change it.
    Kept,
    /// The template makes it.
    New,
}

/// A piece of a template.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Piece<'a> {
    /// Text as it is.
    Text(&'a str),
    /// What is to be filled in: a kind, what becomes of it, and the digit it shares with others.
    Hole {
        kind: char,
        usage: Use,
        tag: Option<char>,
    },
}

/// A template, piece by piece.
pub fn pieces(template: &str) -> Vec<Piece<'_>> {
    let mut parts = template.split('$');
    let mut pieces = vec![Piece::Text(parts.next().unwrap_or_default())];
    for part in parts {
        let (usage, rest) = usage(part);
        let kind = rest.chars().next().expect("a kind after the sign");
        let rest = &rest[kind.len_utf8()..];
        let tag = rest.chars().next().filter(char::is_ascii_digit);
        pieces.push(Piece::Hole { kind, usage, tag });
        pieces.push(Piece::Text(&rest[tag.map_or(0, char::len_utf8)..]));
    }
    pieces
}

fn usage(part: &str) -> (Use, &str) {
    let signs = [
        ('=', Use::Changed),
        ('!', Use::Alone),
        ('_', Use::Kept),
        ('+', Use::New),
    ];
    signs
        .into_iter()
        .find_map(|(sign, usage)| Some((usage, part.strip_prefix(sign)?)))
        .unwrap_or((Use::Read, part))
}
