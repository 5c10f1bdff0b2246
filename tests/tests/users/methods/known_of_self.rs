//! What the methods of a block return for `self`: parts of it, and numbers.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};
#[derive(Differentiable, Clone, Debug)]
struct Mat {
    rows: usize,
    cols: usize,
    data: Vec<f64>,
}
#[differentiable]
impl Mat {
    fn new(rows: usize, cols: usize, data: &[f64]) -> Self {
        Mat {
            rows,
            cols,
            data: data.to_vec(),
        }
    }
    fn row(&self, i: usize) -> &[f64] {
        &self.data[i * self.cols..(i + 1) * self.cols]
    }
    fn at(&self, i: usize, j: usize) -> f64 {
        self.data[i * self.cols + j]
    }
    fn wider(&self, i: usize, j: usize) -> &[f64] {
        if self.data[0] > 0.4 {
            self.row2(i)
        } else {
            &self.data[j..j + self.cols]
        }
    }
    fn row2(&self, i: usize) -> &[f64] {
        &self.data[i * self.cols..][..self.cols]
    }
    fn cell(&self, i: usize, j: usize) -> &f64 {
        &self.data[i * self.cols + j]
    }
    fn count(&self) -> usize {
        self.rows * self.cols
    }
    fn is_square(&self) -> bool {
        self.rows == self.cols
    }
    fn apply(&self, x: &[f64]) -> Vec<f64> {
        (0..self.rows)
            .map(|i| self.row(i).iter().zip(x).map(|(a, b)| a * b).sum())
            .collect()
    }
    fn quad(&self, x: &[f64]) -> f64 {
        let mut s = 0.0;
        for i in 0..self.rows {
            let r = self.row(i);
            for (j, v) in r.iter().enumerate() {
                s += x[i] * v * x[j];
            }
        }
        s
    }
    fn direct(&self, x: &[f64]) -> f64 {
        let mut s = 0.0;
        for i in 0..self.rows {
            for j in 0..self.cols {
                s += self.row(i)[j].sin() * x[j] + self.cell(i, j) * self.at(i, j);
            }
        }
        s * self.count() as f64
            + if self.is_square() {
                self.at(0, 0).powi(2)
            } else {
                1.0
            }
    }
    fn looped(&self, x: &[f64]) -> f64 {
        let mut s = 0.0;
        for v in self.row(1) {
            s += v * v;
        }
        for v in self.wider(1, 2) {
            s += v * v * v;
        }
        for (v, w) in self.row(0).iter().zip(self.row(1)) {
            s += v * w * x[0];
        }
        let last = self.row(self.rows - 1);
        s += last[0] * last[1] + last.len() as f64;
        s += dot(self.row(0), x);
        let [a, b, ..] = self.row(0) else { return s };
        s + a / b
            + self.row(0).iter().sum::<f64>()
            + self.row(1).to_vec()[0]
            + self.row(0).first().unwrap()
            + self.row(0).iter().copied().fold(0.0, f64::max)
    }
    fn change(&mut self, x: &[f64]) -> f64 {
        let mut s = 0.0;
        for i in 0..self.rows {
            let t = self.row(i)[0] * x[0];
            self.data[i] += t * self.at(i, 1);
            s += self.row(i).iter().map(|v| v * v).sum::<f64>();
            let n = self.count();
            self.data[n - 1] *= 1.1;
        }
        s
    }
    fn nested(&self, k: usize) -> f64 {
        let g = |i: usize, w: f64| self.row(i)[0] * w + self.at(i, 1);
        let mut total = g(0, 2.0);
        if self.at(0, 0) > 0.5 {
            total += g(1, self.at(0, 0));
        } else {
            total -= self.row(k)[1];
        }
        let mut best = self.row(0);
        for i in 1..self.rows {
            if self.row(i)[0] > best[0] {
                best = self.row(i);
            }
        }
        total + best.iter().map(|v| v.exp()).sum::<f64>()
    }
    fn max_row(&self) -> f64 {
        (0..self.rows)
            .map(|i| {
                self.row(i)
                    .iter()
                    .cloned()
                    .fold(f64::NEG_INFINITY, f64::max)
            })
            .sum()
    }
    fn compare(&self, o: &Mat) -> f64 {
        self.row(0)
            .iter()
            .zip(o.row(1))
            .map(|(a, b)| (a - b).powi(2))
            .sum::<f64>()
            + o.at(0, 0) * self.at(0, 1)
    }
}
#[differentiable]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}
#[differentiable]
fn all(d: &[f64]) -> f64 {
    let m = Mat::new(2, 3, d);
    let x = [d[0] * 0.5, d[1] + 0.2, 1.5 * d[2]];
    let y = m.apply(&x);
    let mut n = m.clone();
    y[0] * y[1]
        + Mat::new(2, 2, d).quad(&x[..2])
        + m.direct(&x)
        + m.looped(&x)
        + n.change(&x) * n.quad2(&x)
        + m.nested(1)
        + m.max_row()
        + m.compare(&n)
}
#[differentiable]
impl Mat {
    fn quad2(&self, x: &[f64]) -> f64 {
        self.row(1)[0] * x[1]
    }
}
#[derive(Differentiable, Clone)]
struct Grid<T, const N: usize> {
    cells: [[T; N]; N],
    shift: T,
}
#[differentiable]
impl<T: pullback::Real, const N: usize> Grid<T, N> {
    fn line(&self, i: usize) -> &[T; N] {
        &self.cells[i]
    }
    fn shifted(&self, v: T) -> T {
        v + self.shift
    }
    fn energy(&self) -> T {
        let mut e = T::ZERO;
        for i in 0..N {
            for v in self.line(i) {
                let w = self.shifted(*v);
                e += w * w;
            }
        }
        e + self.line(0)[N - 1] * self.shifted(self.line(1)[0]).sin()
    }
}
#[derive(Differentiable, Clone)]
struct Net {
    layers: Vec<Layer>,
    scale: f64,
}
#[derive(Differentiable, Clone)]
struct Layer {
    w: Vec<f64>,
    b: f64,
}
#[differentiable]
impl Net {
    fn layer(&self, i: usize) -> &Layer {
        &self.layers[i]
    }
    fn scale(&self) -> &f64 {
        &self.scale
    }
    fn gain(self, x: f64) -> f64 {
        self.scale * x
    }
    fn layers(&self) -> &[Layer] {
        &self.layers
    }
    fn first(&self) -> &Layer {
        &self.layers[0]
    }
    fn run(&self, x: &[f64]) -> f64 {
        let l0 = self.layer(0);
        let mut s = 0.0;
        for l in self.layers() {
            s += l.b;
            for (w, v) in l.w.iter().zip(x) {
                s += w * v;
            }
        }
        let l = self.layer(1);
        s += l.w[0] * l.b * self.scale();
        let s2 = self.scale() * 2.0 + *self.scale() + self.first().b;
        s * s2 + l0.w.iter().map(|w| w * w).sum::<f64>() + self.layer(0).total()
    }
}
#[differentiable]
impl Layer {
    fn total(&self) -> f64 {
        self.w.iter().sum::<f64>() * self.b
    }
}
#[differentiable]
fn net(x: &[f64]) -> f64 {
    let n = Net {
        layers: vec![
            Layer {
                w: vec![x[0], x[1]],
                b: x[2],
            },
            Layer {
                w: vec![x[3], x[4]],
                b: x[5] * x[0],
            },
        ],
        scale: x[1] * x[2],
    };
    n.run(&x[1..3])
}
#[differentiable]
fn grid(x: &[f64]) -> f64 {
    Grid {
        cells: [[x[0], x[1]], [x[2], x[3]]],
        shift: x[4],
    }
    .energy()
}
#[derive(Differentiable, Clone)]
struct Tab {
    k: Vec<f64>,
    n: u32,
    w: usize,
}
#[differentiable]
impl Tab {
    fn col(&self, i: u32) -> &[f64] {
        &self.k[i as usize * self.w..][..self.w]
    }
    fn f32s(&self, i: usize) -> f32 {
        i as f32 * 0.5
    }
    fn width(&self) -> usize {
        self.w
    }
    fn big(&self) -> i64 {
        -3
    }
    fn mean(&self) -> f64 {
        self.k.iter().sum::<f64>() / self.k.len() as f64
    }
    fn hot(&self, t: f64) -> bool {
        t > self.mean()
    }
    fn touch(&mut self, x: f64) -> f64 {
        self.k[0] += x;
        self.mean()
    }
    fn all(&mut self, x: &[f64]) -> f64 {
        let m = self.mean();
        let mut s = if self.hot(x[0]) { m * x[0] } else { x[0] - m };
        s += self.col(1)[0] * self.f32s(3) as f64 * self.big() as f64;
        for j in 0..self.width() {
            s += self.col(0)[j] * x[j];
        }
        s += self.touch(x[1]) * self.touch(s);
        let c = self.col(self.n - 1).to_vec();
        self.k[1] = c[0] * s;
        let Some(z) = self.col(0).last() else {
            return 0.0;
        };
        let w = z * self.k[1] * self.mean().sqrt().max(0.1);
        let d = self.mean() - s;
        let e = -self.mean();
        let g = 2.0 * self.mean() + self.mean() * 3.0;
        let h = [self.mean(), w];
        let t = (self.mean(), self.width());
        w + d * e
            + g
            + h[0] * h[1]
            + t.0 * t.1 as f64
            + self.mean().powi(2)
            + f64::from(self.f32s(2))
            + self.mean().abs().ln()
    }
}
#[differentiable]
fn tab(x: &[f64]) -> f64 {
    let mut t = Tab {
        k: x.to_vec(),
        n: 2,
        w: 2,
    };
    let s = t.all(&x[1..]);
    s + t.mean()
}

