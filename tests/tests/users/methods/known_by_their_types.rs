//! Methods of one's own types that are called like those of iterators, lists and options, where the type is said.

use pullback::{Differentiable, differentiable};
use pullback_tests::check;

mod elsewhere;
use elsewhere::Stretch;

#[derive(Clone, Debug, Differentiable)]
struct Segment {
    a: f64,
    b: f64,
}

#[differentiable]
impl Segment {
    fn split_at(&self, t: f64) -> (Segment, Segment) {
        let m = self.a + (self.b - self.a) * t;
        (Segment { a: self.a, b: m }, Segment { a: m, b: self.b })
    }

    fn count(&self, width: f64) -> usize {
        (self.b - self.a).abs().div_euclid(width) as usize
    }

    fn any(&self, xs: &[f64]) -> bool {
        xs.iter().any(|&x| self.contains(x))
    }

    fn contains(&self, x: f64) -> bool {
        self.a <= x && x <= self.b
    }

    fn is_empty(&self) -> bool {
        self.b < self.a
    }

    fn chain(&self, other: &Segment) -> Segment {
        Segment {
            a: self.a * other.b,
            b: self.b + other.a,
        }
    }

    fn fold(&self, by: f64) -> f64 {
        self.a * by + self.b
    }

    fn scan(&self, steps: usize) -> f64 {
        let mut s = 0.0;
        for k in 0..steps {
            s += self.fold(k as f64).sin();
        }
        s
    }

    fn take(&mut self, amount: f64) -> f64 {
        self.b -= amount;
        amount * self.a
    }

    fn map(&self, f: impl Fn(f64) -> f64) -> f64 {
        f(self.a) * f(self.b)
    }
}

#[differentiable]
fn halves(a: f64, b: f64) -> f64 {
    let s = Segment { a, b };
    let (l, r) = s.split_at(0.3);
    let n = s.count(0.25) as f64;
    l.b * r.b * n + if s.any(&[0.5, 7.0]) { l.a } else { r.a * r.a }
}

check!(of_what_is_written_out, halves(0.2, 1.3));
check!(of_what_is_written_out_2, halves(0.8, 1.9));

#[differentiable]
fn chained(a: f64, b: f64) -> f64 {
    let (s, t) = (Segment { a, b }, Segment { a: b, b: a });
    let c = s.chain(&t).chain(&s);
    if c.is_empty() {
        return c.a * a;
    }
    c.fold(2.0) + c.scan(3) + s.map(|x| x * c.a)
}

check!(of_what_methods_give, chained(0.2, 1.3));
check!(of_what_methods_give_2, chained(1.7, 1.3));

#[derive(Clone, Debug, Differentiable)]
struct Chain {
    links: Vec<Segment>,
    base: f64,
}

#[differentiable]
impl Chain {
    fn new(x: &[f64]) -> Self {
        Self {
            links: x[1..]
                .chunks_exact(2)
                .map(|c| Segment { a: c[0], b: c[1] })
                .collect(),
            base: x[0],
        }
    }

    fn count(&self) -> usize {
        self.links.iter().filter(|l| l.contains(1.0)).count()
    }

    fn position(&self) -> (f64, f64) {
        let (mut x, mut y) = (self.base, 0.0);
        for (i, link) in self.links.iter().enumerate() {
            x += link.fold(i as f64);
            y += link.scan(2) * x;
        }
        (x, y)
    }

    fn rotate_left(&mut self, by: f64) {
        for link in self.links.iter_mut() {
            self.base += link.take(by);
        }
    }

    fn last(&self) -> &Segment {
        &self.links[self.links.len() - 1]
    }

    fn all(&self, x: f64) -> bool {
        self.links.iter().all(|l| l.contains(x))
    }
}

#[differentiable]
fn moved(x: &[f64]) -> f64 {
    let mut c = Chain::new(x);
    c.rotate_left(0.3);
    let (u, v) = c.position();
    let least = c
        .links
        .iter()
        .zip(c.links.iter().skip(1))
        .map(|(l, r)| l.chain(r).fold(0.5))
        .fold(f64::INFINITY, |least, v| least.min(v));
    let extra = if c.all(0.7) { c.last().b } else { c.base };
    u * v * (1 + c.count()) as f64 + extra * least
}

check!(of_items_and_fields, moved(&[0.4, 0.2, 1.9, 0.6, 1.4]));
check!(of_items_and_fields_2, moved(&[0.4, 1.2, 1.9, 0.6, 1.4]));

#[differentiable]
trait Smoother {
    fn filter(&mut self, x: f64) -> f64;

    fn count(&self) -> usize;

