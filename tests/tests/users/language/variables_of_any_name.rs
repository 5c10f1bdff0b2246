use crate::check;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Differentiable)]
struct Pole {
    re: f64,
    im: f64,
}

#[differentiable]
impl Pole {
    fn grown(&mut self) -> f64 {
        self.re *= 1.5;
        self.re * self.re + self.im * self.im
    }

    fn size(&self) -> f64 {
        self.re + self.im
    }

    fn product(&self, other: &Pole) -> f64 {
        let this = *other;
        self.re * this.re + self.im * this.im * this.im
    }

    fn moved(&self, this: &Pole, k: f64) -> Pole {
        let text = format!("{this_re}", this_re = this.re);
        Pole {
            re: self.re + this.re * k,
            im: self.im + {
                let this = self.re * this.im;
                println!("{this} {text}");
                this
            },
        }
    }

    fn stepped(&mut self, k: f64) -> f64 {
        for this in [k, k * k] {
            self.re += this;
        }
        self.re * self.im
    }
}

#[differentiable]
fn sides(x: f64) -> f64 {
    let left = x * x;
    let right = x.sin();
    let mut pole = Pole { re: x, im: 2.0 };
    let mut total = 0.0;
    if pole.grown() < 40.0 {
        total = left * 3.0 + right;
    }
    let still = pole;
    while still.size() * total < 9.0 * left {
        total += right.abs() + 0.1;
    }
    total + left
}

#[differentiable]
fn asserted(x: f64) -> f64 {
    let left = x * x;
    let argument0 = x.sin();
    let mut pole = Pole { re: x, im: 2.0 };
    assert!(pole.grown() < 400.0);
    left * argument0 * pole.re
}

#[differentiable]
fn poles(x: &[f64]) -> f64 {
    let mut a = Pole { re: x[0], im: x[1] };
    let b = Pole {
        re: x[1] * x[1],
        im: x[0],
    };
    let moved = a.moved(&b, x[0]);
    a.product(&b) * moved.size() + a.stepped(x[1])
}

#[test]
fn gradients_are_right() {
    let points: [&[f64]; 2] = [&[0.7, 1.3], &[1.4, -0.3]];
    let first = |g: f64| vec![g, 0.0];
    check(|x| sides(x[0]), |x| first(sides::gradient(x[0])), &points);
    check(
        |x| asserted(x[0]),
        |x| first(asserted::gradient(x[0])),
        &points,
    );
    check(poles, |x| poles::gradient(x), &points);
}
