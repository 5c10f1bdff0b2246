//! Methods that go over fields in loops have a second rule for fields that are floats and lists of floats: here the fields are
//! that, in all the ways that they are used, and in `fields_in_loops_of_other_types` they are not.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Differentiable)]
struct Wave {
    u: Vec<f64>,
    v: Vec<f64>,
    speed: f64,
    dt: f64,
}

#[differentiable]
impl Wave {
    fn step(&mut self) {
        let n = self.u.len();
        for i in 1..n - 1 {
            let acc = self.speed * (self.u[i - 1] - 2.0 * self.u[i] + self.u[i + 1]);
            self.v[i] += self.dt * acc * self.u[i];
        }
        for i in 0..n {
            self.u[i] += self.dt * self.v[i];
        }
    }

    fn energy(&self) -> f64 {
        let mut e = 0.0;
        for (u, v) in self.u.iter().zip(&self.v) {
            e += 0.5 * v * v + self.speed * u * u;
        }
        e
    }
}

#[differentiable]
fn run(u: &[f64], speed: f64, dt: f64, steps: usize) -> f64 {
    let mut wave = Wave {
        u: u.to_vec(),
        v: vec![0.1; u.len()],
        speed,
        dt,
    };
    for _ in 0..steps {
        wave.step();
    }
    wave.energy()
}

#[test]
fn steps_of_a_simulation() {
    for n in [2, 3, 5, 11] {
        for steps in [0, 1, 4] {
            let mut at: Vec<f64> = (0..n).map(|i| (i as f64 * 0.7).sin()).collect();
            at.extend([0.8, 0.3]);
            let (mut g, by_speed, by_dt) = run::gradient(&at[..n], at[n], at[n + 1], steps);
            g.extend([by_speed, by_dt]);
            assert_grad(|x| run(&x[..n], x[n], x[n + 1], steps), &at, &g);
        }
    }
}

#[derive(Clone, Differentiable)]
struct Net {
    w: Vec<f64>,
    b: f64,
    limit: f64,
}

#[differentiable]
impl Net {
    fn dot(&self, x: &[f64]) -> f64 {
        self.w.iter().zip(x).map(|(a, b)| a * b).sum::<f64>() + self.b
    }

    fn first_above(&self, x: &[f64]) -> f64 {
        for i in 0..x.len() {
            if self.w[i] * x[i] > self.limit {
                return self.w[i] * self.b;
            }
        }
        self.b * self.limit
    }

    fn root(&self) -> f64 {
        let mut x = self.b;
        loop {
            let d = (x * x - self.limit) / (2.0 * x);
            x -= d;
            if d.abs() < 1e-12 {
                break;
            }
        }
        x
    }

    fn scaled(&self) -> Vec<f64> {
        let mut scaled = vec![0.0; 3];
        for i in 0..self.w.len() {
            scaled[i] = self.w[i] * self.b;
        }
        scaled
    }

    fn recurrence(&mut self) {
        for i in 2..self.w.len() {
            self.w[i] = self.w[i - 1] * self.limit + self.w[i - 2];
        }
    }

    fn normalise(&mut self) {
        let mut squares = 0.0;
        for w in &self.w {
            squares += w * w;
        }
        let norm = squares.sqrt();
        for w in self.w.iter_mut() {
            *w /= norm;
        }
    }

    fn clip(&mut self) {
        for i in 0..self.w.len() {
            if self.w[i] > self.limit {
                self.w[i] = self.limit;
            } else if self.w[i] < -self.limit {
                self.w[i] = -self.limit;
            }
        }
    }

    fn most(&self) -> f64 {
        let mut most = f64::MIN;
        for i in 0..self.w.len() {
            most = most.max(self.w[i] * self.b);
        }
        most
    }

    fn total(&self, x: f64) -> Option<f64> {
        let mut sum = 0.0;
        for w in &self.w {
            sum += w * x * self.b;
        }
        if sum > 2.0 { None } else { Some(sum) }
    }

    fn turn_round(&mut self) {
        for i in 0..self.w.len() / 2 {
            let j = self.w.len() - 1 - i;
            let kept = self.w[i];
            self.w[i] = self.w[j] * self.b;
            self.w[j] = kept;
        }
    }
}

