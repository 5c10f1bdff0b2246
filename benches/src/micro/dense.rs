//! Matrices.

use pullback::differentiable;

/// Σ Cᵢⱼ² with C = A B, n × n, along the rows of B.
#[differentiable]
pub fn matmul(a: &[f64], b: &[f64], n: usize) -> f64 {
    let mut c = vec![0.0; n * n];
    for i in 0..n {
        for k in 0..n {
            let aik = a[i * n + k];
            for j in 0..n {
                c[i * n + j] += aik * b[k * n + j];
            }
        }
    }
    let mut s = 0.0;
    for v in c.iter() {
        s += v * v;
    }
    s
}

/// The same entry by entry, as in the textbook.
#[differentiable]
pub fn naive_matmul(a: &[f64], b: &[f64], n: usize) -> f64 {
    let mut c = vec![0.0; n * n];
    for i in 0..n {
        for j in 0..n {
            let mut entry = 0.0;
            for k in 0..n {
                entry += a[i * n + k] * b[k * n + j];
            }
            c[i * n + j] = entry;
        }
    }
    let mut s = 0.0;
    for v in c.iter() {
        s += v * v;
    }
    s
}

/// [`matmul()`] and [`naive_matmul()`] by hand: one row of the product at a time, every loop along memory.
pub fn matmul_by_hand(a: &[f64], b: &[f64], n: usize, da: &mut [f64], db: &mut [f64]) -> f64 {
    db.fill(0.0);
    let mut row = vec![0.0; n];
    let mut s = 0.0;
    for (a, da) in a.chunks_exact(n).zip(da.chunks_exact_mut(n)) {
        row.fill(0.0);
        for (a, b) in a.iter().zip(b.chunks_exact(n)) {
            for (c, b) in row.iter_mut().zip(b) {
                *c += a * b;
            }
        }
        for c in &mut row {
            s += *c * *c;
            *c *= 2.0;
        }
        let rows = b.chunks_exact(n).zip(db.chunks_exact_mut(n));
        for ((a, da), (b, db)) in a.iter().zip(da).zip(rows) {
            *da = dot_in_lanes(&row, b);
            for (db, dc) in db.iter_mut().zip(&row) {
                *db += a * dc;
            }
        }
    }
    s
}

/// The dot product with several partial sums, which the processor adds side by side.
fn dot_in_lanes(x: &[f64], y: &[f64]) -> f64 {
    const LANES: usize = 8;
    let (x, y) = (x.chunks_exact(LANES), y.chunks_exact(LANES));
    let rest = x.remainder().iter().zip(y.remainder());
    let rest: f64 = rest.map(|(x, y)| x * y).sum();
    let mut sums = [0.0; LANES];
    for (x, y) in x.zip(y) {
        for lane in 0..LANES {
            sums[lane] += x[lane] * y[lane];
        }
    }
    sums.iter().sum::<f64>() + rest
}

/// Σ (A ⊗ B)ᵢⱼ for an n × n and an m × m matrix, the product written out first.
#[differentiable]
pub fn kron_sum(a: &[f64], b: &[f64], n: usize, m: usize) -> f64 {
    let width = n * m;
    let mut product = vec![0.0; width * width];
    for i in 0..n {
        for k in 0..m {
            for j in 0..n {
                for l in 0..m {
                    product[(i * m + k) * width + j * m + l] = a[i * n + j] * b[k * m + l];
                }
            }
        }
    }
    let mut s = 0.0;
    for v in product.iter() {
        s += v;
    }
    s
}

/// [`kron_sum()`] by hand: every product is added up where it arises, and its two derivatives, too.
pub fn kron_sum_by_hand(
    a: &[f64],
    b: &[f64],
    (n, m): (usize, usize),
    da: &mut [f64],
    db: &mut [f64],
) -> f64 {
    da.fill(0.0);
    db.fill(0.0);
    let mut s = 0.0;
    for (a, da) in a.chunks_exact(n).zip(da.chunks_exact_mut(n)) {
        for (b, db) in b.chunks_exact(m).zip(db.chunks_exact_mut(m)) {
            for (a, da) in a.iter().zip(&mut *da) {
                let mut by_a = 0.0;
                for (b, db) in b.iter().zip(&mut *db) {
                    s += a * b;
                    by_a += b;
                    *db += a;
                }
                *da += by_a;
            }
        }
    }
    s
}

/// The squared error of a network with one hidden layer and one output.
#[differentiable]
pub fn mlp(w1: &[f64], b1: &[f64], w2: &[f64], b2: f64, #[constant] x: &[f64]) -> f64 {
    let mut output = b2;
    for j in 0..b1.len() {
        let mut signal = b1[j];
        for i in 0..x.len() {
            signal += w1[j * x.len() + i] * x[i];
        }
        output += w2[j] * signal.tanh();
    }
    let error = output - 0.5;
    error * error
}

/// [`mlp()`] by hand; the network is hidden weights row after row, hidden biases, output weights, output
/// bias.
pub fn mlp_by_hand(network: [&[f64]; 4], x: &[f64], gradient: [&mut [f64]; 4]) -> f64 {
    let [w1, b1, w2, b2] = network;
    let [dw1, db1, dw2, db2] = gradient;
    // The activations, until the error is known.
    let activations = dw2;
    let mut output = b2[0];
    let neurons = w1.chunks_exact(x.len()).zip(b1).zip(w2);
    for (((w1, b1), w2), activation) in neurons.zip(&mut *activations) {
        let signal = w1.iter().zip(x).fold(*b1, |sum, (w, x)| sum + w * x);
        *activation = signal.tanh();
        output += w2 * *activation;
    }
    let error = output - 0.5;
    let pull = 2.0 * error;
    db2[0] = pull;
    let neurons = dw1.chunks_exact_mut(x.len()).zip(db1).zip(w2);
    for (((dw1, db1), w2), activation) in neurons.zip(activations) {
        let slope = pull * w2 * (1.0 - *activation * *activation);
        *db1 = slope;
        *activation *= pull;
        for (dw, x) in dw1.iter_mut().zip(x) {
            *dw = slope * x;
        }
    }
    error * error
}

/// An example of a network, its parts one after the other, and of its input.
pub fn network(inputs: usize, hidden: usize) -> (Vec<f64>, Vec<f64>) {
    let wave = |n: usize, rate: f64| -> Vec<f64> {
        (0..n).map(|i| 0.3 * (i as f64 * rate).sin()).collect()
    };
    let (w1, b1, w2) = (
        wave(inputs * hidden, 0.37),
        wave(hidden, 0.21),
        wave(hidden, 0.71),
    );
    ([w1, b1, w2, vec![0.1]].concat(), wave(inputs, 1.3))
}
