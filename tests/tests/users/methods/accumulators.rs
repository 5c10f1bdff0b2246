//! Methods that change their receivers in loops: some read what they overwrite, some do not.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};
use std::ops::{AddAssign, Index, IndexMut, MulAssign, SubAssign};

#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct Sum {
    linear: f64,
    square: f64,
    count: usize,
}

#[differentiable]
impl AddAssign<f64> for Sum {
    fn add_assign(&mut self, v: f64) {
        self.linear += v;
        self.square += v * v;
        self.count += 1;
    }
}

#[differentiable]
impl SubAssign for Sum {
    // The right side is read, and the left one where it is squared.
    fn sub_assign(&mut self, other: Sum) {
        self.linear -= other.linear * self.square;
    }
}

#[differentiable]
impl Sum {
    fn add(&mut self, v: f64) {
        self.linear += v;
        self.count += 1;
    }

    fn add_all(&mut self, values: &[f64]) {
        for v in values {
            self.add(v * v);
        }
    }

    fn add_each(&mut self, values: &[f64]) {
        for v in values {
            self.square += v.sin();
            self.linear += 2.0 * v;
        }
    }

    // Reads what it overwrites.
    fn decay(&mut self, rate: f64) {
        self.linear *= rate;
        self.square -= self.square * self.square * rate;
    }

    // What one field held goes into the other.
    fn shift(&mut self, v: f64) {
        self.square += self.linear * v;
        self.linear += v;
    }

    fn both(&mut self, v: f64) {
        self.add(v);
        self.add(v * v);
    }

    fn add_then_decay(&mut self, v: f64) {
        self.add(v);
        self.decay(0.5 + v);
    }

    // Decides by what it overwrites.
    fn capped(&mut self, v: f64) {
        if self.linear < 1.0 {
            self.linear += v * v;
        } else {
            self.square += v;
        }
    }

    fn mean(&self) -> f64 {
        self.linear / self.count.max(1) as f64
    }

    fn energy(&self) -> f64 {
        self.linear * self.linear + self.square.sin()
    }
}

#[differentiable]
trait Moves {
    fn step(&mut self, force: f64);
    fn position(&self) -> f64;
}

#[derive(Clone, Debug, Differentiable)]
struct Drift {
    position: f64,
}

#[derive(Clone, Debug, Differentiable)]
struct Spring {
    position: f64,
    speed: f64,
}

#[differentiable]
impl Moves for Drift {
    fn step(&mut self, force: f64) {
        self.position += 0.1 * force;
    }
    fn position(&self) -> f64 {
        self.position
    }
}

