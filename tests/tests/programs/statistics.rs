//! Statistics, finance and probabilistic models.

use pullback::differentiable;
use pullback_tests::{check, check_vjp};

#[differentiable]
fn mean(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for v in x {
        s += *v;
    }
    s / x.len() as f64
}

#[differentiable]
fn standard_deviation(x: &[f64]) -> f64 {
    let m = mean(x);
    let mut s = 0.0;
    for v in x {
        s += (v - m).powi(2);
    }
    (s / (x.len() as f64 - 1.0)).sqrt()
}
check!(mean_checks, mean(&[1.0, 2.0, 4.0]));
check!(
    standard_deviation_checks,
    standard_deviation(&[1.0, 2.0, 4.0, -1.0])
);

#[differentiable]
fn correlation(x: &[f64], y: &[f64]) -> f64 {
    let n = x.len() as f64;
    let (mut sx, mut sy, mut sxx, mut syy, mut sxy) = (0.0, 0.0, 0.0, 0.0, 0.0);
    for i in 0..x.len() {
        sx += x[i];
        sy += y[i];
        sxx += x[i] * x[i];
        syy += y[i] * y[i];
        sxy += x[i] * y[i];
    }
    (n * sxy - sx * sy) / ((n * sxx - sx * sx) * (n * syy - sy * sy)).sqrt()
}
check!(
    correlation_checks,
    correlation(&[1.0, 2.0, 4.0, -1.0], &[0.3, 0.1, 2.0, 0.4])
);

#[differentiable]
fn logsumexp(x: &[f64]) -> f64 {
    let mut m = f64::NEG_INFINITY;
    for &v in x {
        if v > m {
            m = v;
        }
    }
    let mut s = 0.0;
    for &v in x {
        s += (v - m).exp();
    }
    m + s.ln()
}
check!(
    logsumexp_checks,
    logsumexp(&[1.0, 2.0, 4.0, -1.0]),
    logsumexp(&[3.0])
);

#[differentiable]
fn softmax(x: &[f64]) -> Vec<f64> {
    let mut m = x[0];
    for v in x.iter() {
        m = m.max(*v);
    }
    let mut out = Vec::with_capacity(x.len());
    let mut total = 0.0;
    for v in x {
        let e = (v - m).exp();
        total += e;
        out.push(e);
    }
    for e in out.iter_mut() {
        *e /= total;
    }
    out
}
check_vjp!(softmax_checks, softmax(&[1.0, 2.0, 0.5]));

#[differentiable]
fn cross_entropy(logits: &[f64], label: usize) -> f64 {
    let mut z = 0.0;
    for l in logits {
        z += l.exp();
    }
    z.ln() - logits[label]
}
check!(
    cross_entropy_checks,
    cross_entropy(&[1.0, 2.0, 0.5], fixed(1)),
    cross_entropy(&[1.0, 2.0, 0.5], fixed(0))
);

#[differentiable]
fn normal_cdf(x: f64) -> f64 {
    // Abramowitz and Stegun 26.2.17.
    let k = 1.0 / (1.0 + 0.2316419 * x.abs());
    let poly = k
        * (0.319381530
            + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))));
    let tail = (-0.5 * x * x).exp() / (2.0 * std::f64::consts::PI).sqrt() * poly;
    if x >= 0.0 { 1.0 - tail } else { tail }
}
check!(normal_cdf_checks, normal_cdf(0.7), normal_cdf(-1.2));

#[differentiable]
fn black_scholes(spot: f64, strike: f64, rate: f64, vol: f64, time: f64, is_call: bool) -> f64 {
    let d1 = ((spot / strike).ln() + (rate + 0.5 * vol * vol) * time) / (vol * time.sqrt());
    let d2 = d1 - vol * time.sqrt();
    let discount = (-rate * time).exp();
    if is_call {
        spot * normal_cdf(d1) - strike * discount * normal_cdf(d2)
    } else {
        strike * discount * normal_cdf(-d2) - spot * normal_cdf(-d1)
    }
}
check!(
    black_scholes_checks,
    black_scholes(1.1, 1.0, 0.03, 0.2, 0.75, fixed(true)),
    black_scholes(1.1, 1.0, 0.03, 0.2, 0.75, fixed(false)),
);

#[differentiable]
fn binomial_tree(spot: f64, strike: f64, up: f64, steps: usize) -> f64 {
    let down = 1.0 / up;
    let p = (1.0 - down) / (up - down);
    let mut values = vec![0.0; steps + 1];
    for i in 0..=steps {
        let s = spot * up.powi(i as i32) * down.powi((steps - i) as i32);
        values[i] = f64::max(strike - s, 0.0);
    }
    for n in (0..steps).rev() {
        for i in 0..=n {
            let hold = p * values[i + 1] + (1.0 - p) * values[i];
            let exercise = strike - spot * up.powi(2 * i as i32 - n as i32);
            values[i] = if hold > exercise { hold } else { exercise };
        }
    }
    values[0]
}
check!(
    binomial_tree_checks,
    binomial_tree(1.03, 1.1, 1.08, fixed(5))
);

#[differentiable]
fn logistic_regression(
    w: &[f64],
    bias: f64,
    #[constant] x: &[[f64; 2]],
    #[constant] y: &[bool],
) -> f64 {
    let mut loss = 0.0;
    for i in 0..x.len() {
        let z = w[0] * x[i][0] + w[1] * x[i][1] + bias;
        let p = 1.0 / (1.0 + (-z).exp());
        loss -= if y[i] { p.ln() } else { (1.0 - p).ln() };
    }
    loss / x.len() as f64 + 0.01 * (w[0] * w[0] + w[1] * w[1])
}
check!(
    logistic_regression_checks,
    logistic_regression(
        &[0.3, -0.5],
        0.1,
        fixed(&[[1.0, 2.0], [-0.5, 0.3], [0.8, -1.0]]),
        fixed(&[true, false, true])
    ),
);

