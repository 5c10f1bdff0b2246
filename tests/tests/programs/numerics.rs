//! Classical numerical analysis: series, roots, quadrature, interpolation.

use pullback::differentiable;
use pullback_tests::{check, check_vjp};

#[differentiable]
fn horner(coefficients: &[f64], x: f64) -> f64 {
    let n = coefficients.len();
    let mut p = coefficients[n - 1];
    let mut i = n - 1;
    while i > 0 {
        i -= 1;
        p = p * x + coefficients[i];
    }
    p
}
check!(
    horner_checks,
    horner(&[1.0, -2.0, 0.5], 1.7),
    horner(&[3.0], 1.7)
);

#[differentiable]
fn polynomial_and_slope(c: &[f64], x: f64) -> (f64, f64) {
    let mut p = 0.0;
    let mut dp = 0.0;
    for a in c.iter().rev() {
        dp = dp * x + p;
        p = p * x + a;
    }
    (p, dp)
}
check_vjp!(
    polynomial_and_slope_checks,
    polynomial_and_slope(&[1.0, -2.0, 0.5, 0.3], 1.7)
);

#[differentiable]
fn newton_for_polynomial(c: &[f64], guess: f64) -> f64 {
    let mut x = guess;
    for _ in 0..30 {
        let (p, dp) = polynomial_and_slope(c, x);
        let step = p / dp;
        x -= step;
        if step.abs() < 1e-13 {
            break;
        }
    }
    x
}
check!(
    newton_for_polynomial_checks,
    newton_for_polynomial(&[-2.0, 0.3, 1.0], 1.0)
);

#[differentiable]
fn integrand(x: f64, a: f64) -> f64 {
    (-a * x * x).exp() * x.cos()
}

#[differentiable]
fn trapezoid(lo: f64, hi: f64, a: f64, n: usize) -> f64 {
    let h = (hi - lo) / n as f64;
    let mut s = 0.5 * (integrand(lo, a) + integrand(hi, a));
    for i in 1..n {
        s += integrand(lo + i as f64 * h, a);
    }
    s * h
}
check!(
    trapezoid_checks,
    trapezoid(0.0, 1.5, 0.7, fixed(8)),
    trapezoid(1.0, -1.0, 0.2, fixed(1))
);

#[differentiable]
fn simpson(lo: f64, hi: f64, a: f64, n: usize) -> f64 {
    let h = (hi - lo) / n as f64;
    let mut s = integrand(lo, a) + integrand(hi, a);
    for i in 1..n {
        let weight = if i % 2 == 1 { 4.0 } else { 2.0 };
        s += weight * integrand(lo + (i as f64) * h, a);
    }
    s * h / 3.0
}
check!(simpson_checks, simpson(0.0, 1.5, 0.7, fixed(8)));

#[differentiable]
fn gauss_legendre(lo: f64, hi: f64, a: f64) -> f64 {
    const NODES: [f64; 3] = [-0.7745966692414834, 0.0, 0.7745966692414834];
    const WEIGHTS: [f64; 3] = [5.0 / 9.0, 8.0 / 9.0, 5.0 / 9.0];
    let (mid, half) = (0.5 * (lo + hi), 0.5 * (hi - lo));
    let mut s = 0.0;
    for (node, weight) in NODES.iter().zip(WEIGHTS.iter()) {
        s += weight * integrand(mid + half * node, a);
    }
    half * s
}
check!(gauss_legendre_checks, gauss_legendre(0.0, 1.5, 0.7));

#[differentiable]
fn exponential_series(x: f64) -> f64 {
    let mut term: f64 = 1.0;
    let mut sum = 1.0;
    let mut n = 1;
    while term.abs() > 1e-16 {
        term *= x / n as f64;
        sum += term;
        n += 1;
    }
    sum
}
check!(
    exponential_series_checks,
    exponential_series(0.7),
    exponential_series(-1.7)
);

#[differentiable]
fn bessel_j0(x: f64, terms: i32) -> f64 {
    let mut sum = 0.0;
    let mut term = 1.0;
    for k in 1..=terms {
        sum += term;
        term *= -(x * x / 4.0) / (k * k) as f64;
    }
    sum
}
check!(bessel_j0_checks, bessel_j0(1.3, fixed(12)));

