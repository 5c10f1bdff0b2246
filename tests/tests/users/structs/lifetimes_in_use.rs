//! Structs that borrow, in programs: data sets, matrices, contexts, tables.

use crate::assert_grad;
use pullback::{Differentiable, Real, differentiable};

fn check(x: &[f64], g: &[f64], f: impl Fn(&[f64]) -> f64) {
    assert_grad(f, x, g);
}

mod data_sets {
    use super::*;

    #[derive(Differentiable, Clone)]
    struct Data<'a> {
        xs: &'a [f64],
        ys: &'a [f64],
        w: Option<&'a [f64]>,
    }
    #[derive(Differentiable, Clone, Copy)]
    struct Model {
        a: f64,
        b: f64,
    }
    #[differentiable]
    impl Model {
        fn predict(&self, x: f64) -> f64 {
            (self.a * x).tanh() + self.b
        }
    }
    #[differentiable]
    fn loss(m: &Model, d: &Data<'_>) -> f64 {
        let n = d.xs.len() as f64;
        let mut s = 0.0;
        for (i, (x, y)) in d.xs.iter().zip(d.ys).enumerate() {
            let r = m.predict(*x) - y;
            let w = match d.w {
                Some(w) => w[i],
                None => 1.0,
            };
            s += w * r * r;
        }
        s / n
    }
    #[differentiable]
    fn loss2<'a>(m: &Model, d: &'a Data<'a>) -> f64 {
        d.xs.iter()
            .zip(d.ys.iter())
            .map(|(&x, &y)| {
                let r = m.predict(x) - y;
                if r > 0.0 { r * r } else { -r }
            })
            .sum()
    }
    #[differentiable]
    fn total(a: f64, b: f64, xs: &[f64], ys: &[f64]) -> f64 {
        let m = Model { a, b };
        let d = Data { xs, ys, w: None };
        let d2 = Data {
            w: Some(ys),
            ..d.clone()
        };
        loss(&m, &d) + loss(&m, &d2) * loss2(&m, &d)
    }
    #[differentiable]
    fn chunks(a: f64, b: f64, xs: &[f64], ys: &[f64]) -> f64 {
        let m = Model { a, b };
        let mut s = 0.0;
        for (cx, cy) in xs.chunks(2).zip(ys.chunks(2)) {
            let d = Data {
                xs: cx,
                ys: cy,
                w: None,
            };
            if s > 0.5 {
                s *= 1.0 + loss(&m, &d);
            } else {
                s += loss2(&m, &d);
            }
        }
        s
    }
    #[test]
    fn gradients_are_right() {
        let x = [0.5, 0.2, 1.1, 0.4, 0.7, 2.0, 0.3, 0.9];
        macro_rules! c {
            ($f:ident) => {{
                let g = $f::gradient(x[0], x[1], &x[2..5], &x[5..]);
                check(&x, &[&[g.0, g.1], &g.2[..], &g.3].concat(), |x| {
                    $f(x[0], x[1], &x[2..5], &x[5..])
                });
            }};
        }
        c!(total);
        c!(chunks);
    }
}

mod matrices_of_any_float {
    use super::*;

