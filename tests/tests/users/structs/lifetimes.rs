//! Structs that borrow, wherever structs are: in loops and closures, given by value, to generic functions and to
//! objects of traits.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

fn check(x: &[f64], g: &[f64], f: impl Fn(&[f64]) -> f64) {
    assert_grad(f, x, g);
}

mod invoices {
    use super::*;

    #[derive(Differentiable, Clone)]
    struct Invoice<'a> {
        lines: Vec<(&'a str, f64)>,
        rate: f64,
    }
    #[differentiable]
    fn total(i: &Invoice<'_>) -> f64 {
        let mut sum = 0.0;
        for &(n, v) in &i.lines {
            if n.len() > 2 {
                sum += v * v * i.rate;
            } else {
                sum -= v.exp();
            }
        }
        sum
    }
    #[differentiable]
    fn total2(i: &Invoice<'_>) -> f64 {
        let mut sum = 0.0;
        for (n, v) in &i.lines {
            match *n {
                "ab" => sum += v.sin(),
                _ => sum += v * sum * i.rate,
            }
        }
        sum
    }
    #[differentiable]
    impl<'a> Invoice<'a> {
        fn of(&self, name: &str) -> f64 {
            self.lines
                .iter()
                .filter(|(n, _)| *n == name)
                .map(|(_, v)| v * v)
                .sum::<f64>()
                * self.rate
        }
        fn find(&self, name: &str) -> Option<f64> {
            for (n, v) in self.lines.iter() {
                if *n == name {
                    return Some(*v * self.rate);
                }
            }
            None
        }
    }
    #[differentiable]
    fn both(i: &Invoice<'_>) -> f64 {
        i.of("tea") + i.find("tea").unwrap_or(0.0).sin()
    }
    #[test]
    fn gradients_are_right() {
        let mk = |x: &[f64]| Invoice {
            lines: vec![("tea", x[0]), ("ab", x[1]), ("c", x[2])],
            rate: x[3],
        };
        let x = [1.1, 0.4, 0.7, 2.0];
        let flat = |t: &InvoiceTangent| vec![t.lines[0].1, t.lines[1].1, t.lines[2].1, t.rate];
        check(&x, &flat(&total::gradient(&mk(&x))), |x| total(&mk(x)));
        check(&x, &flat(&total2::gradient(&mk(&x))), |x| total2(&mk(x)));
        check(&x, &flat(&both::gradient(&mk(&x))), |x| both(&mk(x)));
    }
}

mod views_by_value {
    use super::*;

    #[derive(Differentiable, Clone, Copy)]
    struct View<'a> {
        data: &'a [f64],
        scale: f64,
    }
    #[differentiable]
    fn by_value(v: View<'_>, k: f64) -> f64 {
        let mut s = 0.0f64;
        for &x in v.data {
            s += (x * k).sin();
        }
        s * v.scale
    }
    #[differentiable]
    fn by_value_elided(v: View<'_>, k: f64) -> f64 {
        v.data.iter().map(|x| x * k).sum::<f64>() * v.scale
    }
    #[differentiable]
    fn named<'a>(v: View<'a>) -> f64 {
        let w = v;
        let d = w.data;
        d[0] * d[1] * w.scale
    }
    #[differentiable]
    impl<'a> View<'a> {
        fn new(data: &'a [f64], scale: f64) -> Self {
            View { data, scale }
        }
        fn sum(self) -> f64 {
            self.data.iter().sum::<f64>() * self.scale
        }
        fn at(&self, i: usize) -> f64 {
            self.data[i] * self.scale
        }
        fn tail(&self) -> View<'a> {
            View {
                data: &self.data[1..],
                scale: self.scale * 2.0,
            }
        }
        fn tail2(self) -> Self {
            Self {
                data: &self.data[1..],
                ..self
            }
        }
    }
    #[differentiable]
    fn use_them(xs: &[f64], k: f64) -> f64 {
        let v = View::new(xs, k);
        let t = v.tail();
        let mut s = v.sum() + by_value(v, k) + t.at(0);
        for i in 0..2 {
            s += t.at(i) * v.at(i);
        }
        s + t.tail2().sum()
            + named(View {
                data: &xs[1..],
                scale: s,
            })
    }
    #[test]
    fn gradients_are_right() {
        let x = [1.1, 0.4, 0.7, 2.0];
        fn view(x: &[f64]) -> View<'_> {
            View {
                data: &x[..3],
                scale: x[3],
            }
        }
        let flat = |d: ViewTangent| [&d.data[..], &[d.scale]].concat();
        let (d, _) = by_value::gradient(view(&x), 0.3);
        check(&x, &flat(d), |x| by_value(view(x), 0.3));
        let (d, _) = by_value_elided::gradient(view(&x), 0.3);
        check(&x, &flat(d), |x| by_value_elided(view(x), 0.3));
        check(&x, &flat(named::gradient(view(&x))), |x| named(view(x)));

        let g = use_them::gradient(&x[..3], x[3]);
        check(&x, &[&g.0[..], &[g.1]].concat(), |x| {
            use_them(&x[..3], x[3])
        });
    }
}

mod given_to_traits {
    use super::*;

