//! Methods of floats on parts that methods return, of what changes afterwards.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};
#[derive(Clone, Debug, Differentiable)]
pub struct Part {
    pub mass: f64,
    pub pos: f64,
}
#[derive(Clone, Debug, Differentiable)]
pub struct World {
    pub parts: Vec<Part>,
    pub extra: f64,
    pub list: Vec<f64>,
}
#[differentiable]
impl World {
    pub fn heaviest(&self) -> &Part {
        self.parts
            .iter()
            .max_by(|a, b| a.mass.total_cmp(&b.mass))
            .unwrap()
    }
    pub fn at(&self, i: usize) -> &f64 {
        &self.list[i]
    }
    pub fn step(&mut self, t: f64) {
        self.extra += t;
        self.list.push(t);
        for p in &mut self.parts {
            p.pos += t * self.extra;
        }
    }
}
#[differentiable]
fn helper(a: &[f64], t: f64) -> f64 {
    a[0] * t
}

#[differentiable]
fn changed_by_a_method(x: &[f64]) -> f64 {
    let part = |k: f64| Part {
        mass: k * k,
        pos: k,
    };
    let mut w = World {
        parts: vec![part(x[0]), part(0.7)],
        extra: x[1],
        list: vec![x[0]],
    };
    let v = w.heaviest().pos.tanh();
    w.step(x[2]);
    v * w.extra
}

#[differentiable]
fn taken_away(x: &[f64]) -> f64 {
    let part = |k: f64| Part {
        mass: k * k,
        pos: k,
    };
    let mut w = World {
        parts: vec![part(x[0]), part(0.7)],
        extra: x[1],
        list: vec![x[0]],
    };
    let v = w.heaviest().pos;
    let old = std::mem::take(&mut w.list);
    w.list.push(v * old[0]);
    v * w.list[0]
}

#[differentiable]
fn taken_after_two(x: &[f64]) -> f64 {
    let part = |k: f64| Part {
        mass: k * k,
        pos: k,
    };
    let mut w = World {
        parts: vec![part(x[0]), part(0.7)],
        extra: x[1],
        list: vec![x[0]],
    };
    let v = w.heaviest().pos.tanh().atan();
    let old = std::mem::take(&mut w.list);
    w.list.push(v * old[0]);
    w.list[0]
}

#[differentiable]
fn changed_in_an_arm(x: &[f64]) -> f64 {
    let part = |k: f64| Part {
        mass: k * k,
        pos: k,
    };
    let mut w = World {
        parts: vec![part(x[0]), part(0.7)],
        extra: x[1],
        list: vec![x[0]],
    };
    let v = (w.heaviest().pos.tanh()).atan();
    w.list.push(v);
    if v > 0.1 {
        w.list[0] * v
    } else {
        w.step(0.1 * v);
        w.extra * w.list[0]
    }
}

#[differentiable]
fn passed_on(x: &[f64]) -> f64 {
    let part = |k: f64| Part {
        mass: k * k,
        pos: k,
    };
    let mut w = World {
        parts: vec![part(x[0]), part(0.7)],
        extra: x[1],
        list: vec![x[0]],
    };
    let v = helper(x, w.heaviest().pos.tanh()).atan();
    w.list.push(v);
    if v > 0.1 {
        w.list[0] * v
    } else {
        w.step(0.1 * v);
        w.extra * w.list[0]
    }
}

#[differentiable]
fn changed_under_a_condition(x: &[f64]) -> f64 {
    let part = |k: f64| Part {
        mass: k * k,
        pos: k,
    };
    let mut w = World {
        parts: vec![part(x[0]), part(0.7)],
        extra: x[1],
        list: vec![x[0]],
    };
    let v = helper(x, w.heaviest().pos.tanh()).atan();
    if x[0] > 0.1 {
        let t = v;
        w.step(0.1 * t);
    }
    w.extra * w.list[0]
}

#[test]
fn gradients_are_right() {
    for x in [[0.4, 0.7, 1.3, -0.6], [-0.9, 0.2, 0.3, 0.1]] {
        assert_grad(changed_by_a_method, &x, &changed_by_a_method::gradient(&x));
        assert_grad(taken_away, &x, &taken_away::gradient(&x));
        assert_grad(taken_after_two, &x, &taken_after_two::gradient(&x));
        assert_grad(changed_in_an_arm, &x, &changed_in_an_arm::gradient(&x));
        assert_grad(passed_on, &x, &passed_on::gradient(&x));
        assert_grad(
            changed_under_a_condition,
            &x,
            &changed_under_a_condition::gradient(&x),
        );
    }
}
