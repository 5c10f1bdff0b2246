use crate::assert_grad;
use pullback::{Differentiable, differentiable};

use std::ops::{Add, Div, Mul};

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Volt(f64);
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Amp(f64);
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Ohm(f64);
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Watt(f64);

#[differentiable]
impl Div<Ohm> for Volt {
    type Output = Amp;
    fn div(self, r: Ohm) -> Amp {
        Amp(self.0 / r.0)
    }
}
#[differentiable]
impl Mul<Amp> for Volt {
    type Output = Watt;
    fn mul(self, i: Amp) -> Watt {
        Watt(self.0 * i.0)
    }
}
#[differentiable]
impl Add for Ohm {
    type Output = Ohm;
    fn add(self, r: Ohm) -> Ohm {
        Ohm(self.0 + r.0)
    }
}
#[differentiable]
impl Add for Watt {
    type Output = Watt;
    fn add(self, r: Watt) -> Watt {
        Watt(self.0 + r.0)
    }
}

#[differentiable]
fn parallel(rs: &[Ohm]) -> Ohm {
    Ohm(1.0 / rs.iter().map(|r| 1.0 / r.0).sum::<f64>())
}

#[differentiable]
fn total_power(v: f64, rs: &[f64]) -> f64 {
    let v = Volt(v);
    let rs: Vec<Ohm> = rs.iter().copied().map(Ohm).collect();
    let series = rs.iter().copied().reduce(|a, b| a + b).unwrap_or(Ohm(1.0));
    let par = parallel(&rs);
    let Watt(w) = v * (v / series) + v * (v / par);
    w
}

#[test]
fn gradient_is_right() {
    let r = [10.0, 4.7, 2.2];
    let (dv, dr) = total_power::gradient(5.0, &r);
    assert_grad(|v| total_power(v[0], &r), &[5.0], &[dv]);
    assert_grad(|r| total_power(5.0, r), &r, &dr);
}