    #[differentiable]
    trait Shape {
        fn area(&self) -> f64;
        fn twice(&self) -> f64 {
            2.0 * self.area()
        }
    }
    #[derive(Differentiable, Clone)]
    struct Poly<'a> {
        xs: &'a [f64],
        k: f64,
    }
    #[differentiable]
    impl Shape for Poly<'_> {
        fn area(&self) -> f64 {
            self.xs.iter().map(|x| x * x).sum::<f64>() * self.k
        }
    }
    #[differentiable]
    fn gen_<T: Shape>(t: &T) -> f64 {
        t.area() * t.area()
    }
    #[differentiable]
    fn imp(t: &impl Shape) -> f64 {
        t.area().sin() + 1.0
    }
    #[differentiable]
    fn dynf(t: &dyn Shape) -> f64 {
        t.area().sin()
    }
    #[differentiable]
    fn user(xs: &[f64], k: f64) -> f64 {
        let p = Poly { xs, k };
        gen_(&p)
    }
    #[differentiable]
    fn user2(xs: &[f64], k: f64) -> f64 {
        let p = Poly { xs, k };
        imp(&p) + p.area()
    }
    #[differentiable]
    fn user3(xs: &[f64], k: f64) -> f64 {
        let p = Poly { xs, k };
        dynf(&p)
    }
    #[differentiable]
    fn user4(xs: &[f64], k: f64) -> f64 {
        let mut s = 0.0f64;
        for i in 0..xs.len() {
            let p = Poly {
                xs: &xs[i..],
                k: k * i as f64,
            };
            s += gen_(&p) * s.cos() + p.twice();
        }
        s
    }
    #[differentiable]
    fn user5(p: &Poly<'_>) -> f64 {
        gen_(p)
    }
    #[differentiable]
    fn user6(p: &Poly<'_>) -> f64 {
        dynf(p)
    }
    #[differentiable]
    fn user7(p: &Poly<'_>, k: f64) -> f64 {
        let f = |x: f64| p.area() * x + p.xs[0];
        f(k) + f(2.0 * k)
    }
    #[test]
    fn gradients_are_right() {
        let x = [1.1, 0.4, 0.7, 2.0];
        macro_rules! c {
            ($f:ident) => {{
                let g = $f::gradient(&x[..3], x[3]);
                check(&x, &[&g.0[..], &[g.1]].concat(), |x| $f(&x[..3], x[3]));
            }};
        }
        c!(user);
        c!(user2);
        c!(user3);
        c!(user4);
        fn poly(x: &[f64]) -> Poly<'_> {
            Poly {
                xs: &x[..3],
                k: x[3],
            }
        }
        let flat = |d: PolyTangent| [&d.xs[..], &[d.k]].concat();
        check(&x, &flat(user5::gradient(&poly(&x))), |x| user5(&poly(x)));
        check(&x, &flat(user6::gradient(&poly(&x))), |x| user6(&poly(x)));
        let (d, _) = user7::gradient(&poly(&x), 1.5);
        check(&x, &flat(d), |x| user7(&poly(x), 1.5));
    }
}

mod windows {
    use super::*;

    #[derive(Differentiable, Clone, Copy)]
    struct Window<'a> {
        ys: &'a [f64],
        w: f64,
    }
    #[differentiable]
    fn loops<'a>(ws: &[Window<'a>], k: f64) -> f64 {
        let mut best = 0.0;
        for w in ws {
            let m = w.ys.iter().fold(0.0, |a, b| a + b * k);
            if m > 1.0 {
                best += m * w.w;
            } else {
                best -= m.exp();
            }
        }
        best
    }
    #[differentiable]
    fn build(xs: &[f64], k: f64) -> f64 {
        let ws: Vec<Window> = xs
            .windows(2)
            .map(|p| Window { ys: p, w: k * p[0] })
            .collect();
        let mut t = 0.0;
        for w in &ws {
            t += w.w * w.ys[1];
        }
        t + loops(&ws, k)
    }
    #[differentiable]
    fn closure(xs: &[f64], k: f64) -> f64 {
        let w = Window { ys: xs, w: k };
        let at = |i: usize| w.ys[i] * w.w;
        let mut s = 0.0f64;
        for i in 0..xs.len() {
            s += at(i) * s.sin() + at(0);
        }
        s
    }
    #[differentiable]
    fn closure_over(xs: &[f64], k: f64) -> f64 {
        let mk = |i: usize| Window {
            ys: &xs[i..i + 2],
            w: k * i as f64,
        };
        let mut s = 0.0f64;
        for i in 0..xs.len() - 1 {
            let w = mk(i);
            s += w.ys[0] * w.ys[1] * w.w;
        }
        s
    }
    #[differentiable]
    fn while_shrinking(xs: &[f64], k: f64) -> f64 {
        let mut w = Window { ys: xs, w: k };
        let mut s = 0.0f64;
        while w.ys.len() > 1 {
            s += w.ys[0] * w.w;
            w = Window {
                ys: &w.ys[1..],
                w: w.w * k,
            };
        }
        s
    }
    #[differentiable]
    fn opt<'a>(w: Option<Window<'a>>, k: f64) -> f64 {
        match w {
            Some(w) => w.ys[0] * w.w * k,
            None => k,
        }
    }
    #[differentiable]
    fn callopt(xs: &[f64], k: f64) -> f64 {
        opt(Some(Window { ys: xs, w: k }), k) + opt(None, k * k)
    }
    #[test]
    fn gradients_are_right() {
        let x = [1.1, 0.4, 0.7, 2.0];
        macro_rules! c {
            ($f:ident) => {{
                let g = $f::gradient(&x[..3], x[3]);
                check(&x, &[&g.0[..], &[g.1]].concat(), |x| $f(&x[..3], x[3]));
            }};
        }
        c!(build);
        c!(closure);
        c!(closure_over);
        c!(while_shrinking);
        c!(callopt);
    }
}
