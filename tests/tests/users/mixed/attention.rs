use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn softmax_in_place(x: &mut [f64]) {
    let m = x.iter().copied().fold(f64::MIN, f64::max);
    let mut total = 0.0;
    for v in x.iter_mut() {
        *v = (*v - m).exp();
        total += *v;
    }
    x.iter_mut().for_each(|v| *v /= total);
}

#[differentiable]
fn attention(q: &[Vec<f64>], k: &[Vec<f64>], v: &[Vec<f64>], causal: bool) -> Vec<Vec<f64>> {
    let d = q[0].len() as f64;
    q.iter()
        .enumerate()
        .map(|(i, qi)| {
            let visible = if causal { i + 1 } else { k.len() };
            let mut scores: Vec<f64> = k[..visible]
                .iter()
                .map(|kj| qi.iter().zip(kj).map(|(a, b)| a * b).sum::<f64>() / d.sqrt())
                .collect();
            softmax_in_place(&mut scores);
            let mut out = vec![0.0; v[0].len()];
            for (s, vj) in scores.iter().zip(v) {
                for (o, x) in out.iter_mut().zip(vj) {
                    *o += s * x;
                }
            }
            out
        })
        .collect()
}

#[differentiable]
fn loss(x: &[f64], causal: bool) -> f64 {
    let rows: Vec<Vec<f64>> = x.chunks(2).map(|c| c.to_vec()).collect();
    let out = attention(&rows[..2], &rows[2..4], &rows[4..], causal);
    out.concat().iter().map(|v| v * v).sum()
}

#[test]
fn gradient_is_right() {
    let x = [
        0.5, -0.3, 0.1, 0.8, 0.2, 1.0, -0.6, 0.9, 0.3, 0.4, 0.7, -0.2,
    ];
    for causal in [true, false] {
        assert_grad(|x| loss(x, causal), &x, &loss::gradient(&x, causal));
    }
}
