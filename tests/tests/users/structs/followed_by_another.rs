//! Fields of types with an `Eq` that methods without rules replace.

use pullback::{Differentiable, differentiable};
use pullback_tests::check;

#[derive(Clone, Copy, PartialEq, Eq)]
struct Cell2 {
    i: usize,
    j: usize,
}
impl Cell2 {
    fn moved(self, j: usize, i: usize) -> Cell2 {
        Cell2 {
            i: self.i + i,
            j: (self.j + j) % 3,
        }
    }
    fn next(self) -> Cell2 {
        Cell2 {
            i: self.i,
            j: self.j + 1,
        }
    }
}
#[derive(Clone, Differentiable)]
struct Walker {
    at: Cell2,
    energy: f64,
}
#[differentiable]
impl Walker {
    fn step(&mut self, x: &[f64]) {
        self.energy *= x[self.at.j];
        self.at = self.at.next();
    }
    fn jump(&mut self, by: usize) {
        self.at = self.at.moved(by, 1);
    }
    fn wrap(&mut self) {
        self.at = Cell2 {
            i: self.at.i,
            j: self.at.j - 1,
        };
    }
}
#[differentiable]
fn f(x: &[f64]) -> f64 {
    let mut w = Walker {
        at: Cell2 { i: 0, j: 0 },
        energy: 1.0,
    };
    w.step(x);
    w.step(x);
    w.wrap();
    w.step(x);
    w.jump(2);
    w.step(x);
    w.energy * w.at.i as f64
}
check!(steps, f(&[1.0, 2.0, 4.0]));