    #[derive(Differentiable, Clone)]
    struct Matrix<'a, T> {
        data: &'a [T],
        cols: usize,
    }
    #[differentiable]
    impl<'a, T: Real> Matrix<'a, T> {
        fn new(data: &'a [T], cols: usize) -> Self {
            Self { data, cols }
        }
        fn row(&self, i: usize) -> &'a [T] {
            &self.data[i * self.cols..(i + 1) * self.cols]
        }
        fn at(&self, i: usize, j: usize) -> T {
            self.data[i * self.cols + j]
        }
        fn trace(&self) -> T {
            let mut s = T::ZERO;
            for i in 0..self.cols {
                s += self.at(i, i).sin();
            }
            s
        }
        fn norm(&self) -> T {
            self.row(0).iter().map(|&x| x * x).sum::<T>().sqrt()
        }
        fn mul(&self, v: &[T]) -> Vec<T> {
            (0..self.cols)
                .map(|i| self.row(i).iter().zip(v).map(|(&a, &b)| a * b).sum())
                .collect()
        }
    }
    #[differentiable]
    fn f(xs: &[f64]) -> f64 {
        let m = Matrix::new(xs, 2);
        let v = m.mul(&[1.0, xs[0]]);
        m.trace() * m.norm() + v[0] * v[1]
    }
    #[differentiable]
    fn g<T: Real>(m: &Matrix<'_, T>, k: T) -> T {
        let mut s = k;
        for i in 0..m.cols {
            if m.at(i, 0) > k {
                s = s * m.at(i, 0) + m.trace();
            } else {
                s = s - m.at(i, 1).exp();
            }
        }
        s
    }
    #[differentiable]
    fn h(xs: &[f64]) -> f64 {
        let m = Matrix { data: xs, cols: 2 };
        g(&m, xs[3])
    }
    #[test]
    fn gradients_are_right() {
        let x = [1.1, 0.4, 0.7, 2.0];
        check(&x, &f::gradient(&x), |x| f(x));
        check(&x, &h::gradient(&x), |x| h(x));
        let y = [2.1, 0.4, 2.7, 2.0];
        check(&y, &h::gradient(&y), |x| h(x));
    }
}

mod named_items {
    use super::*;

    // builder, iterator by reference, parser-like struct
    #[derive(Differentiable, Clone, Copy)]
    struct Named<'a> {
        name: &'a str,
        value: f64,
    }
    #[differentiable]
    fn weighted(items: &[Named<'_>], k: f64) -> f64 {
        let mut t = 0.0;
        for it in items {
            t += match it.name {
                "a" => it.value * k,
                n if n.starts_with('b') => it.value.powi(2),
                _ => 0.0,
            };
        }
        t
    }
    #[differentiable]
    fn best<'a>(items: &'a [Named<'a>]) -> f64 {
        let b = items
            .iter()
            .max_by(|p, q| p.value.total_cmp(&q.value))
            .unwrap();
        b.value * b.value
    }
    #[differentiable]
    fn group(xs: &[f64]) -> f64 {
        let names = ["a", "bx", "c"];
        let items: Vec<Named> = names
            .iter()
            .zip(xs)
            .map(|(name, &value)| Named { name, value })
            .collect();
        let sel: Vec<Named> = items.iter().copied().filter(|n| n.name != "c").collect();
        weighted(&items, xs[2]) + best(&items) + sel.iter().map(|n| n.value.sin()).sum::<f64>()
    }
    #[differentiable]
    fn lookup<'a>(items: &[Named<'a>], name: &str) -> Option<Named<'a>> {
        items.iter().find(|n| n.name == name).copied()
    }
    #[differentiable]
    fn uses(xs: &[f64]) -> f64 {
        let items = [
            Named {
                name: "a",
                value: xs[0] * xs[1],
            },
            Named {
                name: "b",
                value: xs[2],
            },
        ];
        let mut s = 0.0;
        for n in ["b", "a", "z"] {
            if let Some(it) = lookup(&items, n) {
                s += it.value * it.value * (s + 1.0);
            }
        }
        s
    }
    #[test]
    fn gradients_are_right() {
        let x = [1.1, 0.4, 0.7];
        check(&x, &group::gradient(&x), |x| group(x));
        check(&x, &uses::gradient(&x), |x| uses(x));
    }
}

mod contexts {
    use super::*;

