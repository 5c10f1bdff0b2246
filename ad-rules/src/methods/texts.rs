//! The methods of texts that change them: a text carries no derivative, but a pullback finds it as it was.

use super::{Shadow, extension};
use ad_core::__private::{Differentiable, Keep, give_back, kept};

extension! {
    /// The rules of the methods of `String`.
    impl [] TextMethods<> for String where { }

    fn derivative_rule_of_push(&[mut] self, keep, letter: char) -> () {
        let old = kept(keep, self);
        self.push(letter);
        ((), move |(), (text, _), _| give_back::<K, _>(&old, text))
    }

    fn derivative_rule_of_push_str(&[mut] self, keep, more: &str) -> () {
        let old = kept(keep, self);
        self.push_str(more);
        ((), move |(), (text, _), _| give_back::<K, _>(&old, text))
    }

    fn derivative_rule_of_insert(&[mut] self, keep, at: usize, letter: char) -> () {
        let old = kept(keep, self);
        self.insert(at, letter);
        ((), move |(), (text, _, _), _| give_back::<K, _>(&old, text))
    }

    fn derivative_rule_of_truncate(&[mut] self, keep, length: usize) -> () {
        let old = kept(keep, self);
        self.truncate(length);
        ((), move |(), (text, _), _| give_back::<K, _>(&old, text))
    }

    fn derivative_rule_of_clear(&[mut] self, keep) -> () {
        let old = kept(keep, self);
        self.clear();
        ((), move |(), (text,), _| give_back::<K, _>(&old, text))
    }

    fn derivative_rule_of_pop(&[mut] self, keep) -> Option<char> {
        let old = kept(keep, self);
        (self.pop(), move |_, (text,), _| give_back::<K, _>(&old, text))
    }
}
