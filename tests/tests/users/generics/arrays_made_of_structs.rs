//! Arrays of structs, of a length that a parameter says, made by `from_fn`, `map` and `try_into`.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

mod of_a_stated_type {
    use super::*;
    #[derive(Clone, Copy, Debug, Differentiable)]
    struct Cell {
        a: f64,
        b: f64,
    }
    #[derive(Clone, Copy, Debug, Differentiable)]
    struct T<const N: usize> {
        cells: [Cell; N],
    }
    #[differentiable]
    impl<const N: usize> T<N> {
        fn typed(&self) -> Self {
            let cells: [Cell; N] = std::array::from_fn(|i| {
                let me = self.cells[i];
                Cell {
                    a: me.b,
                    b: me.a * me.b,
                }
            });
            T { cells }
        }
    }
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let t = T::<2> {
            cells: [Cell { a: x[0], b: x[1] }, Cell { a: x[1], b: 1.0 }],
        };
        let u = t.typed();
        u.cells.iter().map(|c| c.a * c.b).sum()
    }

    #[test]
    fn gradient_is_right() {
        for at in [&[0.6, 0.5][..]] {
            let gradient = f::gradient(at);
            assert_grad(f, at, &gradient);
            assert_eq!(gradient, f::gradient(at));
        }
    }
}

mod in_a_field {
    use super::*;
    #[derive(Clone, Copy, Debug, Differentiable)]
    struct Cell {
        a: f64,
        b: f64,
    }
    #[derive(Clone, Copy, Debug, Differentiable)]
    struct T<const N: usize> {
        cells: [Cell; N],
    }
    #[differentiable]
    impl<const N: usize> T<N> {
        fn inline(&self) -> Self {
            T {
                cells: std::array::from_fn(|i| {
                    let me = self.cells[i];
                    Cell {
                        a: me.b,
                        b: me.a * me.b,
                    }
                }),
            }
        }
    }
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let t = T::<2> {
            cells: [Cell { a: x[0], b: x[1] }, Cell { a: x[1], b: 1.0 }],
        };
        let u = t.inline();
        u.cells.iter().map(|c| c.a * c.b).sum()
    }

    #[test]
    fn gradient_is_right() {
        for at in [&[0.6, 0.5][..]] {
            let gradient = f::gradient(at);
            assert_grad(f, at, &gradient);
            assert_eq!(gradient, f::gradient(at));
        }
    }
}

mod mapped {
    use super::*;
    #[derive(Clone, Copy, Debug, Differentiable)]
    struct Cell {
        a: f64,
        b: f64,
    }
    #[derive(Clone, Copy, Debug, Differentiable)]
    struct T<const N: usize> {
        cells: [Cell; N],
    }
    #[differentiable]
    impl<const N: usize> T<N> {
        fn mapped(&self) -> Self {
            T {
                cells: self.cells.map(|me| Cell {
                    a: me.b,
                    b: me.a * me.b,
                }),
            }
        }
        fn new(a: [f64; N]) -> Self {
            T {
                cells: a.map(|a| Cell { a, b: a * a }),
            }
        }
        fn values(&self) -> [f64; N] {
            self.cells.map(|c| c.a + c.b)
        }
    }
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let t = T::<2>::new([x[0], x[1]]);
        let u = t.mapped();
        u.values()[0] * u.cells[1].b
    }

    #[test]
    fn gradient_is_right() {
        for at in [&[0.6, 0.5][..]] {
            let gradient = f::gradient(at);
            assert_grad(f, at, &gradient);
            assert_eq!(gradient, f::gradient(at));
        }
    }
}

mod by_turbofish {
    use super::*;
    #[derive(Clone, Copy, Debug, Differentiable)]
    struct Cell {
        a: f64,
        b: f64,
    }
    #[differentiable]
    impl Cell {
        fn new(a: f64) -> Cell {
            Cell { a, b: a.sin() }
        }
    }
    #[differentiable]
    fn make<const N: usize>(x: &[f64]) -> [Cell; N] {
        std::array::from_fn(|i| Cell::new(x[i]))
    }
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let cells = std::array::from_fn::<_, 2, _>(|i| Cell {
            a: x[i],
            b: x[1 - i],
        });
        let more: [Cell; 2] = std::array::from_fn(|i| Cell::new(x[i]));
        let other = make::<2>(x);
        let vs: [[f64; 2]; 3] = std::array::from_fn(|i| [x[0] * i as f64, x[1]]);
        let opts: [Option<f64>; 2] =
            std::array::from_fn(|i| if i == 0 { Some(x[0]) } else { None });
        cells[0].a * more[1].b + cells[1].b * other[0].b + vs[2][0] + opts[0].unwrap_or(0.0)
    }

    #[test]
    fn gradient_is_right() {
        for at in [&[0.6, 0.5][..]] {
            let gradient = f::gradient(at);
            assert_grad(f, at, &gradient);
            assert_eq!(gradient, f::gradient(at));
        }
    }
}