fn is_right(f: fn(&[f64]) -> f64, rule: fn(&[f64]) -> (f64, Vec<f64>), at: &[f64]) {
    for _ in 0..2 {
        let (value, gradient) = rule(at);
        assert_eq!(value, f(at));
        assert_grad(f, at, &gradient);
    }
}

#[test]
fn parts_of_self_are_places() {
    for d in [
        [0.3, 0.7, 0.9, 0.45, 0.62, 0.81],
        [0.6, 0.2, 0.35, 1.45, 0.12, 0.71],
    ] {
        is_right(all, |x| all::value_and_gradient(x), &d);
        is_right(grid, |x| grid::value_and_gradient(x), &d);
        is_right(net, |x| net::value_and_gradient(x), &d);
    }
}

#[test]
fn numbers_of_self_are_numbers() {
    for d in [[0.3, 0.7, 0.9, 0.45], [1.3, 0.7, 0.2, 1.45]] {
        is_right(tab, |x| tab::value_and_gradient(x), &d);
    }
}

mod parameters {
    use super::*;
    #[derive(Differentiable, Clone)]
    struct Mat<const N: usize> {
        d: [[f64; N]; N],
    }
    #[differentiable]
    impl<const N: usize> Mat<N> {
        fn row(&self, i: usize) -> &[f64; N] {
            &self.d[i]
        }
        fn at(&self, i: usize, j: usize) -> f64 {
            self.d[i][j]
        }
        fn mul(&self, o: &Mat<N>) -> Mat<N> {
            let mut d = [[0.0; N]; N];
            for i in 0..N {
                for j in 0..N {
                    d[i][j] = (0..N).map(|k| self.row(i)[k] * o.at(k, j)).sum();
                }
            }
            Mat { d }
        }
        fn dist(&self, o: &Self) -> f64 {
            (0..N)
                .flat_map(|i| self.row(i).iter().zip(o.row(i)))
                .map(|(a, b)| (a - b).powi(2))
                .sum()
        }
        fn into(self, mut o: Self, other: &Mat<2>) -> f64 {
            o.d[0][0] += 1.0;
            let s = o.row(0)[0] * self.at(0, 0);
            o.d[0][0] *= s;
            o.row(0)[0] + s * other.at(0, 1) * o.at(0, 0)
        }
        fn swap(&mut self, o: &mut Mat<N>) -> f64 {
            let t = o.row(0)[1] * self.at(1, 0);
            o.d[0][1] = t;
            self.d[1][0] += o.at(0, 1);
            std::mem::swap(&mut self.d, &mut o.d);
            self.at(0, 0) * o.row(1)[0]
        }
        fn fold(&self, o: &Mat<N>) -> f64 {
            let f = |i: usize, m: f64| o.row(i)[0] * m + self.at(0, i);
            let o2 = o.mul(self);
            f(0, 1.0) + f(1, o2.at(0, 0))
        }
    }
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let a = Mat {
            d: [[x[0], x[1]], [x[2], x[3]]],
        };
        let b = Mat {
            d: [[x[1], 1.0], [x[0], x[3] * 2.0]],
        };
        let c = a.mul(&b);
        let (mut p, mut q) = (a.clone(), b.clone());
        c.dist(&a) + c.clone().into(b.clone(), &a) + p.swap(&mut q) * q.at(0, 1) + p.fold(&c)
    }

    #[test]
    fn of_the_receivers_type_are_known() {
        for at in [[0.3, 0.7, 0.9, 0.45], [1.3, 0.2, 0.8, 0.4]] {
            is_right(f, |x| f::value_and_gradient(x), &at);
        }
    }
}
