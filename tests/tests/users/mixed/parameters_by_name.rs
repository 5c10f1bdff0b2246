use crate::assert_grad;
use pullback::differentiable;

use std::collections::{BTreeMap, HashMap};

#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Key {
    Slope,
    Bias,
    Layer(u8),
}

#[differentiable]
fn evaluate(
    theta: &[f64],
    #[constant] slots: &HashMap<Key, usize>,
    #[constant] scales: &BTreeMap<String, f64>,
    x: f64,
) -> f64 {
    let get = |k: Key| -> f64 {
        match slots.get(&k) {
            Some(&i) => theta[i],
            None => 1.0,
        }
    };
    let scale = scales.get("global").copied().unwrap_or(1.0);
    let mut y = get(Key::Slope) * x + get(Key::Bias);
    for l in 0..3 {
        y = (y * get(Key::Layer(l))).sin() * scale;
    }
    y
}

#[test]
fn gradient_is_right() {
    let slots = HashMap::from([(Key::Slope, 0), (Key::Bias, 2), (Key::Layer(1), 1)]);
    let scales = BTreeMap::from([("global".to_string(), 1.5)]);
    let t = [0.4, 1.2, -0.3];
    let (dt, dx) = evaluate::gradient(&t, &slots, &scales, 0.8);
    assert_grad(|t| evaluate(t, &slots, &scales, 0.8), &t, &dt);
    assert_grad(|x| evaluate(&t, &slots, &scales, x[0]), &[0.8], &[dx]);
}