#[differentiable]
fn least_squares(slope: f64, intercept: f64, x: &[f64], y: &[f64]) -> f64 {
    let mut sse = 0.0;
    for (a, b) in x.iter().zip(y.iter()) {
        let r = slope * a + intercept - b;
        sse += r * r;
    }
    sse
}
check!(
    least_squares_checks,
    least_squares(0.5, 0.1, &[1.0, 2.0, 3.0], &[0.4, 1.3, 1.9])
);

#[differentiable]
fn gaussian_log_density(x: f64, mean: f64, log_sd: f64) -> f64 {
    let z = (x - mean) / log_sd.exp();
    -0.5 * z * z - log_sd - 0.5 * (2.0 * std::f64::consts::PI).ln()
}

#[differentiable]
fn mixture_log_likelihood(
    x: &[f64],
    logits: &[f64; 2],
    means: &[f64; 2],
    log_sds: &[f64; 2],
) -> f64 {
    let normaliser = (logits[0].exp() + logits[1].exp()).ln();
    let mut total = 0.0;
    for &v in x {
        let a = logits[0] - normaliser + gaussian_log_density(v, means[0], log_sds[0]);
        let b = logits[1] - normaliser + gaussian_log_density(v, means[1], log_sds[1]);
        let m = a.max(b);
        total += m + ((a - m).exp() + (b - m).exp()).ln();
    }
    total
}
check!(
    gaussian_log_density_checks,
    gaussian_log_density(0.4, 0.1, -0.2)
);
check!(
    mixture_log_likelihood_checks,
    mixture_log_likelihood(&[0.4, 2.2, -0.5], &[0.1, 0.4], &[0.0, 2.0], &[-0.2, 0.1]),
);

#[differentiable]
fn viterbi_score(
    start: &[f64],
    transition: &[Vec<f64>],
    emission: &[Vec<f64>],
    observed: &[usize],
) -> f64 {
    let k = start.len();
    let mut score = vec![0.0; k];
    for s in 0..k {
        score[s] = start[s] + emission[s][observed[0]];
    }
    for t in 1..observed.len() {
        let mut next = vec![0.0; k];
        for s in 0..k {
            let mut best = f64::NEG_INFINITY;
            for r in 0..k {
                let candidate = score[r] + transition[r][s];
                if candidate > best {
                    best = candidate;
                }
            }
            next[s] = best + emission[s][observed[t]];
        }
        score = next;
    }
    let mut best = score[0];
    for s in 1..k {
        best = best.max(score[s]);
    }
    best
}
check!(
    viterbi_score_checks,
    viterbi_score(
        &[-0.5, -1.0],
        &vec![vec![-0.3, -1.4], vec![-1.1, -0.4]],
        &vec![vec![-0.2, -1.7], vec![-1.3, -0.25]],
        fixed(&[0, 1, 1, 0])
    ),
);

#[differentiable]
fn forward_algorithm(
    start: &[f64; 2],
    transition: &[[f64; 2]; 2],
    emission: &[[f64; 3]; 2],
    observed: &[usize],
) -> f64 {
    let mut alpha = [
        start[0] * emission[0][observed[0]],
        start[1] * emission[1][observed[0]],
    ];
    for &o in &observed[1..] {
        let mut next = [0.0, 0.0];
        for s in 0..2 {
            next[s] = (alpha[0] * transition[0][s] + alpha[1] * transition[1][s]) * emission[s][o];
        }
        alpha = next;
    }
    (alpha[0] + alpha[1]).ln()
}
check!(
    forward_algorithm_checks,
    forward_algorithm(
        &[0.6, 0.4],
        &[[0.7, 0.3], [0.2, 0.8]],
        &[[0.5, 0.3, 0.2], [0.1, 0.3, 0.6]],
        fixed(&[0, 2, 1])
    ),
);

#[differentiable]
fn poisson_deviance(rates: &[f64], counts: &[u32]) -> f64 {
    let mut d = 0.0;
    for i in 0..rates.len() {
        let n = counts[i] as f64;
        d += if counts[i] == 0 {
            rates[i]
        } else {
            n * (n / rates[i]).ln() - (n - rates[i])
        };
    }
    2.0 * d
}
check!(
    poisson_deviance_checks,
    poisson_deviance(&[0.4, 2.2, 1.5], fixed(&[0, 3, 1]))
);

#[differentiable]
fn effective_sample_size(log_weights: &[f64]) -> f64 {
    let (mut s, mut s2) = (0.0, 0.0);
    for w in log_weights {
        let e = w.exp();
        s += e;
        s2 += e * e;
    }
    s * s / s2
}
check!(
    effective_sample_size_checks,
    effective_sample_size(&[0.4, -0.2, 0.5])
);

#[differentiable]
fn monte_carlo(mu: f64, sigma: f64, paths: usize) -> f64 {
    let mut seed = 12345u64;
    let mut total = 0.0;
    for _ in 0..paths {
        seed = seed
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        let u = (seed >> 11) as f64 / (1u64 << 53) as f64;
        let z = (u / (1.0 - u)).ln() / 1.7;
        total += (mu + sigma * z).exp();
    }
    total / paths as f64
}
check!(monte_carlo_checks, monte_carlo(0.1, 0.3, fixed(7)));