#[differentiable]
fn arithmetic_geometric_mean(x: f64, y: f64) -> f64 {
    let (mut a, mut g) = (x, y);
    for _ in 0..6 {
        let next = 0.5 * (a + g);
        g = (a * g).sqrt();
        a = next;
    }
    a
}
check!(
    arithmetic_geometric_mean_checks,
    arithmetic_geometric_mean(1.0, 2.5)
);

#[differentiable]
fn continued_fraction(c: &[f64], x: f64) -> f64 {
    let mut y = c[c.len() - 1];
    for k in (0..c.len() - 1).rev() {
        y = c[k] + x / y;
    }
    y
}
check!(
    continued_fraction_checks,
    continued_fraction(&[1.0, 2.0, 3.0, 4.0], 0.6)
);

#[differentiable]
fn chebyshev(c: &[f64], x: f64) -> f64 {
    let mut b1 = 0.0;
    let mut b2 = 0.0;
    for j in (1..c.len()).rev() {
        let b = 2.0 * x * b1 - b2 + c[j];
        b2 = b1;
        b1 = b;
    }
    x * b1 - b2 + c[0]
}
check!(chebyshev_checks, chebyshev(&[1.0, 2.0, 3.0, 4.0], 0.6));

#[differentiable]
fn linear_interpolation(xs: &[f64], ys: &[f64], x: f64) -> f64 {
    let n = xs.len();
    if x <= xs[0] {
        return ys[0];
    }
    for i in 1..n {
        if x < xs[i] {
            let t = (x - xs[i - 1]) / (xs[i] - xs[i - 1]);
            return ys[i - 1] * (1.0 - t) + ys[i] * t;
        }
    }
    ys[n - 1]
}
check!(
    linear_interpolation_checks,
    linear_interpolation(&[0.0, 1.0, 3.0], &[2.0, 5.0, 1.0], 1.8),
    linear_interpolation(&[0.0, 1.0, 3.0], &[2.0, 5.0, 1.0], -1.0),
    linear_interpolation(&[0.0, 1.0, 3.0], &[2.0, 5.0, 1.0], 4.0),
);

#[differentiable]
fn lagrange(xs: &[f64], ys: &[f64], x: f64) -> f64 {
    let mut total = 0.0;
    for (i, y) in ys.iter().enumerate() {
        let mut basis = 1.0;
        for (j, node) in xs.iter().enumerate() {
            if i != j {
                basis *= (x - node) / (xs[i] - node);
            }
        }
        total += y * basis;
    }
    total
}
check!(
    lagrange_checks,
    lagrange(&[0.0, 1.0, 3.0], &[2.0, 5.0, 1.0], 1.8)
);

#[differentiable]
fn neville(xs: &[f64], ys: &[f64], x: f64) -> f64 {
    let mut p = ys.to_vec();
    let n = p.len();
    for k in 1..n {
        for i in 0..n - k {
            p[i] = ((x - xs[i + k]) * p[i] - (x - xs[i]) * p[i + 1]) / (xs[i] - xs[i + k]);
        }
    }
    p[0]
}
check!(
    neville_checks,
    neville(&[0.0, 1.0, 3.0, 4.5], &[2.0, 5.0, 1.0, 0.5], 1.8)
);

#[differentiable]
fn natural_spline(xs: &[f64], ys: &[f64], x: f64) -> f64 {
    let n = xs.len();
    let mut second = vec![0.0; n];
    let mut u = vec![0.0; n];
    for i in 1..n - 1 {
        let sig = (xs[i] - xs[i - 1]) / (xs[i + 1] - xs[i - 1]);
        let p = sig * second[i - 1] + 2.0;
        second[i] = (sig - 1.0) / p;
        let slope =
            (ys[i + 1] - ys[i]) / (xs[i + 1] - xs[i]) - (ys[i] - ys[i - 1]) / (xs[i] - xs[i - 1]);
        u[i] = (6.0 * slope / (xs[i + 1] - xs[i - 1]) - sig * u[i - 1]) / p;
    }
    for k in (0..n - 1).rev() {
        second[k] = second[k] * second[k + 1] + u[k];
    }
    let mut lo = 0;
    let mut hi = n - 1;
    while hi - lo > 1 {
        let mid = (lo + hi) / 2;
        if xs[mid] > x {
            hi = mid;
        } else {
            lo = mid;
        }
    }
    let h = xs[hi] - xs[lo];
    let a = (xs[hi] - x) / h;
    let b = (x - xs[lo]) / h;
    a * ys[lo]
        + b * ys[hi]
        + ((a * a * a - a) * second[lo] + (b * b * b - b) * second[hi]) * h * h / 6.0
}
check!(
    natural_spline_checks,
    natural_spline(&[0.0, 1.0, 3.0, 4.5], &[2.0, 5.0, 1.0, 0.5], 1.8),
    natural_spline(&[0.0, 1.0, 3.0, 4.5], &[2.0, 5.0, 1.0, 0.5], 4.0),
);

