//! Neural network layers and losses written by hand.

use pullback::differentiable;
use pullback_tests::{check, check_in_place, check_vjp};

#[differentiable]
fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + f64::exp(-x))
}

#[differentiable]
fn lstm_step(gates: &[f64], h: f64, c: f64, x: f64) -> (f64, f64) {
    let forget = sigmoid(gates[0] * x + gates[1] * h);
    let input = sigmoid(gates[2] * x + gates[3] * h);
    let output = sigmoid(gates[4] * x + gates[5] * h);
    let change = (gates[6] * x + gates[7] * h).tanh();
    let c = c * forget + input * change;
    let h = output * c.tanh();
    (h, c)
}
check_vjp!(
    lstm_step_checks,
    lstm_step(&[0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8], 0.5, -0.3, 1.2)
);

#[differentiable]
fn lstm(gates: &[f64], inputs: &[f64]) -> f64 {
    let (mut h, mut c) = (0.0, 0.0);
    let mut loss = 0.0;
    for t in 0..inputs.len() - 1 {
        (h, c) = lstm_step(gates, h, c, inputs[t]);
        let error = h - inputs[t + 1];
        loss += error * error;
    }
    loss
}
check!(
    lstm_checks,
    lstm(
        &[0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8],
        &[0.5, -0.3, 1.2, 0.1]
    )
);

#[differentiable]
fn dense(weights: &[f64], bias: &[f64], x: &[f64], out: &mut [f64]) {
    for i in 0..out.len() {
        let mut z = bias[i];
        for j in 0..x.len() {
            z += weights[i * x.len() + j] * x[j];
        }
        out[i] = z.tanh();
    }
}
check_in_place!(
    dense_checks,
    dense(
        &[0.1, 0.2, 0.3, 0.4],
        &[0.5, -0.1],
        &[1.0, 2.0],
        &mut vec![9.0, 9.0]
    )
);

#[differentiable]
fn two_layers(w1: &[f64], b1: &[f64], w2: &[f64], b2: f64, x: &[f64], target: f64) -> f64 {
    let mut hidden = vec![0.0; b1.len()];
    dense(w1, b1, x, &mut hidden);
    let mut y = b2;
    for (w, h) in w2.iter().zip(hidden.iter()) {
        y += w * h;
    }
    (y - target).powi(2)
}
check!(
    two_layers_checks,
    two_layers(
        &[0.1, 0.2, 0.3, 0.4],
        &[0.5, -0.1],
        &[0.7, -0.6],
        0.2,
        &[1.0, 2.0],
        0.9
    ),
);

#[differentiable]
fn deep_network(params: &[f64], sizes: &[usize], x: &[f64]) -> f64 {
    let mut offset = 0;
    let mut a = x.to_vec();
    for l in 1..sizes.len() {
        let (rows, cols) = (sizes[l], sizes[l - 1]);
        let mut z = vec![0.0; rows];
        for i in 0..rows {
            for j in 0..cols {
                z[i] += params[offset + i * cols + j] * a[j];
            }
            z[i] += params[offset + rows * cols + i];
            if l + 1 < sizes.len() {
                z[i] = if z[i] > 0.0 { z[i] } else { 0.01 * z[i] };
            }
        }
        offset += rows * (cols + 1);
        a = z;
    }
    a[0]
}
check!(
    deep_network_checks,
    deep_network(
        &[
            0.1, -0.2, 0.3, 0.4, 0.5, -0.1, 0.1, -0.6, 0.2, 0.3, 0.4, -0.5, 0.15
        ],
        fixed(&[2, 3, 1]),
        &[1.0, 2.0]
    ),
);

#[differentiable]
fn convolve(signal: &[f64], kernel: &[f64]) -> Vec<f64> {
    let n = signal.len() + kernel.len() - 1;
    let mut out = vec![0.0; n];
    for i in 0..signal.len() {
        for j in 0..kernel.len() {
            out[i + j] += signal[i] * kernel[j];
        }
    }
    out
}
check_vjp!(
    convolve_checks,
    convolve(&[1.0, 2.0, 0.5, -1.0], &[0.3, 0.7, -0.2])
);

#[differentiable]
fn conv2d(image: &[f64], kernel: &[[f64; 3]; 3], h: usize, w: usize) -> Vec<f64> {
    let mut out = vec![0.0; h * w];
    for r in 0..h {
        for c in 0..w {
            let mut acc = 0.0;
            for kr in 0..3 {
                for kc in 0..3 {
                    let (i, j) = (r as isize + kr as isize - 1, c as isize + kc as isize - 1);
                    if i < 0 || j < 0 || i >= h as isize || j >= w as isize {
                        continue;
                    }
                    acc += kernel[kr][kc] * image[i as usize * w + j as usize];
                }
            }
            out[r * w + c] = acc.max(0.0);
        }
    }
    out
}
check_vjp!(
    conv2d_checks,
    conv2d(
        &[1.0, 2.0, 0.5, -1.0, 0.3, 0.8],
        &[[0.1, 0.2, 0.3], [-0.1, 1.0, 0.4], [0.2, -0.3, 0.5]],
        fixed(2),
        fixed(3)
    ),
);

#[differentiable]
fn max_pool(x: &[f64], width: usize) -> Vec<f64> {
    let mut out = Vec::new();
    let mut start = 0;
    while start + width <= x.len() {
        let mut best = x[start];
        for k in 1..width {
            best = f64::max(best, x[start + k]);
        }
        out.push(best);
        start += width;
    }
    out
}
check_vjp!(
    max_pool_checks,
    max_pool(&[1.0, 2.0, 0.5, -1.0, 0.3, 0.8], fixed(2))
);

