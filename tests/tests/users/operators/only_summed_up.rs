//! Values that are only summed up, so that nothing is remembered of them, beside such as look like it: operators of the
//! user's between floats and other types read them.

use crate::assert_grad;
use pullback::{Differentiable, Real, differentiable};
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};
#[derive(Clone, Copy, Debug, Differentiable)]
struct W(f64);
#[differentiable]
impl Add<W> for f64 {
    type Output = f64;
    fn add(self, o: W) -> f64 {
        self * self * o.0
    }
}
#[differentiable]
impl Sub<f64> for W {
    type Output = f64;
    fn sub(self, o: f64) -> f64 {
        self.0 * o
    }
}
#[differentiable]
impl Mul<i32> for W {
    type Output = W;
    fn mul(self, o: i32) -> W {
        W(self.0 * self.0 * o as f64)
    }
}
#[differentiable]
impl Neg for W {
    type Output = W;
    fn neg(self) -> W {
        W(self.0.sin())
    }
}
#[differentiable]
impl AddAssign<f64> for W {
    fn add_assign(&mut self, v: f64) {
        self.0 += v * v;
    }
}
#[differentiable]
impl SubAssign<W> for f64 {
    fn sub_assign(&mut self, w: W) {
        *self -= *self * w.0.sin();
    }
}
#[derive(Clone, Debug, Differentiable)]
struct Grid {
    w: usize,
    d: Vec<f64>,
    k: f64,
}
#[differentiable]
impl Grid {
    fn get(&self, i: usize, j: usize) -> f64 {
        self.d[i * self.w + j]
    }
    fn at(&self, i: usize) -> W {
        W(self.d[i])
    }
    fn rough(&self, i: usize) -> f64 {
        self.get(i, 0) - self.get(i, 1) + self.d[i] * 2.0
    }
}
#[differentiable]
fn id(x: f64) -> f64 {
    x
}
#[differentiable]
fn grid(x: &[f64]) -> f64 {
    let g = Grid {
        w: 2,
        d: x.to_vec(),
        k: x[0],
    };
    let h = Grid {
        w: 2,
        d: x.iter().map(|v| v.cos()).collect(),
        k: 2.0,
    };
    let mut s = 0.0;
    for i in 0..x.len() / 2 {
        let a = g.get(i, 0);
        let b = h.get(i, 1);
        let c = g.get(i, 1);
        let l = a + b - 4.0 * c;
        s += l * l;
        let m = g.rough(i) / 3.0 - (-h.rough(i)) + a;
        if m > 0.0 {
            s += m * h.k;
        }
        let u = g.get(i, 1);
        let v = g.at(i);
        let uv = u + v;
        s += id(uv); // the user's: u * u * v
        let p = h.get(i, 0);
        let vp = v - p;
        s += id(vp); // v * p
        s += p * g.k + p;
        let q = g.get(i, 0) + h.get(i, 0);
        let r = q - 1.0;
        let t = r + r + q;
        s += t;
        let z = -(v * 3);
        s += z.0 + z.0;
        let e = g.get(i, 1);
        if i % 2 == 0 {
            let f = e + a;
            s += f * f;
        } else {
            s -= e;
        }
        let n = h.get(i, 1) / 2.0;
        let o = 2.0 / h.get(i, 1);
        s += n + o;
    }
    s
}
#[differentiable]
fn generic<T: Real>(x: &[T]) -> T {
    let mut s = T::ZERO;
    for w in x.windows(2) {
        let a = pick(w, 0) + pick(w, 1);
        let b = a - pick(w, 0) * T::from_f64(2.0);
        s += b * b;
    }
    s
}
#[differentiable]
fn pick<T: Real>(w: &[T], i: usize) -> T {
    w[i] * w[i]
}
#[differentiable]
fn generics(x: &[f64]) -> f64 {
    generic(x)
}
#[derive(Clone, Copy, Debug, Differentiable)]
struct V {
    x: f32,
    y: f32,
}
#[differentiable]
impl V {
    fn at(&self, i: usize) -> f32 {
        if i == 0 { self.x } else { self.y }
    }
}
#[differentiable]
fn singles(x: &[f64]) -> f64 {
    let mut s = 0.0f32;
    for v in x {
        let p = V {
            x: *v as f32,
            y: 2.0,
        };
        let q = p.at(0) - p.at(1) + p.at(0);
        s += q * q;
    }
    s as f64
}
#[differentiable]
fn early(x: &[f64]) -> f64 {
    let g = Grid {
        w: 1,
        d: x.to_vec(),
        k: x[0],
    };
    let mut s = 0.0;
    for i in 0..x.len() {
        let a = g.get(i, 0);
        let b = a + g.get(0, 0);
        if s > 2.0 {
            break;
        }
        s += b;
        let c = g.get(i, 0) - b;
        if c > 0.5 {
            continue;
        }
        s += c * b;
    }
    s
}
#[derive(Clone, Debug, Differentiable)]
struct Beam {
    k: f64,
    d: Vec<f64>,
    w: Vec<W>,
}
#[differentiable]
impl Beam {
    fn load(&mut self, by: f64) {
        for i in 0..self.d.len() {
            self.w[i] += by * self.d[i]; // the user's: its square
            self.d[i] += by * self.k;
            self.d[i] -= self.d[i] * self.k;
            self.d[i] -= self.w[i]; // the user's: reads both
            self.k += by * self.d[i] + self.k * self.k;
        }
    }
}
#[differentiable]
fn loaded(x: &[f64]) -> f64 {
    let mut beam = Beam {
        k: x[0],
        d: x.to_vec(),
        w: x.iter().map(|&v| W(v)).collect(),
    };
    beam.load(x[1]);
    beam.load(0.3);
    let mut s = beam.k;
    for (d, w) in beam.d.iter().zip(&beam.w) {
        s += d * w.0;
    }
    s
}
#[test]
fn of_what_is_added_in_place() {
    let at = vec![0.3, -0.7, 0.2, 0.8];
    let gradient = loaded::gradient(&at);
    assert_grad(loaded, &at, &gradient);
    assert_eq!(gradient, loaded::gradient(&at));
}
#[test]
fn of_grid() {
    for at in [vec![0.3, -0.7, 1.2, 0.8, -1.1, 0.4]] {
        let gradient = grid::gradient(&at);
        assert_grad(grid, &at, &gradient);
        assert_eq!(gradient, grid::gradient(&at));
    }
}
#[test]
fn of_generics() {
    for at in [vec![0.3, -0.7, 1.2, 0.8, -1.1, 0.4]] {
        let gradient = generics::gradient(&at);
        assert_grad(generics, &at, &gradient);
        assert_eq!(gradient, generics::gradient(&at));
    }
}
#[test]
fn of_early() {
    for at in [
        vec![0.3, -0.7, 1.2, 0.8, -1.1, 0.4],
        vec![0.9, 1.7, 1.2, 0.8, -1.1, 0.4],
    ] {
        let gradient = early::gradient(&at);
        assert_grad(early, &at, &gradient);
        assert_eq!(gradient, early::gradient(&at));
    }
}
#[test]
fn of_singles() {
    assert_eq!(singles::gradient(&[1.0, -3.0]), [0.0, -32.0]);
}