    fn take(&mut self, xs: &[f64]) -> f64 {
        let mut s = 0.0;
        for &x in xs {
            s += self.filter(x);
        }
        s / self.count() as f64
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Exponential {
    rate: f64,
    state: f64,
    seen: usize,
}

#[differentiable]
impl Smoother for Exponential {
    fn filter(&mut self, x: f64) -> f64 {
        self.state += self.rate * (x - self.state);
        self.seen += 1;
        self.state
    }

    fn count(&self) -> usize {
        self.seen + 1
    }
}

#[differentiable]
fn driven<S: Smoother>(s: &mut S, xs: &[f64]) -> f64 {
    let mut t = 0.0;
    for &x in xs {
        t += s.filter(x) * x;
    }
    t + s.count() as f64 * t
}

#[differentiable]
fn folded(s: &mut impl Smoother, xs: &[f64]) -> f64 {
    xs.iter().map(|&x| s.filter(x) * x).sum::<f64>()
}

#[differentiable]
fn smoothed(rate: f64, xs: &[f64]) -> f64 {
    let mut s = Exponential {
        rate,
        state: 0.0,
        seen: 0,
    };
    let t = driven(&mut s, xs);
    t * folded(&mut s, xs) + s.take(xs)
}

check!(of_traits, smoothed(0.3, &[2.0, -1.0, 0.5]));

#[derive(Clone, Debug, Differentiable)]
struct Ring<const N: usize> {
    kept: [f64; N],
    at: usize,
}

#[differentiable]
impl<const N: usize> Ring<N> {
    fn push(&mut self, x: f64) {
        self.kept[self.at] = x;
        self.at = (self.at + 1) % N;
    }

    fn nth(&self, k: usize) -> f64 {
        self.kept[(self.at + N - 1 - k) % N]
    }

    fn windows(&self) -> f64 {
        self.kept.windows(2).map(|w| w[0] * w[1]).sum()
    }

    fn scan(&mut self, xs: &[f64]) -> f64 {
        let mut t = 0.0;
        for &x in xs {
            self.push(x);
            t += self.windows() * self.nth(1);
        }
        t
    }
}

#[differentiable]
fn rung(xs: &[f64]) -> f64 {
    let mut r = Ring::<3> {
        kept: [0.0; 3],
        at: 0,
    };
    for &x in xs {
        r.push(x * xs[0]);
    }
    r.windows() + r.nth(0) * r.scan(xs)
}

check!(of_arrays_of_any_length, rung(&[1.0, 0.2, 0.5, 0.7]));

/// A list by another name keeps the methods of lists, whatever the types around it have.
type Row = Vec<f64>;

#[derive(Clone, Debug, Differentiable)]
struct Rows {
    rows: Vec<Row>,
}

#[differentiable]
impl Rows {
    fn concat(&self) -> Vec<f64> {
        self.rows.concat()
    }

    fn first(&self) -> &Row {
        &self.rows[0]
    }
}

#[differentiable]
fn rows(r: &Row) -> f64 {
    let all = Rows {
        rows: vec![r.clone(), vec![r[0], r[1] * r[1]]],
    };
    let c = all.concat();
    let f = all.first();
    r.iter().zip(&c).map(|(a, b)| a * b).sum::<f64>()
        + f.first().unwrap() * r.last().unwrap()
        + all.rows.concat()[3]
}

check!(of_lists_by_other_names, rows(&vec![1.2, 0.4]));

/// By their names, these only look.
#[derive(Clone, Debug, Differentiable)]
struct Tank {
    level: f64,
}

#[differentiable]
impl Tank {
    fn count(&mut self) -> usize {
        self.level *= 2.0;
        self.level as usize
    }

    fn last(&mut self) -> f64 {
        self.level *= 0.5;
        self.level
    }

    fn is_empty(&self) -> bool {
        self.level < 0.01
    }
}

#[differentiable]
fn drained(level: f64) -> f64 {
    let mut tank = Tank { level };
    if tank.is_empty() {
        return 3.0 * level;
    }
    while tank.count() < 3 {}
    while tank.last() > 3.0 {}
    tank.level * tank.level
}
check!(of_queries_that_change, drained(0.3));
check!(of_queries_that_change_2, drained(9.0));
check!(of_queries_that_change_3, drained(0.001));

#[differentiable]
fn stretched(a: f64, b: f64) -> f64 {
    let s = Stretch::over(a, b);
    let t = Stretch { from: b, to: a };
    let mut u = s.chain(&t).chain(&s);
    let (mut left, square) = u.split_at(0.3);
    left.fold(2.0) * square + u.take(0.1) + left.take(0.2) * left.chain(&u).fold(1.0)
}
check!(of_another_file_and_of_parts, stretched(0.7, 1.3));
