//! What the derivatives in this folder are those of.

fn scalar(x: f64, y: f64) -> f64 {
    let a = x * y;
    a.sin() / (x + 2.0)
}

fn branch(x: f64, n: usize) -> f64 {
    if x > 0.0 && n > 2 { x.ln() } else { x * x }
}

fn dot(x: &[f64], y: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += x[i] * y[i];
    }
    sum
}

fn quadratic(a: &[Vec<f64>], x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        let mut row = 0.0;
        for j in 0..x.len() {
            row += a[i][j] * x[j];
        }
        sum += row.exp() * x[i];
    }
    sum
}

fn newton(a: f64) -> f64 {
    let mut x = a;
    while (x * x - a).abs() > 1e-12 {
        x = 0.5 * (x + a / x);
    }
    x
}

impl Spring {
    fn energy(&self, x: f64) -> f64 {
        let stretch = x - self.rest;
        0.5 * self.stiffness * stretch * stretch
    }
}

fn closure(x: f64, k: f64) -> f64 {
    let force = |s: f64| k * s * s;
    force(x) + force(2.0 * x)
}

fn pipeline(x: &[f64], w: &[f64]) -> f64 {
    x.iter().zip(w).map(|(x, w)| x * w).filter(|p| *p > 0.0).sum()
}

fn matmul(a: &[f64], b: &[f64], c: &mut [f64], n: usize) {
    for i in 0..n {
        for j in 0..n {
            c[i * n + j] = 0.0;
            for k in 0..n {
                c[i * n + j] += a[i * n + k] * b[k * n + j];
            }
        }
    }
}

fn power(x: f64, n: u32) -> f64 {
    if n == 0 {
        return 1.0;
    }
    let half = power(x, n / 2);
    if n % 2 == 0 { half * half } else { x * half * half }
}

fn norm<T: Real, const N: usize>(x: &[T; N]) -> T {
    let mut sum = T::ZERO;
    for &v in x {
        sum += v * v;
    }
    sum.sqrt()
}

fn area(shape: &Shape) -> f64 {
    match shape {
        Shape::Disc(r) => 3.0 * r * r,
        Shape::Rectangle { width, height } => width * height,
        Shape::Point => 0.0,
    }
}

fn in_place(x: &mut [f64]) {
    for i in 1..x.len() {
        x[i] *= x[i - 1];
    }
}

impl Point {
    fn across(self, other: Point) -> f64 {
        self.x * other.x + self.y * other.y
    }
}

fn log_of_sum(x: &[f64]) -> f64 {
    let mut largest = f64::NEG_INFINITY;
    for &v in x {
        largest = largest.max(v);
    }
    let mut s = 0.0;
    for &v in x {
        s += (v - largest).exp();
    }
    largest + s.ln()
}