    #[derive(Differentiable)]
    struct Context<'a> {
        params: &'a Params,
        input: &'a [f64],
    }
    #[derive(Differentiable, Clone)]
    struct Params {
        w: Vec<f64>,
        b: f64,
    }
    #[differentiable]
    impl<'a> Context<'a> {
        fn new(params: &'a Params, input: &'a [f64]) -> Self {
            Context { params, input }
        }
        fn activation(&self) -> f64 {
            let z: f64 = self
                .params
                .w
                .iter()
                .zip(self.input)
                .map(|(w, x)| w * x)
                .sum();
            (z + self.params.b).tanh()
        }
        fn with_input<'b>(&self, input: &'b [f64]) -> Context<'b>
        where
            'a: 'b,
        {
            Context {
                params: self.params,
                input,
            }
        }
    }
    #[differentiable]
    fn f(p: &Params, x: &[f64]) -> f64 {
        let c = Context::new(p, x);
        let d = c.with_input(&x[1..]);
        let mut s = c.activation();
        for i in 0..3 {
            let e = Context {
                params: p,
                input: &x[i..],
            };
            s += e.activation() * s;
        }
        s + d.activation()
    }
    #[test]
    fn gradients_are_right() {
        let x = [1.1, 0.4, 0.7, 0.2, -0.3, 0.6];
        let mk = |x: &[f64]| Params {
            w: x[..2].to_vec(),
            b: x[2],
        };
        let (p, gx) = f::gradient(&mk(&x), &x[3..]);
        check(&x, &[&p.w[..], &[p.b], &gx].concat(), |x| {
            f(&mk(x), &x[3..])
        });
    }
}

mod energies {
    use super::*;

    #[differentiable]
    trait Energy {
        fn energy(&self, x: f64) -> f64;
        fn force(&self, x: f64) -> f64 {
            (self.energy(x + 0.1) - self.energy(x - 0.1)) / 0.2
        }
    }
    #[derive(Differentiable, Clone)]
    struct Table<'a> {
        knots: &'a [f64],
        scale: f64,
    }
    #[differentiable]
    impl<'a> Energy for Table<'a> {
        fn energy(&self, x: f64) -> f64 {
            let mut s = 0.0;
            for &k in self.knots {
                s += (k * x).sin();
            }
            s * self.scale
        }
    }
    #[differentiable]
    fn by_value<E: Energy + Clone>(e: E, x: f64) -> f64 {
        let f = e.clone();
        f.energy(x) * e.force(x)
    }
    #[differentiable]
    fn sum_dyn(es: &[Box<dyn Energy>], x: f64) -> f64 {
        es.iter().map(|e| e.energy(x)).sum()
    }
    #[differentiable]
    fn f(ks: &[f64], x: f64) -> f64 {
        let t = Table {
            knots: ks,
            scale: x,
        };
        t.force(x) + t.energy(2.0)
    }
    #[differentiable]
    fn h(ks: &[f64], x: f64) -> f64 {
        let t = Table {
            knots: ks,
            scale: x,
        };
        let mut s = 0.0f64;
        while s < 3.0 {
            s += 1.0 + t.force(s * x).abs();
        }
        s
    }
    #[derive(Differentiable, Clone)]
    struct Pair<'a, E> {
        left: &'a E,
        right: &'a E,
    }
    #[differentiable]
    impl<'a, E: Energy> Energy for Pair<'a, E> {
        fn energy(&self, x: f64) -> f64 {
            self.left.energy(x) + self.right.energy(2.0 * x)
        }
    }
    #[derive(Differentiable, Clone)]
    struct Spring {
        k: f64,
    }
    #[differentiable]
    impl Energy for Spring {
        fn energy(&self, x: f64) -> f64 {
            self.k * x * x
        }
    }
    #[differentiable]
    fn pair(ks: &[f64], x: f64) -> f64 {
        let (a, b) = (Spring { k: ks[0] }, Spring { k: ks[1] });
        let p = Pair {
            left: &a,
            right: &b,
        };
        p.energy(x) * p.force(x)
    }
    #[test]
    fn gradients_are_right() {
        let x = [1.1, 0.4, 0.7];
        macro_rules! c {
            ($f:ident) => {{
                let g = $f::gradient(&x[..2], x[2]);
                check(&x, &[&g.0[..], &[g.1]].concat(), |x| $f(&x[..2], x[2]));
            }};
        }
        c!(f);
        c!(h);
        c!(pair);
    }
}
