//! Closures without types, given to functions that are generic in what they call them with.

mod integrator {
    use crate::assert_grad;
    use pullback::{Differentiable, differentiable};
    use std::ops::{Add, Mul};

    #[derive(Clone, Copy, Differentiable)]
    struct Sir {
        s: f64,
        i: f64,
    }
    #[differentiable]
    impl Add for Sir {
        type Output = Sir;
        fn add(self, o: Sir) -> Sir {
            Sir {
                s: self.s + o.s,
                i: self.i + o.i,
            }
        }
    }
    #[differentiable]
    impl Mul<f64> for Sir {
        type Output = Sir;
        fn mul(self, k: f64) -> Sir {
            Sir {
                s: self.s * k,
                i: self.i * k,
            }
        }
    }
    #[differentiable]
    impl Sir {
        fn rates(&self, k: f64) -> Sir {
            let n = k * self.s * self.i;
            Sir {
                s: -n,
                i: n - 0.1 * self.i,
            }
        }
    }
    #[differentiable]
    fn rk4<S, F>(y: S, h: f64, g: F) -> S
    where
        S: Copy + Add<Output = S> + Mul<f64, Output = S>,
        F: Fn(S) -> S,
    {
        let k1 = g(y);
        let k2 = g(y + k1 * (h / 2.0));
        let k3 = g(y + k2 * (h / 2.0));
        let k4 = g(y + k3 * h);
        y + (k1 + k2 * 2.0 + k3 * 2.0 + k4) * (h / 6.0)
    }
    #[differentiable]
    fn sim(x: &[f64]) -> f64 {
        let k = x[0];
        let mut y = Sir { s: x[1], i: x[2] };
        for _ in 0..4 {
            y = rk4(y, 0.1, |s| s.rates(k));
        }
        y.i * y.s
    }

    #[test]
    fn gradient_is_right() {
        let x = [0.5, 0.9, 0.1];
        let gradient = sim::gradient(&x);
        assert_grad(sim, &x, &gradient);
        assert_eq!(gradient, sim::gradient(&x));
    }
}

mod by_reference {
    use crate::assert_grad;
    use pullback::{Differentiable, differentiable};
    use std::ops::{Add, Mul};

    #[derive(Clone, Copy, Differentiable)]
    struct Sir {
        s: f64,
        i: f64,
    }
    #[differentiable]
    impl Add for Sir {
        type Output = Sir;
        fn add(self, o: Sir) -> Sir {
            Sir {
                s: self.s + o.s,
                i: self.i + o.i,
            }
        }
    }
    #[differentiable]
    impl Mul<f64> for Sir {
        type Output = Sir;
        fn mul(self, k: f64) -> Sir {
            Sir {
                s: self.s * k,
                i: self.i * k,
            }
        }
    }
    #[differentiable]
    fn midpoint<S>(y: &S, h: f64, g: impl Fn(f64, &S) -> S) -> S
    where
        S: Clone + Add<Output = S> + Mul<f64, Output = S>,
    {
        let k1 = g(0.0, y);
        let mid = y.clone() + k1 * (h / 2.0);
        y.clone() + g(h / 2.0, &mid) * h
    }
    #[differentiable]
    fn sim(x: &[f64]) -> f64 {
        let k = x[0];
        let mut y = Sir { s: x[1], i: x[2] };
        for _ in 0..4 {
            y = midpoint(&y, 0.1, |t, s| Sir {
                s: -k * s.s * s.i + t * k,
                i: s.s * s.i - k * s.i,
            });
        }
        y.i * y.s
    }

    #[test]
    fn gradient_is_right() {
        let x = [0.5, 0.9, 0.1];
        let gradient = sim::gradient(&x);
        assert_grad(sim, &x, &gradient);
        assert_eq!(gradient, sim::gradient(&x));
    }
}

mod of_slices {
    use crate::assert_grad;
    use pullback::{Differentiable, differentiable};

