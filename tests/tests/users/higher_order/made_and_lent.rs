use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[differentiable]
fn wave(k: f64) -> impl Fn(f64) -> f64 {
    move |x| (k * x).sin()
}

#[differentiable]
fn boxed(k: f64, rising: bool) -> Box<dyn Fn(f64) -> f64> {
    if rising {
        Box::new(move |x| (k * x).exp())
    } else {
        Box::new(move |x| k / (1.0 + x))
    }
}

#[differentiable]
fn integrate<F>(f: &F, a: f64, b: f64) -> f64
where
    F: Fn(f64) -> f64,
{
    let h = (b - a) / 4.0;
    (0..4).map(|i| f(a + (i as f64 + 0.5) * h)).sum::<f64>() * h
}

#[differentiable]
fn integrate_object(f: &dyn Fn(f64) -> f64, a: f64, b: f64) -> f64 {
    integrate(&|x| f(x), a, b)
}

#[differentiable]
fn pieces(k: f64, rising: bool, cuts: &[f64]) -> f64 {
    let f = wave(k);
    let g = boxed(k, rising);
    let mut s = 0.0;
    for w in cuts.windows(2) {
        s += integrate(&f, w[0], w[1]) * integrate_object(&g, w[0], w[1]);
    }
    s + integrate(&wave(2.0 * k), cuts[0], cuts[1])
}

#[derive(Clone, Copy, Differentiable)]
struct Spring {
    k: f64,
}

#[differentiable]
impl Spring {
    fn force(&self) -> Box<dyn Fn(f64) -> f64> {
        let k = self.k;
        Box::new(move |x| -k * x)
    }

    fn table(&self) -> Vec<f64> {
        vec![self.k, self.k * self.k]
    }
}

#[differentiable]
fn euler(f: &dyn Fn(f64) -> f64, x: f64) -> f64 {
    let (mut x, mut v) = (x, 0.0);
    for _ in 0..3 {
        v += 0.1 * f(x);
        x += 0.1 * v;
    }
    x
}

#[differentiable]
fn total(list: &[f64]) -> f64 {
    list.iter().sum()
}

#[derive(Differentiable)]
struct Pair {
    a: f64,
    b: Vec<f64>,
}

#[differentiable]
fn pair(k: f64) -> Box<Pair> {
    Box::new(Pair {
        a: k,
        b: vec![k * k],
    })
}

#[differentiable]
fn product(pair: &Pair) -> f64 {
    pair.a * pair.b[0]
}

#[differentiable]
fn number(k: f64) -> Box<f64> {
    Box::new(k.sin())
}

#[differentiable]
fn twice(x: &f64) -> f64 {
    2.0 * x
}

/// What is in a box is lent: a function, or data.
#[differentiable]
fn behind(k: f64, b: f64, rising: bool) -> f64 {
    let f = boxed(k, rising);
    let g = boxed(k * b, !rising);
    let (p, q) = (pair(k), pair(b));
    let n = number(k);
    let areas = integrate_object(&*f, 0.0, b) * integrate_object(&*g, 0.1, b);
    areas + integrate_object(&g, 0.0, 1.0) + product(&*p) * product(&q) + twice(&*n)
}

/// What is lent may be data as well.
#[differentiable]
fn moved(k: f64, x: f64) -> f64 {
    let spring = Spring { k };
    let force = spring.force();
    let table = spring.table();
    euler(&force, x) * total(&table)
}

#[test]
fn gradient_is_right() {
    let cuts = [0.1, 0.5, 1.2];
    for rising in [true, false] {
        for _ in 0..2 {
            let (by_k, by_cuts) = pieces::gradient(1.3, rising, &cuts);
            assert_grad(|v| pieces(v[0], rising, &cuts), &[1.3], &[by_k]);
            assert_grad(|c| pieces(1.3, rising, c), &cuts, &by_cuts);
        }
    }
    for rising in [true, false] {
        let (by_k, by_b) = behind::gradient(0.7, 0.4, rising);
        assert_grad(|v| behind(v[0], v[1], rising), &[0.7, 0.4], &[by_k, by_b]);
    }
    let (by_k, by_x) = moved::gradient(0.7, 0.4);
    assert_grad(|v| moved(v[0], v[1]), &[0.7, 0.4], &[by_k, by_x]);
}
