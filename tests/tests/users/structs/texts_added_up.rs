//! Texts that are put together of fields, beside what carries a derivative.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};
#[derive(Clone, Differentiable)]
struct Feature {
    name: String,
    w: f64,
}
#[differentiable]
impl Feature {
    fn scaled(&self, k: f64) -> Feature {
        Feature {
            name: self.name.clone() + "_s",
            w: self.w * k,
        }
    }
}
#[differentiable]
fn labelled(fs: &[Feature], tag: &str, k: f64) -> f64 {
    let mut label = String::new();
    let mut total = 0.0;
    for f in fs {
        let g = f.scaled(k);
        if !label.is_empty() {
            label += ", ";
        }
        label += &g.name;
        label += tag;
        let suffix = g.name.clone() + &f.name + tag;
        label += suffix.as_str();
        label = label + &suffix;
        label = label + tag + "-" + &g.name;
        total += g.w * label.len() as f64;
    }
    total
}

#[test]
fn gradient_is_right() {
    let features = |w: &[f64]| {
        let named = [("a", w[0]), ("bc", w[1])];
        named.map(|(name, w)| Feature {
            name: name.to_string(),
            w,
        })
    };
    let x = [1.0, 2.0];
    for _ in 0..2 {
        let (d, by_k) = labelled::gradient(&features(&x), "xx", 1.5);
        assert_grad(|x| labelled(&features(x), "xx", 1.5), &x, &[d[0].w, d[1].w]);
        assert_grad(|k| labelled(&features(&x), "xx", k[0]), &[1.5], &[by_k]);
    }
}