#[differentiable]
impl Moves for Spring {
    fn step(&mut self, force: f64) {
        self.speed += 0.1 * (force - self.position * self.position);
        self.position += 0.1 * self.speed;
    }
    fn position(&self) -> f64 {
        self.position
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Track<M> {
    body: M,
    sums: Vec<Sum>,
}

#[differentiable]
impl<M: Moves> Track<M> {
    fn run(&mut self, forces: &[f64]) -> f64 {
        let mut total = 0.0;
        for (i, &force) in forces.iter().enumerate() {
            self.body.step(force);
            self.sums[i % 2].add(force * self.body.position());
            self.sums[(i + 1) % 2] += force;
            total += self.body.position() * force;
        }
        total + self.sums[0].energy() * self.sums[1].mean()
    }
}

#[differentiable]
fn added(x: &[f64]) -> f64 {
    let mut sum = Sum::default();
    for &v in x {
        sum.add(v * v);
    }
    sum.energy() * sum.mean()
}

#[differentiable]
fn assigned(x: &[f64]) -> f64 {
    let mut sum = Sum::default();
    for &v in x {
        sum += v;
        sum += v.cos();
    }
    let other = sum;
    for &v in x {
        sum -= Sum { linear: v, ..other };
    }
    sum.energy()
}

#[differentiable]
fn decayed(x: &[f64]) -> f64 {
    let mut sum = Sum {
        linear: 0.3,
        square: 0.2,
        count: 0,
    };
    for &v in x {
        sum.decay(0.9 + 0.1 * v);
        sum.add(v);
        sum.add_then_decay(v * 0.3);
    }
    sum.energy()
}

#[differentiable]
fn shifted(x: &[f64]) -> f64 {
    let mut sum = Sum::default();
    for &v in x {
        sum.shift(v);
        sum.both(v);
    }
    for _ in 0..2 {
        sum.add_all(x);
        sum.add_each(x);
        sum.add_each(&x[1..]);
    }
    sum.energy() + sum.mean()
}

#[differentiable]
fn seen_meanwhile(x: &[f64]) -> f64 {
    let mut sum = Sum::default();
    let mut total = 0.0;
    for &v in x {
        sum.add(v);
        total += sum.linear * sum.energy();
    }
    let held = sum.linear;
    sum.add(held * held);
    total * sum.linear
}

#[differentiable]
fn decided(x: &[f64]) -> f64 {
    let mut sum = Sum::default();
    for &v in x {
        sum.capped(v);
    }
    sum.energy()
}

#[differentiable]
fn fields(x: &[f64], sums: &mut [Sum]) -> f64 {
    for (v, sum) in x.iter().zip(sums.iter_mut()) {
        sum.add(*v);
        sum.shift(v * 0.5);
    }
    let mut total = 0.0;
    for sum in sums.iter() {
        total += sum.energy();
    }
    total
}

/// What is added grows with what is there.
#[derive(Clone, Copy, Debug, Differentiable)]
struct Growth(f64);

#[differentiable]
impl AddAssign<f64> for Growth {
    fn add_assign(&mut self, v: f64) {
        self.0 += self.0 * v;
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Plots {
    of: Vec<Growth>,
}

#[differentiable]
impl Index<usize> for Plots {
    type Output = Growth;
    fn index(&self, i: usize) -> &Growth {
        &self.of[i % 2]
    }
}

#[differentiable]
impl IndexMut<usize> for Plots {
    fn index_mut(&mut self, i: usize) -> &mut Growth {
        &mut self.of[i % 2]
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Farm {
    plots: Plots,
    prices: Vec<f64>,
}

#[differentiable]
impl Farm {
    // Only elements that types alone tell are changed, by an operator that reads them.
    fn grow(&mut self, by: &[f64]) {
        for (i, by) in by.iter().enumerate() {
            self.plots[i] += *by;
        }
    }

    fn reprice(&mut self, by: &[f64]) {
        for (i, by) in by.iter().enumerate() {
            self.prices[i % 2] += by * by;
        }
        for i in 0..by.len() {
            self.prices[i % 2] *= 1.0 + by[i];
        }
    }
}

#[differentiable]
impl MulAssign<f64> for Plots {
    fn mul_assign(&mut self, k: f64) {
        for growth in self.of.iter_mut() {
            growth.0 *= k / (1.0 + growth.0 * growth.0);
        }
    }
}

#[differentiable]
fn farmed(x: &[f64]) -> f64 {
    let mut farm = Farm {
        plots: Plots {
            of: vec![Growth(x[0]), Growth(1.0)],
        },
        prices: vec![1.0, x[1]],
    };
    for _ in 0..2 {
        farm.grow(x);
        farm.reprice(x);
        farm.plots *= 0.9;
    }
    farm.plots[0].0 * farm.prices[0] + farm.plots[1].0 * farm.prices[1]
}

fn check(f: fn(&[f64]) -> f64, gradient: fn(&[f64]) -> Vec<f64>) {
    for x in [
        [0.4, 0.7, 0.2, 0.9],
        [1.1, 0.3, 1.4, -0.5],
        [-0.9, 0.6, 0.1, 0.3],
    ] {
        assert_grad(f, &x, &gradient(&x));
        assert_eq!(gradient(&x), gradient(&x));
    }
}

#[test]
fn what_is_only_added_to_is_right() {
    check(added, |x| added::gradient(x));
    check(assigned, |x| assigned::gradient(x));
    check(shifted, |x| shifted::gradient(x));
}

#[test]
fn what_is_read_is_kept() {
    check(decayed, |x| decayed::gradient(x));
    check(seen_meanwhile, |x| seen_meanwhile::gradient(x));
    check(decided, |x| decided::gradient(x));
    check(farmed, |x| farmed::gradient(x));
}

#[test]
fn callers_get_their_arguments_gradients() {
    let start = [Sum {
        linear: 0.2,
        square: 0.4,
        count: 1,
    }; 3];
    let x = [0.4, -0.7, 1.2];
    let dx = fields::gradient(&x, &mut start.clone()).0;
    assert_grad(|x| fields(x, &mut start.clone()), &x, &dx);
}

fn track<M>(body: M) -> Track<M> {
    Track {
        body,
        sums: vec![Sum::default(); 2],
    }
}

#[test]
fn methods_of_traits_and_elements_are_right() {
    let x = [0.4, 0.7, 0.2, 0.9, -0.3];
    let drift = || track(Drift { position: 0.3 });
    let (_, dx) = drift().run_gradient(&x);
    assert_grad(|x| drift().run(x), &x, &dx);
    let spring = || {
        track(Spring {
            position: 0.3,
            speed: 0.1,
        })
    };
    let (_, dx) = spring().run_gradient(&x);
    assert_grad(|x| spring().run(x), &x, &dx);
}