#[differentiable]
fn all_of_a_net(a: f64, b: f64, limit: f64) -> f64 {
    let mut net = Net {
        w: vec![a, b, a * b],
        b,
        limit,
    };
    let mut sum = net.dot(&[1.0, 2.0, 3.0]) + net.first_above(&[1.0, 1.5, 2.0]) + net.root();
    let scaled = net.scaled();
    sum += scaled[0] * scaled[2];
    net.recurrence();
    net.normalise();
    sum += net.dot(&[2.0, 1.0, 0.5]);
    net.clip();
    sum += net.most();
    net.turn_round();
    sum += net.w[0] * 3.0 + net.w[2] + net.w[1];
    sum + net.total(a).unwrap_or(b)
}

#[test]
fn every_way_through_a_net() {
    for at in [
        [0.7, 1.3, 0.4],
        [1.4, 0.6, 0.9],
        [-0.5, 0.8, 1.7],
        [2.5, 3.0, 0.2],
    ] {
        let (a, b, limit) = all_of_a_net::gradient(at[0], at[1], at[2]);
        assert_grad(|x| all_of_a_net(x[0], x[1], x[2]), &at, &[a, b, limit]);
    }
}

#[derive(Clone, Differentiable)]
struct Mixed<const N: usize> {
    fixed: [f64; N],
    boxed: Box<[f64]>,
    k: f64,
}

#[differentiable]
impl<const N: usize> Mixed<N> {
    fn dot(&self) -> f64 {
        let mut s = 0.0;
        for i in 0..N {
            s += self.fixed[i] * self.boxed[i] * self.k;
        }
        s
    }

    fn mix(&mut self) {
        for i in 0..N {
            self.fixed[i] += self.k * self.boxed[i];
            self.boxed[i] = self.fixed[i] * self.fixed[i];
        }
    }
}

#[differentiable]
fn mixed(a: f64, b: f64) -> f64 {
    let mut mixed = Mixed {
        fixed: [a, b, 1.0],
        boxed: vec![b, a, a].into_boxed_slice(),
        k: a,
    };
    mixed.mix();
    mixed.mix();
    mixed.dot()
}

#[derive(Clone, Copy, Differentiable)]
struct View<'a> {
    data: &'a [f64],
    k: f64,
}

#[differentiable]
impl View<'_> {
    fn squares(&self) -> f64 {
        let mut s = 0.0;
        for i in 0..self.data.len() {
            s += self.data[i] * self.data[i] * self.k;
        }
        s
    }
}

#[differentiable]
fn lent(a: f64, b: f64) -> f64 {
    let data = [a, b, a * b];
    let view = View { data: &data, k: b };
    view.squares()
}

#[differentiable]
trait Model {
    fn loss(&self, x: &[f64], y: &[f64]) -> f64;

    fn at_one(&self) -> f64 {
        0.5 * self.loss(&[1.0], &[2.0])
    }
}

#[derive(Clone, Differentiable)]
struct Ridge {
    w: Vec<f64>,
    b: f64,
    lambda: f64,
}

#[differentiable]
impl Model for Ridge {
    fn loss(&self, x: &[f64], y: &[f64]) -> f64 {
        let mut s = 0.0;
        for i in 0..x.len() {
            let r = self.w[0] * x[i] + self.b - y[i];
            s += r * r;
        }
        for w in &self.w {
            s += self.lambda * w * w;
        }
        s
    }
}

#[differentiable]
fn through_a_trait(a: f64, b: f64) -> f64 {
    let ridge = Ridge {
        w: vec![a, b],
        b,
        lambda: a,
    };
    ridge.loss(&[1.0, 2.0], &[0.5, 0.2]) + ridge.at_one()
}

#[test]
fn lists_of_every_kind_and_implementations() {
    for at in [[0.7, 1.3], [1.4, -0.6]] {
        let (a, b) = mixed::gradient(at[0], at[1]);
        assert_grad(|x| mixed(x[0], x[1]), &at, &[a, b]);
        let (a, b) = lent::gradient(at[0], at[1]);
        assert_grad(|x| lent(x[0], x[1]), &at, &[a, b]);
        let (a, b) = through_a_trait::gradient(at[0], at[1]);
        assert_grad(|x| through_a_trait(x[0], x[1]), &at, &[a, b]);
    }
}
