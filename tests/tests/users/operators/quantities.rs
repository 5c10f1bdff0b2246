use crate::assert_grad;
use pullback::{Differentiable, differentiable};

use std::ops::{Add, Div, Mul, Sub};
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Differentiable)]
struct Meters(f64);
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Differentiable)]
struct Seconds(f64);
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Differentiable)]
struct Speed(f64);
#[differentiable]
impl Div<Seconds> for Meters {
    type Output = Speed;
    fn div(self, t: Seconds) -> Speed {
        Speed(self.0 / t.0)
    }
}
#[differentiable]
impl Mul<Seconds> for Speed {
    type Output = Meters;
    fn mul(self, t: Seconds) -> Meters {
        Meters(self.0 * t.0)
    }
}
#[differentiable]
impl Add for Meters {
    type Output = Meters;
    fn add(self, o: Meters) -> Meters {
        Meters(self.0 + o.0)
    }
}
#[differentiable]
impl Sub for Meters {
    type Output = Meters;
    fn sub(self, o: Meters) -> Meters {
        Meters(self.0 - o.0)
    }
}
impl From<f64> for Seconds {
    fn from(v: f64) -> Self {
        Seconds(v)
    }
}

#[differentiable]
fn overtake(gap: Meters, ahead: Speed, behind: Speed, until: Seconds) -> f64 {
    let a = gap + ahead * until;
    let b = behind * until;
    let left = a - b;
    if left > Meters(0.0) {
        (left / until).0
    } else {
        -left.0 * left.0
    }
}
#[test]
fn gradient_is_right() {
    for s in [10.0, 40.0] {
        let (a, b, c, d) = overtake::gradient(Meters(50.0), Speed(20.0), Speed(23.0), Seconds(s));
        assert_grad(
            |v| overtake(Meters(v[0]), Speed(v[1]), Speed(v[2]), Seconds(v[3])),
            &[50.0, 20.0, 23.0, s],
            &[a.0, b.0, c.0, d.0],
        );
    }
}