mod by_methods {
    use super::*;
    #[derive(Clone, Copy, Debug, Differentiable)]
    struct Cell {
        a: f64,
        b: f64,
    }
    #[derive(Clone, Copy, Debug, Differentiable)]
    struct T<const N: usize> {
        cells: [Cell; N],
    }
    #[differentiable]
    impl<const N: usize> T<N> {
        fn untyped(&self) -> Self {
            let cells = std::array::from_fn(|i| {
                let me = &self.cells[i];
                Cell { a: me.b, ..*me }
            });
            T { cells }
        }
        fn called(&self) -> Self {
            let cells = std::array::from_fn(|i| self.one(i));
            Self { cells }
        }
        fn one(&self, i: usize) -> Cell {
            Cell {
                a: self.cells[i].a * 2.0,
                b: self.cells[0].b,
            }
        }
    }
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let t = T::<2> {
            cells: [Cell { a: x[0], b: x[1] }, Cell { a: x[1], b: 1.0 }],
        };
        let u = t.untyped().called();
        u.cells.iter().map(|c| c.a * c.b).sum()
    }

    #[test]
    fn gradient_is_right() {
        for at in [&[0.6, 0.5][..]] {
            let gradient = f::gradient(at);
            assert_grad(f, at, &gradient);
            assert_eq!(gradient, f::gradient(at));
        }
    }
}

mod from_vectors {
    use super::*;
    #[derive(Clone, Copy, Debug, Differentiable)]
    struct Cell {
        a: f64,
        b: f64,
    }
    #[derive(Clone, Copy, Debug, Differentiable)]
    struct T<const N: usize> {
        cells: [Cell; N],
    }
    #[differentiable]
    impl<const N: usize> T<N> {
        fn typed(&self) -> Self {
            let v: Vec<Cell> = (0..N)
                .map(|i| {
                    let me = self.cells[i];
                    Cell {
                        a: me.b,
                        b: me.a * me.b,
                    }
                })
                .collect();
            let cells: [Cell; N] = v.try_into().unwrap();
            T { cells }
        }
        fn two(&self) -> Self {
            let v: Vec<Cell> = (0..N)
                .map(|i| {
                    let me = self.cells[i];
                    Cell {
                        a: me.b,
                        b: me.a * me.b,
                    }
                })
                .collect();
            T {
                cells: v.try_into().unwrap(),
            }
        }
        fn three(&self) -> [Cell; N] {
            let v: Vec<Cell> = self
                .cells
                .iter()
                .map(|me| Cell {
                    a: me.b,
                    b: me.a * me.b,
                })
                .collect();
            v.try_into().expect("N")
        }
    }
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let t = T::<2> {
            cells: [Cell { a: x[0], b: x[1] }, Cell { a: x[1], b: 1.0 }],
        };
        let u = t.typed().two();
        u.three().iter().map(|c| c.a * c.b).sum()
    }

    #[test]
    fn gradient_is_right() {
        for at in [&[0.6, 0.5][..]] {
            let gradient = f::gradient(at);
            assert_grad(f, at, &gradient);
            assert_eq!(gradient, f::gradient(at));
        }
    }
}

mod curves {
    use super::*;
    #[derive(Clone, Copy, Debug, Default, Differentiable)]
    struct P {
        x: f64,
        y: f64,
    }
    #[differentiable]
    impl std::ops::Add for P {
        type Output = P;
        fn add(self, o: P) -> P {
            P {
                x: self.x + o.x,
                y: self.y + o.y,
            }
        }
    }
    #[differentiable]
    impl std::ops::Mul<f64> for P {
        type Output = P;
        fn mul(self, k: f64) -> P {
            P {
                x: self.x * k,
                y: self.y * k,
            }
        }
    }
    #[derive(Clone, Copy, Debug, Differentiable)]
    struct Curve<const N: usize> {
        p: [P; N],
    }
    #[differentiable]
    impl<const N: usize> Curve<N> {
        fn mid(&self) -> Self {
            let p: [P; N] = std::array::from_fn(|i| (self.p[i] + self.p[(i + 1) % N]) * 0.5);
            Curve { p }
        }
        fn shift(&self, by: P) -> Self {
            let p = self.p.map(|q| q + by);
            Curve { p }
        }
        fn rotated(&self, t: f64) -> Self {
            Self {
                p: self.p.map(|P { x, y }| P {
                    x: x * t.cos() - y * t.sin(),
                    y: x * t.sin() + y * t.cos(),
                }),
            }
        }
        fn area(&self) -> f64 {
            (0..N)
                .map(|i| {
                    let (a, b) = (self.p[i], self.p[(i + 1) % N]);
                    a.x * b.y - a.y * b.x
                })
                .sum::<f64>()
                * 0.5
        }
        fn pairs(&self) -> [(P, f64); N] {
            std::array::from_fn(|i| (self.p[i], self.p[i].x * 2.0))
        }
        fn maybe(&self, lim: f64) -> [Option<f64>; N] {
            std::array::from_fn(|i| (self.p[i].x > lim).then(|| self.p[i].y))
        }
    }
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let c = Curve::<3> {
            p: [
                P { x: x[0], y: 0.1 },
                P { x: x[1], y: x[2] },
                P { x: -x[2], y: x[0] },
            ],
        };
        let d = c.mid().shift(P { x: x[1], y: 0.3 }).rotated(x[0]);
        let pairs = d.pairs();
        d.area() * c.area() + pairs[1].0.x * pairs[2].1 + c.maybe(0.0).iter().flatten().sum::<f64>()
    }

    #[test]
    fn gradient_is_right() {
        for at in [&[0.6, 0.5, 0.9][..]] {
            let gradient = f::gradient(at);
            assert_grad(f, at, &gradient);
            assert_eq!(gradient, f::gradient(at));
        }
    }
}