    #[derive(Clone, Copy, Differentiable)]
    struct Pt {
        x: f64,
        y: f64,
    }
    #[differentiable]
    fn total<T>(items: &[T], w: impl Fn(&T) -> f64) -> f64 {
        let mut s = 0.0;
        for t in items {
            s += w(t);
        }
        s
    }
    #[differentiable]
    fn run(x: &[f64]) -> f64 {
        let k = x[2];
        let pts = vec![
            Pt { x: x[0], y: x[1] },
            Pt {
                x: x[1],
                y: x[0] * x[0],
            },
        ];
        let arr = [Pt { x: x[0], y: x[1] }];
        total(&pts, |p| p.x * p.y * k) + total(&arr, |p| p.x - p.y * k)
    }

    #[test]
    fn gradient_is_right() {
        let x = [0.5, 0.9, 0.7];
        let gradient = run::gradient(&x);
        assert_grad(run, &x, &gradient);
        assert_eq!(gradient, run::gradient(&x));
    }
}

mod changing_state {
    use crate::assert_grad;
    use pullback::{Differentiable, differentiable};

    #[derive(Clone, Debug, Differentiable)]
    struct St {
        a: Vec<f64>,
        b: f64,
    }
    #[differentiable]
    fn iterate<T>(start: T, n: usize, step: impl Fn(T, usize) -> T) -> T {
        let mut v = start;
        for i in 0..n {
            v = step(v, i);
        }
        v
    }
    #[differentiable]
    fn run(x: &[f64]) -> f64 {
        let k = x[2];
        let end = iterate(
            St {
                a: vec![x[0], x[1]],
                b: 1.0,
            },
            3,
            |mut st, i| {
                st.b += st.a[0] * k;
                st.a[1] *= st.b;
                st
            },
        );
        end.b * end.a[1]
    }

    #[test]
    fn gradient_is_right() {
        let x = [0.5, 0.9, 0.7];
        let gradient = run::gradient(&x);
        assert_grad(run, &x, &gradient);
        assert_eq!(gradient, run::gradient(&x));
    }
}

mod paired {
    use crate::assert_grad;
    use pullback::{Differentiable, differentiable};

    #[derive(Clone, Copy, Differentiable)]
    struct Pt {
        x: f64,
        y: f64,
    }
    #[differentiable]
    fn zipped<A, B, C>(a: &[A], b: &[B], f: impl Fn(&A, &B) -> C) -> Vec<C> {
        a.iter().zip(b).map(|(p, q)| f(p, q)).collect()
    }
    #[differentiable]
    fn run(x: &[f64]) -> f64 {
        let k = x[2];
        let ps = vec![Pt { x: x[0], y: x[1] }; 2];
        let ws = [x[0], x[1]];
        let out = zipped(&ps, &ws, |p, w| p.x * w * k + p.y);
        out.iter().sum()
    }

    #[test]
    fn gradient_is_right() {
        let x = [0.5, 0.9, 0.7];
        let gradient = run::gradient(&x);
        assert_grad(run, &x, &gradient);
        assert_eq!(gradient, run::gradient(&x));
    }
}

mod methods {
    use crate::assert_grad;
    use pullback::{Differentiable, differentiable};

    #[derive(Clone, Copy, Differentiable)]
    struct Pt {
        x: f64,
        y: f64,
    }
    #[derive(Clone, Copy, Differentiable)]
    struct Tools;
    #[differentiable]
    impl Tools {
        fn apply<T: Clone>(&self, t: &T, g: impl Fn(&T) -> f64) -> f64 {
            g(t) * 2.0
        }
        fn make<T: Clone>(t: T, g: impl Fn(T) -> T) -> T {
            g(t)
        }
    }
    #[differentiable]
    fn run(x: &[f64]) -> f64 {
        let k = x[2];
        let p = Pt { x: x[0], y: x[1] };
        let q = Tools::make(p, |p| Pt { x: p.y * k, y: p.x });
        Tools.apply(&q, |q| q.x * q.y * k)
    }

    #[test]
    fn gradient_is_right() {
        let x = [0.5, 0.9, 0.7];
        let gradient = run::gradient(&x);
        assert_grad(run, &x, &gradient);
        assert_eq!(gradient, run::gradient(&x));
    }
}

mod of_the_blocks_parameter {
    use crate::assert_grad;
    use pullback::{Differentiable, differentiable};

