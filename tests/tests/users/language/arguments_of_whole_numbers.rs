use crate::assert_grad;
use pullback::{Differentiable, differentiable};
use std::num::NonZeroUsize;
use std::ops::{Range, RangeInclusive};
use std::rc::Rc;
use std::time::Duration;

#[derive(Clone, Differentiable)]
struct Model {
    w: Vec<f64>,
    power: Option<i32>,
    window: Range<usize>,
}

#[differentiable]
fn powered(x: f64, n: Option<i32>) -> f64 {
    match n {
        Some(n) if n > 2 => x.powi(n) * 2.0,
        Some(n) => x.powi(n),
        None => x.exp(),
    }
}

#[differentiable]
fn part(x: &[f64], r: Range<usize>) -> f64 {
    let squares: f64 = x[r.clone()].iter().map(|v| v * v).sum();
    squares * r.len() as f64 + r.map(|i| x[i]).sum::<f64>()
}

#[differentiable]
fn powers(x: f64, r: RangeInclusive<u32>) -> f64 {
    let mut s = 0.0;
    for k in r {
        s += x.powi(k as i32);
    }
    s
}

#[differentiable]
fn average(
    x: f64,
    n: NonZeroUsize,
    pause: Duration,
    ids: &[Option<usize>],
    name: &Option<String>,
) -> f64 {
    let mut s = 0.0;
    for i in 0..n.get() {
        s += x.powi(i as i32);
    }
    for id in ids.iter().flatten() {
        s += x * *id as f64;
    }
    if name.is_some() {
        s *= x;
    }
    s / n.get() as f64 * pause.as_secs_f64()
}

#[differentiable]
impl Model {
    fn eval(&self, x: f64, pick: Option<usize>) -> f64 {
        let base = powered(x, self.power) + part(&self.w, self.window.clone());
        pick.map_or(base, |i| base * self.w[i])
    }

    fn best(&self, skip: Option<usize>) -> Option<usize> {
        self.w
            .iter()
            .enumerate()
            .filter(|(i, _)| Some(*i) != skip)
            .max_by(|a, b| a.1.total_cmp(b.1))
            .map(|(i, _)| i)
    }
}

trait Site {
    fn at(&self, x: f64, site: Option<usize>) -> f64;
}

#[differentiable]
impl Site for Model {
    fn at(&self, x: f64, site: Option<usize>) -> f64 {
        self.w[0] * x * site.map_or(1.0, |s| s as f64)
    }
}

#[differentiable]
fn note(best: &mut Option<usize>, x: f64, i: usize) -> f64 {
    if x > 0.5 {
        *best = Some(i);
    }
    x * x
}

#[differentiable]
fn whole(w: &[f64], x: f64, shared: Rc<Vec<usize>>) -> f64 {
    let model = Model {
        w: w.to_vec(),
        power: Some(3),
        window: 1..3,
    };
    let best = model.best(Some(1));
    let mut last = None;
    let mut s = 0.0;
    for (i, &v) in w.iter().enumerate() {
        s += note(&mut last, v, i);
    }
    s += last.map_or(0.0, |i| w[i]);
    s += model.eval(x, best) + model.eval(x, None) + model.at(x, None) + model.at(x, Some(2));
    s + w[shared[0]] + powered(x, w.iter().position(|v| *v > 0.5).map(|i| i as i32))
}

#[differentiable]
fn times(x: f64, k: Option<usize>) -> f64 {
    k.map_or(x, |k| x * k as f64)
}

#[differentiable]
fn apply(f: impl Fn(f64, Option<usize>) -> f64, x: f64, k: Option<usize>) -> f64 {
    f(x, k) * f(x, None)
}

#[derive(Clone, Differentiable)]
struct Tagged {
    w: f64,
    tags: Vec<Option<String>>,
}

#[differentiable]
fn tagged(x: f64, tags: &[Option<String>]) -> f64 {
    x * tags.iter().flatten().count() as f64
}

#[differentiable]
fn by_name(x: f64, t: &Tagged) -> f64 {
    apply(times, x, Some(3)) + tagged(t.w, &t.tags[1..]) + tagged(x, &t.tags) * t.w
}

#[test]
fn functions_of_them_are_passed_by_name() {
    let of = |w: f64| Tagged {
        w,
        tags: vec![None, Some("a".into()), Some("b".into())],
    };
    let (by_x, by_t) = by_name::gradient(0.7, &of(0.4));
    assert_grad(|v| by_name(v[0], &of(v[1])), &[0.7, 0.4], &[by_x, by_t.w]);
}

#[test]
fn none_has_a_gradient() {
    for n in [Some(2), Some(3), None] {
        assert_grad(|x| powered(x[0], n), &[0.7], &[powered::gradient(0.7, n)]);
    }
    let x = [0.3, -1.4, 1.2, 2.0];
    assert_grad(|x| part(x, 1..3), &x, &part::gradient(&x, 1..3));
    assert_grad(
        |x| powers(x[0], 1..=4),
        &[0.7],
        &[powers::gradient(0.7, 1..=4)],
    );
    let (n, pause) = (NonZeroUsize::new(3).unwrap(), Duration::from_millis(1500));
    for name in [None, Some("a".to_string())] {
        let ids = [None, Some(3)];
        let by_x = average::gradient(0.7, n, pause, &ids, &name);
        assert_grad(|x| average(x[0], n, pause, &ids, &name), &[0.7], &[by_x]);
    }
}

#[test]
fn they_are_passed_on() {
    let shared = Rc::new(vec![2]);
    for w in [[0.3, 0.9, 0.4], [0.3, 0.2, 0.4]] {
        for _ in 0..2 {
            let (by_w, by_x) = whole::gradient(&w, 0.7, shared.clone());
            assert_grad(|w| whole(w, 0.7, shared.clone()), &w, &by_w);
            assert_grad(|x| whole(&w, x[0], shared.clone()), &[0.7], &[by_x]);
        }
    }
    let model = Model {
        w: vec![0.3, 0.9, 0.4],
        power: None,
        window: 0..2,
    };
    let (by_model, by_x) = model.eval_gradient(0.6, Some(2));
    assert_grad(|x| model.eval(x[0], Some(2)), &[0.6], &[by_x]);
    let of = |w: &[f64]| Model {
        w: w.to_vec(),
        ..model.clone()
    };
    assert_grad(|w| of(w).eval(0.6, Some(2)), &model.w, &by_model.w);
}