mod of_numbers {
    use super::*;
    #[differentiable]
    fn layer<const I: usize, const O: usize>(w: &[[f64; I]; O], x: &[f64; I]) -> [f64; O] {
        std::array::from_fn(|o| w[o].iter().zip(x).map(|(a, b)| a * b).sum::<f64>().tanh())
    }
    #[differentiable]
    fn outer<const A: usize, const B: usize>(a: [f64; A], b: [f64; B]) -> [[f64; B]; A] {
        a.map(|x| b.map(|y| x * y))
    }
    #[differentiable]
    fn build(k: usize, x: f64) -> [f64; 2] {
        [x, x * k as f64]
    }
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let w = [[x[0], x[1]], [x[2], x[0]], [1.0, x[1]]];
        let h = layer(&w, &[x[0], 0.5]);
        let o = outer(h, [x[1], 2.0]);
        let rows: [[f64; 2]; 4] = std::array::from_fn(|k| build(k, x[2]));
        let free = std::array::from_fn::<_, 3, _>(|k| build(k, x[1]));
        o.iter().flatten().sum::<f64>() * rows[3][1] + free[2][1] * free[1][0]
    }

    #[test]
    fn gradient_is_right() {
        for at in [&[0.6, 0.5, 0.9][..]] {
            let gradient = f::gradient(at);
            assert_grad(f, at, &gradient);
            assert_eq!(gradient, f::gradient(at));
        }
    }
}

mod tissue {
    use super::*;
    // cellular simulation with const generics grid and struct update in nested method closures
    #[derive(Clone, Copy, Debug, Differentiable)]
    struct Cell<const K: usize> {
        conc: [f64; K],
        decay: f64,
    }
    #[derive(Clone, Debug, Differentiable)]
    struct Tissue<const N: usize, const K: usize> {
        cells: [Cell<K>; N],
        coupling: f64,
    }
    #[differentiable]
    impl<const N: usize, const K: usize> Tissue<N, K> {
        fn neighbours(i: usize) -> impl Iterator<Item = usize> {
            [i.checked_sub(1), (i + 1 < N).then_some(i + 1)]
                .into_iter()
                .flatten()
        }
        fn next(&self) -> Self {
            let cells = std::array::from_fn(|i| {
                let me = &self.cells[i];
                let mut conc = me.conc;
                for (k, c) in conc.iter_mut().enumerate() {
                    let mut flux = 0.0;
                    for j in Self::neighbours(i) {
                        flux += self.cells[j].conc[k] - me.conc[k];
                    }
                    *c += self.coupling * flux - me.decay * *c;
                }
                Cell { conc, ..*me }
            });
            Tissue {
                cells,
                ..self.clone()
            }
        }
    }
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        let mut t = Tissue::<3, 2> {
            cells: [0, 1, 2].map(|i| Cell {
                conc: [x[i], x[i + 1] * 0.5],
                decay: x[3],
            }),
            coupling: x[4],
        };
        for _ in 0..3 {
            t = t.next();
        }
        t.cells
            .iter()
            .flat_map(|c| c.conc.iter())
            .map(|c| c * c)
            .sum::<f64>()
            .sqrt()
    }

    #[test]
    fn gradient_is_right() {
        for at in [&[0.6, 0.5, 1.2, 0.1, 0.2][..]] {
            let gradient = f::gradient(at);
            assert_grad(f, at, &gradient);
            assert_eq!(gradient, f::gradient(at));
        }
    }
}