    #[derive(Clone, Differentiable)]
    struct Grid<T> {
        cells: Vec<T>,
        w: usize,
    }
    #[differentiable]
    impl<T: Clone> Grid<T> {
        fn filled(v: T, w: usize) -> Self {
            Grid {
                cells: vec![v; w],
                w,
            }
        }
        fn fold<A>(&self, init: A, f: impl Fn(A, &T) -> A) -> A {
            let mut acc = init;
            for c in &self.cells {
                acc = f(acc, c);
            }
            acc
        }
        fn map<U>(&self, f: impl Fn(&T) -> U) -> Grid<U> {
            Grid {
                cells: self.cells.iter().map(|c| f(c)).collect(),
                w: self.w,
            }
        }
    }
    #[derive(Clone, Copy, Differentiable)]
    struct Pt {
        x: f64,
        y: f64,
    }
    #[differentiable]
    fn run(x: &[f64]) -> f64 {
        let g = Grid::filled(Pt { x: x[0], y: x[1] }, 3);
        let (a, b) = g.fold((0.0, 1.0), |(a, b), p| (a + p.x, b * p.y));
        let h = g.map(|p| Pt { x: p.y * a, y: p.x });
        h.fold(Pt { x: 0.0, y: b }, |acc, p| Pt {
            x: acc.x + p.x,
            y: acc.y * p.y,
        })
        .x * b
    }

    #[test]
    fn gradient_is_right() {
        let x = [0.5, 0.9, 0.7];
        let gradient = run::gradient(&x);
        assert_grad(run, &x, &gradient);
        assert_eq!(gradient, run::gradient(&x));
    }
}

mod trajectories {
    use crate::assert_grad;
    use pullback::{Differentiable, differentiable};
    use std::collections::VecDeque;

    #[derive(Clone, Copy, Differentiable)]
    struct S2 {
        p: f64,
        v: f64,
    }
    #[differentiable]
    fn trajectory<S: Clone, U>(s0: S, inputs: &[U], dynamics: impl Fn(&S, &U) -> S) -> Vec<S> {
        let mut out = vec![s0];
        for u in inputs {
            let next = dynamics(out.last().unwrap(), u);
            out.push(next);
        }
        out
    }
    #[differentiable]
    fn cost<S>(traj: &[S], stage: impl Fn(&S, usize) -> f64) -> f64 {
        traj.iter().enumerate().map(|(i, s)| stage(s, i)).sum()
    }
    #[differentiable]
    fn run(x: &[f64]) -> f64 {
        let t = trajectory(S2 { p: 1.0, v: 0.0 }, x, |s, u| S2 {
            p: s.p + 0.1 * s.v,
            v: s.v + 0.1 * u,
        });
        cost(&t, |s, i| {
            s.p * s.p + if i > 1 { s.v.abs() } else { 0.1 * s.v * s.v }
        })
    }

    #[test]
    fn gradient_is_right() {
        let x = [0.5, 0.9, 0.7];
        let gradient = run::gradient(&x);
        assert_grad(run, &x, &gradient);
        assert_eq!(gradient, run::gradient(&x));
    }
}

mod composed {
    use crate::assert_grad;
    use pullback::{Differentiable, differentiable};

    #[differentiable]
    fn compose<A, B, C>(a: A, f: impl Fn(A) -> B, g: impl Fn(B) -> C) -> C {
        g(f(a))
    }
    #[derive(Clone, Copy, Differentiable)]
    struct Pt {
        x: f64,
        y: f64,
    }
    #[differentiable]
    fn run(x: &[f64]) -> f64 {
        let k = x[2];
        let r = compose(
            Pt { x: x[0], y: x[1] },
            |p| (p.x * k, p.y),
            |(a, b)| Pt { x: a * b, y: a },
        );
        let q = compose(r, |p| p.x, |v| v * v * k);
        r.y * q
    }

    #[test]
    fn gradient_is_right() {
        let x = [0.5, 0.9, 0.7];
        let gradient = run::gradient(&x);
        assert_grad(run, &x, &gradient);
        assert_eq!(gradient, run::gradient(&x));
    }
}
