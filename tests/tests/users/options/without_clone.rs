//! Options and results of structs that derive nothing but `Differentiable`, and of objects.

use crate::check;
use pullback::{Differentiable, differentiable};

#[derive(Differentiable)]
struct Spring {
    k: f64,
}

#[differentiable]
trait Energy {
    fn energy(&self, x: f64) -> f64;
}

#[differentiable]
impl Energy for Spring {
    fn energy(&self, x: f64) -> f64 {
        0.5 * self.k * x * x
    }
}

#[differentiable]
impl Spring {
    fn force(&self, x: f64) -> f64 {
        -self.k * x
    }
}

#[differentiable]
fn found(k: f64) -> Option<Spring> {
    if k > 0.0 { Some(Spring { k }) } else { None }
}

#[differentiable]
fn checked(k: f64) -> Result<Spring, String> {
    if k > 0.0 {
        Ok(Spring { k })
    } else {
        Err("slack".to_string())
    }
}

#[differentiable]
fn boxed(k: f64) -> Option<Box<dyn Energy>> {
    if k > 0.0 {
        Some(Box::new(Spring { k }))
    } else {
        None
    }
}

#[differentiable]
fn taken_out(x: &[f64]) -> f64 {
    let (k, y) = (x[0], x[1]);
    let stiff = found(k.abs()).unwrap().force(y);
    let soft = found(k).unwrap_or(Spring { k: y * y }).energy(y);
    let other = found(y).or(found(2.0 * k.abs())).expect("one of them").k;
    let both = found(k.abs()).zip(found(y.abs()));
    let both = both.map_or(0.0, |(a, b)| a.k * b.k);
    stiff + soft * other + both
}

#[differentiable]
fn mapped(x: &[f64]) -> f64 {
    let (k, y) = (x[0], x[1]);
    let force = found(k).map(|s| s.force(y)).unwrap_or(y);
    let energy = found(k).map_or(y * y, |s| s.energy(y));
    let chained = found(k).and_then(|s| found(s.k - 1.0));
    let kept = found(k).filter(|s| s.k > 1.0);
    let kept = match kept {
        Some(s) => s.energy(k),
        None => k,
    };
    let springs = [Spring { k }, Spring { k: y }].map(|s| Spring { k: s.k * y });
    force * energy + chained.map_or(1.0, |s| s.k) + kept + springs[0].k * springs[1].energy(y)
}

#[differentiable]
fn of_results(x: &[f64]) -> f64 {
    let (k, y) = (x[0], x[1]);
    let force = checked(k).map(|s| s.force(y)).unwrap_or(y);
    let energy = checked(k).map_or(y * y, |s| s.energy(y));
    let sure = checked(k.abs()).unwrap();
    let chained = checked(k)
        .map_err(|e| e.len())
        .and_then(|s| if s.k > 2.0 { Err(3) } else { Ok(s) })
        .map_or(1.0, |s| s.k * y);
    let ok = checked(k).ok().map_or(k, |s| s.k * s.k);
    force * energy + sure.energy(k) * chained + ok
}

#[differentiable]
fn asked(k: f64, y: f64) -> Result<f64, String> {
    let spring = found(k).ok_or("none".to_string())?;
    Ok(spring.energy(y) * checked(k)?.k)
}

#[differentiable]
fn of_questions(x: &[f64]) -> f64 {
    asked(x[0], x[1]).unwrap_or(x[1] * x[1])
}

#[differentiable]
fn of_objects(x: &[f64]) -> f64 {
    let (k, y) = (x[0], x[1]);
    let energy = boxed(k).map_or(y, |e| e.energy(y));
    let sure = boxed(k * k).unwrap();
    energy * boxed(k).map(|e| e.energy(k)).unwrap_or(k) + sure.energy(y)
}

#[test]
fn gradient_is_right() {
    let points: &[&[f64]] = &[&[1.2, 0.7], &[-0.4, 1.5], &[2.5, -0.3]];
    check(taken_out, |x| taken_out::gradient(x), points);
    check(mapped, |x| mapped::gradient(x), points);
    check(of_results, |x| of_results::gradient(x), points);
    check(of_questions, |x| of_questions::gradient(x), points);
    check(of_objects, |x| of_objects::gradient(x), points);
}
