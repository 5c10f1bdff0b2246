//! Changes of what `?` gives a reference to.

use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Differentiable)]
struct Part {
    v: f64,
    w: [f64; 2],
}
#[differentiable]
fn ops(v: &mut Vec<f64>, cells: &mut Vec<Part>, k: usize) -> Option<f64> {
    let b = v.pop()?;
    *v.last_mut()? *= b;
    *v.get_mut(k)? = v.first()? * b.sin();
    *v.first_mut()? += v.iter().sum::<f64>();
    cells.get_mut(k)?.v -= b * b;
    cells.last_mut()?.w[1] *= v.pop()?;
    cells.first_mut()?.w = [b, b * b];
    Some(v.iter().sum::<f64>() + cells.iter().map(|c| c.v * c.w[0] + c.w[1]).sum::<f64>())
}
#[differentiable]
fn res(v: &mut [f64], i: usize, by: f64) -> Result<(), String> {
    *v.get_mut(i).ok_or_else(|| format!("no {i}"))? *= by;
    Ok(())
}
#[differentiable]
fn f(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for k in 0..4 {
        let mut v = x[..3].to_vec();
        let mut cells = vec![
            Part {
                v: x[3],
                w: [x[0], x[1]]
            };
            k.min(2)
        ];
        s += ops(&mut v, &mut cells, k).unwrap_or(x[2] * 0.5);
        let mut w = x.to_vec();
        if res(&mut w, 2 * k, x[1]).is_err() {
            s += w[0];
        }
        s += w[0] * w[2];
    }
    s
}

#[test]
fn elements_change_if_they_are_there() {
    for at in [&[0.7, 1.3, -0.4, 0.9][..], &[-0.6, 0.2, 1.4, 0.3][..]] {
        let gradient = f::gradient(at);
        assert_grad(f, at, &gradient);
        assert_eq!(gradient, f::gradient(at));
    }
}
