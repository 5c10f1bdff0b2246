use pullback::{Differentiable, differentiable};
use std::cell::Cell;

struct Memo {
    last: Cell<f64>,
}

impl Memo {
    fn is_late(&self, time: f64) -> bool {
        self.last.replace(time) > 1.0
    }
    fn last(&self) -> f64 {
        self.last.get()
    }
}

#[derive(Differentiable)]
struct Model {
    #[constant]
    memo: Memo,
    x: f64,
}

#[differentiable]
impl Model {
    fn run(&mut self, time: f64) {
        if self.memo.is_late(time) {
            self.x += time;
        }
        self.x += self.memo.last() * time;
    }
}

fn main() {}
