//! Boxes of several types in an array that a field holds.

use crate::check;
use pullback::{Differentiable, differentiable};

#[differentiable]
trait Species {
    fn growth(&self, n: f64, food: f64) -> f64;
    fn eats(&self) -> bool {
        false
    }
}

#[derive(Differentiable)]
struct Plant {
    rate: f64,
    room: f64,
}

#[derive(Differentiable)]
struct Grazer {
    death: f64,
}

#[differentiable]
impl Species for Plant {
    fn growth(&self, n: f64, _food: f64) -> f64 {
        self.rate * n * (1.0 - n / self.room)
    }
}

#[differentiable]
impl Species for Grazer {
    fn growth(&self, n: f64, food: f64) -> f64 {
        n * (food / (1.0 + food) - self.death)
    }
    fn eats(&self) -> bool {
        true
    }
}

#[derive(Differentiable)]
struct World<const N: usize> {
    species: [Box<dyn Species>; N],
    n: [f64; N],
}

#[derive(Differentiable)]
struct Pair([Box<dyn Species>; 2], f64);

#[differentiable]
impl<const N: usize> World<N> {
    fn step(&mut self, dt: f64) {
        let food: f64 = (0..N)
            .filter(|&i| !self.species[i].eats())
            .map(|i| self.n[i])
            .sum();
        for (n, s) in self.n.iter_mut().zip(&self.species) {
            *n += dt * s.growth(*n, food);
        }
    }
}

#[differentiable]
fn grown(x: &[f64]) -> f64 {
    let (rate, room, death) = (x[0], x[1], x[2]);
    let mut world = World {
        species: [
            Box::new(Plant { rate, room }),
            Box::new(Grazer { death }),
            Box::new(Plant { rate: death, room }),
        ],
        n: [x[3], 0.5, 1.0],
    };
    for _ in 0..4 {
        world.step(0.3);
    }
    let room = 2.0 * room;
    let pair = Pair(
        [Box::new(Grazer { death }), Box::new(Plant { rate, room })],
        rate,
    );
    let both = pair.0[0].growth(rate, pair.1) * pair.0[1].growth(death, 1.0);
    world.n.iter().map(|n| n * n).sum::<f64>() + both
}

#[test]
fn gradient_is_right() {
    check(
        grown,
        |x| grown::gradient(x),
        &[&[0.8, 5.0, 0.1, 2.0], &[0.4, 3.0, 0.6, 1.0]],
    );
}