#[differentiable]
fn hermite(p0: f64, p1: f64, m0: f64, m1: f64, t: f64) -> f64 {
    let t2 = t * t;
    let t3 = t2 * t;
    (2.0 * t3 - 3.0 * t2 + 1.0) * p0
        + (t3 - 2.0 * t2 + t) * m0
        + (-2.0 * t3 + 3.0 * t2) * p1
        + (t3 - t2) * m1
}
check!(hermite_checks, hermite(1.0, 2.0, 0.5, -0.5, 0.3));

#[differentiable]
fn de_casteljau(control: &[[f64; 2]], t: f64) -> f64 {
    let mut p = control.to_vec();
    let n = p.len();
    for level in 1..n {
        for i in 0..n - level {
            for d in 0..2 {
                p[i][d] = (1.0 - t) * p[i][d] + t * p[i + 1][d];
            }
        }
    }
    p[0][0] * p[0][1]
}
check!(
    de_casteljau_checks,
    de_casteljau(&[[0.0, 1.0], [1.0, 2.0], [2.0, 0.5], [3.0, 1.5]], 0.4)
);

#[differentiable]
fn discrete_cosine(x: &[f64]) -> Vec<f64> {
    let n = x.len();
    let mut out = vec![0.0; n];
    for k in 0..n {
        for i in 0..n {
            let angle = std::f64::consts::PI / n as f64 * (i as f64 + 0.5) * k as f64;
            out[k] += x[i] * angle.cos();
        }
    }
    out
}
check_vjp!(discrete_cosine_checks, discrete_cosine(&[1.0, 2.0, -0.5]));

#[differentiable]
fn secant(a: f64) -> f64 {
    let f0 = 1.0 - a.exp();
    let (mut x0, mut y0) = (1.0, f0);
    let mut x1 = 2.0;
    for _ in 0..4 {
        let y1 = x1 * x1 - a.exp();
        let x2 = x1 - y1 * (x1 - x0) / (y1 - y0);
        x0 = x1;
        y0 = y1;
        x1 = x2;
    }
    x1
}
check!(secant_checks, secant(0.9));

#[differentiable]
fn rosenbrock(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() - 1 {
        s += 100.0 * (x[i + 1] - x[i] * x[i]).powi(2) + (1.0 - x[i]).powi(2);
    }
    s
}
check!(
    rosenbrock_checks,
    rosenbrock(&[1.0, 2.0, -0.5]),
    rosenbrock(&[0.3, 0.1])
);

#[differentiable]
fn kahan_sum(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    let mut c = 0.0;
    for v in x {
        let y = v * v - c;
        let t = sum + y;
        c = (t - sum) - y;
        sum = t;
    }
    sum
}
check!(kahan_sum_checks, kahan_sum(&[1.0, 2.0, -0.5]));

#[differentiable]
fn levenshtein_soft(a: &[f64], b: &[f64], gap: f64) -> f64 {
    let (n, m) = (a.len(), b.len());
    let mut d = vec![vec![0.0; m + 1]; n + 1];
    for i in 1..=n {
        d[i][0] = i as f64 * gap;
    }
    for j in 1..=m {
        d[0][j] = j as f64 * gap;
    }
    for i in 1..=n {
        for j in 1..=m {
            let replace = d[i - 1][j - 1] + (a[i - 1] - b[j - 1]).powi(2);
            let remove = d[i - 1][j] + gap;
            let insert = d[i][j - 1] + gap;
            d[i][j] = replace.min(remove).min(insert);
        }
    }
    d[n][m]
}
check!(
    levenshtein_soft_checks,
    levenshtein_soft(&[1.0, 2.0, -0.5], &[1.1, 0.4], 0.7)
);
