//! Just enough JSON writing for traces; the page reads it, nothing here does.

use std::fmt::{Display, Write};

/// Builds one JSON text from left to right and keeps track of the commas.
#[derive(Default)]
pub(crate) struct Json {
    text: String,
    /// Does the next key or value need a comma before it?
    needs_comma: bool,
}

impl Json {
    pub(crate) fn finish(self) -> String {
        self.text
    }

    pub(crate) fn object(&mut self, fields: impl FnOnce(&mut Json)) {
        self.nested('{', '}', fields);
    }

    pub(crate) fn array(&mut self, items: impl FnOnce(&mut Json)) {
        self.nested('[', ']', items);
    }

    /// The name of the field whose value is written next.
    pub(crate) fn key(&mut self, name: &str) -> &mut Json {
        self.string(name);
        self.text.push(':');
        self.needs_comma = false;
        self
    }

    /// Numbers, `true`, `false` and `null`, which Rust and JSON write alike.
    pub(crate) fn value(&mut self, value: impl Display) {
        self.comma();
        write!(self.text, "{value}").expect("a string takes everything");
    }

    pub(crate) fn string(&mut self, value: &str) {
        self.comma();
        self.text.push('"');
        for letter in value.chars() {
            match letter {
                '"' | '\\' => self.text.extend(['\\', letter]),
                control if control < ' ' => {
                    write!(self.text, "\\u{:04x}", control as u32)
                        .expect("a string takes everything");
                }
                _ => self.text.push(letter),
            }
        }
        self.text.push('"');
    }

    fn nested(&mut self, open: char, close: char, inner: impl FnOnce(&mut Json)) {
        self.comma();
        self.text.push(open);
        self.needs_comma = false;
        inner(self);
        self.text.push(close);
        self.needs_comma = true;
    }

    fn comma(&mut self) {
        if self.needs_comma {
            self.text.push(',');
        }
        self.needs_comma = true;
    }
}

#[test]
fn commas_and_escapes_are_right() {
    let mut json = Json::default();
    json.object(|it| {
        it.key("name").string("a\"b\\\n车");
        it.key("empty").array(|_| ());
        it.key("list").array(|it| {
            it.value(1);
            it.object(|_| ());
            it.value(true);
        });
    });
    let expected = r#"{"name":"a\"b\\\u000a车","empty":[],"list":[1,{},true]}"#;
    assert_eq!(json.finish(), expected);
}
