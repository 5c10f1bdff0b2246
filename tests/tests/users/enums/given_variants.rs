use crate::assert_grad;
use pullback::{Differentiable, differentiable};

/// Derives nothing of ours, and is what functions give.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Grade {
    Low = 1,
    Mid = 2,
    High = 4,
}

#[derive(Clone, Copy, PartialEq, Differentiable)]
enum Shape {
    Empty,
    Disc(f64),
}

impl Shape {
    const UNIT: Shape = Shape::Disc(1.0);
}

#[derive(Clone, Differentiable)]
struct Schedule {
    rate: f64,
    last: Grade,
}

#[differentiable]
fn grade_of(x: f64) -> Grade {
    if x < 0.0 {
        panic!("an income is not negative");
    }
    if x > 100.0 {
        return Grade::High;
    }
    match x {
        v if v < 1.0 => Grade::Low,
        v if v < 2.0 => {
            let twice = v * 2.0;
            if twice > 3.5 { Grade::High } else { Grade::Mid }
        }
        _ => Grade::High,
    }
}

/// Of a type that carries derivatives elsewhere.
#[differentiable]
fn shape_of(x: f64) -> Shape {
    if x > 1.0 { Shape::UNIT } else { Shape::Empty }
}

#[differentiable]
impl Schedule {
    fn grade(&self, x: f64) -> Grade {
        if self.rate * x > 0.5 {
            Grade::Low
        } else {
            Grade::High
        }
    }

    fn pay(&self, x: f64) -> f64 {
        match self.grade(x) {
            Grade::Low => x * self.rate,
            Grade::Mid => 0.0,
            Grade::High if self.last == Grade::Mid => x * x,
            Grade::High => x,
        }
    }
}

#[differentiable]
fn tax(incomes: &[f64], rate: f64) -> f64 {
    let mut total = 0.0;
    for &x in incomes {
        let grade = grade_of(x);
        total += rate * x * grade as u8 as f64;
        if grade >= Grade::Mid {
            total += (x - 1.0).powi(2);
        }
        total += match grade_of(2.0 * x) {
            Grade::Low => x,
            _ => 2.0 * x * rate,
        };
        if let Shape::Disc(r) = shape_of(x) {
            total += r * x;
        }
        let schedule = Schedule { rate, last: grade };
        total += schedule.pay(x);
    }
    total
}

#[test]
fn gradient_is_right() {
    let x = [0.4, 1.5, 1.9, 3.0];
    let (by_x, by_rate) = tax::gradient(&x, 0.2);
    assert_grad(|x| tax(x, 0.2), &x, &by_x);
    assert_grad(|r| tax(&x, r[0]), &[0.2], &[by_rate]);
}

#[test]
fn what_is_given_has_no_cotangent() {
    let (grade, pullback) = grade_of::vjp(1.5);
    assert_eq!((grade, pullback.call(())), (Grade::Mid, 0.0));
}