#[differentiable]
fn layer_norm(x: &[f64], gain: &[f64], shift: &[f64]) -> Vec<f64> {
    let n = x.len() as f64;
    let mut mean = 0.0;
    for v in x {
        mean += v / n;
    }
    let mut var = 0.0;
    for v in x {
        var += (v - mean).powi(2) / n;
    }
    let inv = 1.0 / (var + 1e-5).sqrt();
    let mut y = vec![0.0; x.len()];
    for i in 0..x.len() {
        y[i] = gain[i] * (x[i] - mean) * inv + shift[i];
    }
    y
}
check_vjp!(
    layer_norm_checks,
    layer_norm(&[1.0, 2.0, 0.5], &[1.1, 0.9, 1.0], &[0.1, 0.2, 0.3])
);

#[differentiable]
fn attention(q: &[f64], keys: &Vec<Vec<f64>>, values: &Vec<Vec<f64>>) -> Vec<f64> {
    let d = q.len();
    let mut scores = Vec::with_capacity(keys.len());
    for key in keys.iter() {
        let mut s = 0.0;
        for k in 0..d {
            s += q[k] * key[k];
        }
        scores.push((s / (d as f64).sqrt()).exp());
    }
    let mut total = 0.0;
    for s in &scores {
        total += *s;
    }
    let mut out = vec![0.0; values[0].len()];
    for (s, value) in scores.iter().zip(values.iter()) {
        for j in 0..out.len() {
            out[j] += s / total * value[j];
        }
    }
    out
}
check_vjp!(
    attention_checks,
    attention(
        &[0.5, -0.2],
        &vec![vec![1.0, 0.3], vec![0.2, 0.9]],
        &vec![vec![1.0, 2.0], vec![3.0, -1.0]]
    ),
);

#[differentiable]
fn dropout(x: &[f64], mask: &[bool], rate: f64) -> f64 {
    let mut s = 0.0;
    for (v, keep) in x.iter().zip(mask.iter()) {
        if *keep {
            s += v / (1.0 - rate);
        }
    }
    s * s
}
check!(
    dropout_checks,
    dropout(&[1.0, 2.0, 0.5], fixed(&[true, false, true]), 0.3)
);

#[differentiable]
fn embedding_bag(table: &[[f64; 2]], ids: &[usize], weights: &[f64]) -> f64 {
    let mut acc = [0.0; 2];
    for (k, &id) in ids.iter().enumerate() {
        for d in 0..2 {
            acc[d] += weights[k] * table[id][d];
        }
    }
    acc[0] * acc[1]
}
check!(
    embedding_bag_checks,
    embedding_bag(
        &[[1.0, 2.0], [0.5, 0.3], [0.7, -0.4]],
        fixed(&[2, 0, 2]),
        &[0.3, 0.6, 0.1]
    ),
);

#[differentiable]
fn hinge_loss(w: &[f64], #[constant] xs: &[Vec<f64>], #[constant] labels: &[f64], c: f64) -> f64 {
    let mut loss = 0.0;
    for (x, &label) in xs.iter().zip(labels) {
        let mut margin = 0.0;
        for (a, b) in w.iter().zip(x) {
            margin += a * b;
        }
        let slack = 1.0 - label * margin;
        if slack > 0.0 {
            loss += slack;
        }
    }
    let mut norm = 0.0;
    for a in w {
        norm += a * a;
    }
    c * loss + 0.5 * norm
}
check!(
    hinge_loss_checks,
    hinge_loss(
        &[0.4, -0.3],
        fixed(&[vec![1.0, 2.0], vec![4.0, -3.0], vec![-1.0, 0.5]]),
        fixed(&[1.0, 1.0, -1.0]),
        0.7
    ),
);

#[differentiable]
fn matrix_factorisation(
    u: &[f64],
    v: &[f64],
    rank: usize,
    #[constant] ratings: &[(usize, usize, f64)],
) -> f64 {
    let mut loss = 0.0;
    for &(i, j, r) in ratings {
        let mut prediction = 0.0;
        for k in 0..rank {
            prediction += u[i * rank + k] * v[j * rank + k];
        }
        loss += (prediction - r) * (prediction - r);
    }
    loss
}
check!(
    matrix_factorisation_checks,
    matrix_factorisation(
        &[0.1, 0.2, 0.3, 0.4],
        &[0.5, 0.6, 0.7, 0.8],
        fixed(2),
        fixed(&[(0, 0, 1.0), (1, 0, 2.0), (1, 1, 0.5)])
    ),
);

#[differentiable]
fn single_precision_network(w: &[f32], x: &[f32]) -> f32 {
    let mut a = 0.0f32;
    for i in 0..x.len() {
        a += w[i] * x[i];
    }
    let y = a.tanh();
    0.5 * (y - 0.25) * (y - 0.25)
}
check!(
    single_precision_network_checks,
    single_precision_network(&[0.3f32, 0.6], &[1.0f32, -0.4])
);

#[differentiable]
fn unrolled_gradient_descent(start: f64, rate: f64, steps: usize) -> f64 {
    let mut w = start;
    let mut history = Vec::with_capacity(steps);
    for _ in 0..steps {
        let loss = (w * w - 2.0).powi(2);
        history.push(loss);
        w -= rate * 4.0 * w * (w * w - 2.0);
    }
    let mut total = 0.0;
    for loss in &history {
        total += loss;
    }
    total / steps as f64
}
check!(
    unrolled_gradient_descent_checks,
    unrolled_gradient_descent(1.0, 0.05, fixed(6))
);
