//! Fields without a derive that methods of `&mut self` ask for whatever they give, and fields with one, whose methods give
//! references.

use crate::check;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, PartialEq)]
enum Gear {
    Low,
    Mid,
    High,
}

#[derive(PartialEq)]
enum Class {
    Slow,
    Fast,
}

impl Gear {
    fn up(self) -> Option<Gear> {
        match self {
            Gear::Low => Some(Gear::Mid),
            Gear::Mid => Some(Gear::High),
            Gear::High => None,
        }
    }
    fn class(&self) -> Class {
        if *self == Gear::Low {
            Class::Slow
        } else {
            Class::Fast
        }
    }
    fn name(&self) -> &'static str {
        "gear"
    }
    fn ratio(&self, k: usize) -> f64 {
        1.0 + k as f64 + (*self as usize) as f64
    }
    fn weights(&self) -> Vec<f64> {
        vec![1.0, 2.0 + (*self as usize) as f64]
    }
    fn limits(&self) -> (f64, f64) {
        (-1.0, 40.0)
    }
}

#[differentiable]
fn product(a: f64, b: f64) -> f64 {
    a * b
}

#[derive(Clone, Differentiable)]
struct Car {
    gear: Gear,
    speed: f64,
    log: Vec<f64>,
    shifts: usize,
}

#[differentiable]
impl Car {
    fn shift(&mut self) {
        if let Some(next) = self.gear.up() {
            self.gear = next;
            self.shifts += 1;
        }
        assert_eq!(self.gear.name(), "gear");
    }
    fn drive(&mut self, x: f64) {
        match self.gear.class() {
            Class::Slow => self.speed += x,
            Class::Fast => self.speed *= x,
        }
        self.speed += product(self.gear.ratio(2), x);
        self.log.push(self.gear.ratio(self.shifts));
        let weights = self.gear.weights();
        self.speed += weights[0] * x + weights[1];
        for w in self.gear.weights() {
            self.speed += 0.1 * w * x;
        }
        let (low, high) = self.gear.limits();
        self.speed = self.speed.clamp(low, high);
        let share = if self.shifts > 1 {
            self.gear.ratio(1)
        } else {
            0.5
        };
        self.log.push(share * self.speed);
    }
}

#[differentiable]
fn driven(x: &[f64]) -> f64 {
    let mut car = Car {
        gear: Gear::Low,
        speed: x[0],
        log: Vec::new(),
        shifts: 0,
    };
    for _ in 0..4 {
        car.drive(x[1]);
        car.shift();
    }
    car.speed + car.log.iter().sum::<f64>()
}

#[derive(Clone, Differentiable)]
struct Grid {
    cells: Vec<f64>,
    width: usize,
}

#[differentiable]
impl Grid {
    fn at(&self, i: usize) -> &f64 {
        &self.cells[i]
    }
    fn row(&self, i: usize) -> &[f64] {
        &self.cells[i..i + self.width]
    }
    fn width(&self) -> usize {
        self.width
    }
    fn first(&self) -> Option<&f64> {
        self.cells.first()
    }
}

#[differentiable]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[derive(Clone, Differentiable)]
struct Model {
    grid: Grid,
    total: f64,
}

#[differentiable]
impl Model {
    fn add(&mut self, x: f64) {
        self.total += self.grid.at(1) * self.grid.at(2) * x;
        self.total += dot(self.grid.row(0), self.grid.row(1));
        let row = self.grid.row(0);
        let width = self.grid.width();
        self.total += row[0] * width as f64;
        let cell = self.grid.at(1);
        let other = self.grid.cells[0];
        self.total += cell * other;
        if let Some(first) = self.grid.first() {
            self.total += first * self.grid.cells[1] * self.grid.width() as f64;
        }
        for v in self.grid.row(1) {
            self.total += v * self.grid.at(0);
        }
    }
}

#[differentiable]
fn added(x: &[f64]) -> f64 {
    let cells = vec![x[0], 2.0 * x[0], 3.0, x[0] * x[1]];
    let mut model = Model {
        grid: Grid { cells, width: 2 },
        total: x[1],
    };
    model.add(x[0]);
    model.total
}

#[test]
fn fields_are_asked() {
    let points: &[&[f64]] = &[&[0.7, 0.4], &[-1.2, 1.3]];
    check(driven, driven::gradient, points);
    check(added, added::gradient, points);
}
