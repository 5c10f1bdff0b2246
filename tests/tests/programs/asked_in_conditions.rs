//! Conditions and assertions that call methods and functions of the user's.

use pullback::{Differentiable, differentiable};
use pullback_tests::check;

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Complex {
    re: f64,
    im: f64,
}

#[differentiable]
impl Complex {
    fn norm_sqr(self) -> f64 {
        self.re * self.re + self.im * self.im
    }

    fn is_inside(&self) -> bool {
        self.re * self.re < 1.0
    }

    fn squared(&self) -> Complex {
        Complex {
            re: self.re * self.re - self.im * self.im,
            im: 2.0 * self.re * self.im,
        }
    }

    fn grow(&mut self, by: f64) -> f64 {
        self.re *= by;
        self.re
    }
}

#[differentiable]
fn escape(re: f64, im: f64, most: usize) -> f64 {
    let mut z = Complex { re, im };
    let mut n = 0;
    while z.norm_sqr() < 4.0 && n < most {
        z = z.squared();
        z.re += re;
        n += 1;
    }
    z.norm_sqr()
}
check!(
    escape_checks,
    escape(0.3, 0.5, fixed(6)),
    escape(1.1, 0.7, fixed(6)),
    escape(2.1, 0.7, fixed(6)),
    escape(0.3, 0.5, fixed(0))
);

#[differentiable]
fn asked_everywhere(re: f64, im: f64) -> f64 {
    let mut z = Complex { re, im };
    let mut s = if z.is_inside() { z.re } else { z.im * 2.0 };
    if !z.is_inside() || z.norm_sqr() > 0.5 {
        s += z.re * im;
    }
    'grown: loop {
        while z.grow(1.2) < 3.0 && s < 20.0 {
            s += z.norm_sqr();
            if (z.norm_sqr() - 2.0).abs() < 0.1 || s > 15.0 {
                continue;
            }
            if z.norm_sqr() > 8.0 {
                break 'grown;
            }
            s += 0.1 * z.im;
        }
        break;
    }
    let large = z.norm_sqr() > 1.0;
    s * match z.norm_sqr() {
        n if large && n > 10.0 => n.sqrt(),
        n => n,
    }
}
check!(
    asked_everywhere_checks,
    asked_everywhere(0.4, 0.3),
    asked_everywhere(0.9, 1.4),
    asked_everywhere(1.9, 0.2),
    asked_everywhere(-0.6, 2.9)
);

#[differentiable]
fn norm(x: &[f64]) -> f64 {
    x.iter().map(|v| v * v).sum::<f64>().sqrt()
}

#[differentiable]
fn shrunk(a: f64, b: f64, #[constant] least: f64) -> f64 {
    let mut y = vec![a, b];
    while norm(&y) > least {
        for v in &mut y {
            *v *= 0.8 + 0.01 * a;
        }
    }
    y[0] + if norm(&y) < norm(&[a, b]) { y[1] } else { 1.0 }
}
check!(
    shrunk_checks,
    shrunk(0.9, 1.3, fixed(0.4)),
    shrunk(0.2, 0.1, fixed(0.4))
);

#[differentiable]
fn asserted(re: f64, im: f64) -> f64 {
    let mut z = Complex { re, im };
    assert!(z.is_inside(), "{} is outside", z.norm_sqr());
    debug_assert!(z.norm_sqr() > 0.0 && z.is_inside());
    assert_ne!(z.squared(), z);
    println!("{:?} {}", z, z.norm_sqr());
    assert!(z.grow(2.0) != 0.0);
    z.norm_sqr()
}
check!(asserted_checks, asserted(0.4, 0.3));

#[test]
#[should_panic(expected = "assertion failed: z.grow(2.0) != 0.0")]
fn an_assertion_says_what_failed() {
    asserted::gradient(0.0, 0.3);
}
