use crate::check;
use pullback::{Differentiable, differentiable};
use std::rc::Rc;
use std::sync::Arc;
#[differentiable]
trait Model {
    fn predict(&self, x: f64) -> f64;
    fn nudge(&mut self, by: f64) -> f64;
    fn name(&self) -> String {
        "model".to_string()
    }
}
#[derive(Clone, Differentiable)]
struct Linear {
    a: f64,
    b: f64,
}
#[derive(Clone, Differentiable)]
struct Expo(f64);
#[differentiable]
impl Model for Linear {
    fn predict(&self, x: f64) -> f64 {
        self.a * x + self.b
    }
    fn nudge(&mut self, by: f64) -> f64 {
        self.a += by;
        self.b *= by;
        self.a
    }
}
#[differentiable]
impl Model for Expo {
    fn predict(&self, x: f64) -> f64 {
        (self.0 * x).exp()
    }
    fn nudge(&mut self, by: f64) -> f64 {
        self.0 = by * self.0.sin();
        by
    }
    fn name(&self) -> String {
        "expo".to_string()
    }
}
#[differentiable]
fn loss(m: &dyn Model, xs: &[f64]) -> f64 {
    xs.iter().map(|&x| (m.predict(x) - 1.0).powi(2)).sum()
}
#[differentiable]
fn fit(m: &mut dyn Model, xs: &[f64]) -> f64 {
    let mut t = 0.0;
    for &x in xs {
        t += m.nudge(x * 0.3);
    }
    t + m.predict(xs[0])
}
#[differentiable]
fn both(a: &dyn Model, b: &dyn Model, x: f64) -> f64 {
    if a.name() == "expo" {
        a.predict(b.predict(x))
    } else {
        b.predict(x) - a.predict(x)
    }
}
#[differentiable]
fn relay(m: &dyn Model, n: usize, x: &[f64]) -> f64 {
    if n == 0 {
        loss(m, x)
    } else {
        0.5 * relay(m, n - 1, x) + both(m, m, x[0])
    }
}
#[derive(Differentiable)]
struct Ensemble<T> {
    models: Vec<Box<dyn Model>>,
    best: usize,
    w: T,
}
#[differentiable]
impl<T: Clone + Differentiable + Into<f64>> Ensemble<T> {
    fn score(&self, xs: &[f64]) -> f64 {
        let mean =
            self.models.iter().map(|m| loss(&**m, xs)).sum::<f64>() / self.models.len() as f64;
        mean + loss(&*self.models[self.best], xs)
            + self
                .models
                .iter()
                .map(|m| loss(m.as_ref(), xs))
                .fold(0.0, |a, b| a + b * b)
    }
    fn improve(&mut self, xs: &[f64]) {
        for m in self.models.iter_mut() {
            fit(m.as_mut(), xs);
        }
        let i = self.best;
        fit(&mut *self.models[i], &xs[1..]);
        fit(self.models[i].as_mut(), xs);
    }
}
#[differentiable]
fn worst(ms: &[Box<dyn Model>], xs: &[f64]) -> f64 {
    let cost = |m: &Box<dyn Model>| loss(m.as_ref(), xs);
    let mut worst = 0.0;
    for m in ms {
        let c = cost(m);
        if c > worst {
            worst = c;
        }
    }
    let pair = both(&*ms[0], ms[1].as_ref(), xs[0]);
    worst * pair
}
#[derive(Clone, Differentiable)]
enum Slot {
    Shared(Rc<dyn Model>),
    Weighted { w: f64, m: Arc<dyn Model> },
    Empty,
}
#[differentiable]
fn slots(ss: &[Slot], xs: &[f64]) -> f64 {
    let mut t = 0.0;
    for s in ss {
        t += match s {
            Slot::Shared(m) => loss(&**m, xs),
            Slot::Weighted { w, m } => w * loss(m.as_ref(), xs) + m.predict(xs[0]),
            Slot::Empty => xs[0],
        };
    }
    t
}
#[differentiable]
fn shared(kind: usize, a: f64) -> Rc<dyn Model> {
    if kind == 0 {
        Rc::new(Expo(a))
    } else {
        Rc::new(Linear { a, b: a * a })
    }
}
#[differentiable]
fn f(x: &[f64]) -> f64 {
    let mut e = Ensemble {
        models: vec![
            Box::new(Linear { a: x[0], b: x[1] }) as Box<dyn Model>,
            Box::new(Expo(x[2])),
        ],
        best: 1,
        w: x[0],
    };
    let before = e.score(x);
    e.improve(x);
    let w = worst(&e.models, x);
    let s = shared(0, x[1]);
    let slots_ = vec![
        Slot::Shared(s.clone()),
        Slot::Weighted {
            w: x[0],
            m: Arc::new(Linear { a: x[1], b: 1.0 }),
        },
        Slot::Empty,
        Slot::Shared(shared(1, x[2])),
    ];
    let table: Vec<Rc<dyn Model>> = vec![Rc::new(Expo(x[0])), s.clone(), Rc::clone(&s)];
    before
        + e.score(x)
        + w
        + slots(&slots_, x)
        + relay(&*e.models[0], 2, x)
        + table.iter().map(|m| m.predict(0.3)).sum::<f64>()
}

#[test]
fn gradient_is_right() {
    check(
        f,
        |x| f::gradient(x),
        &[&[0.3, 1.2, 0.7], &[-0.8, 0.2, -0.4]],
    );
}
