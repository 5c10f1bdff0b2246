//! The suite's programs, over any type of number.

use crate::Number;
use pullback_benches::suite::Problem;

/// A program of one slice of numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Program {
    /// Σ xᵢ
    Sum,
    /// Σ sin xᵢ
    Sines,
    /// Σ sin(cos(exp xᵢ))
    Compositions,
    /// Σ xᵢ²
    Squares,
    /// Σ xᵢ yᵢ
    Dot,
    /// ln Σ exp xᵢ
    LogSumExp,
    /// Rosenbrock's function.
    Rosenbrock,
    /// Σ Cᵢⱼ² with C = A B.
    Matmul,
    /// Lotka–Volterra by Euler's method, in so many steps.
    LotkaVolterra(usize),
    /// A sum with a branch that depends on the data.
    Branches,
    /// A chain of differential equations by Runge and Kutta's method, in so many steps.
    Ode(usize),
    /// sin(x y) + x / y
    Expression,
}

impl Program {
    /// The program of a problem, if it is one of these.
    pub fn of(problem: &Problem) -> Option<Self> {
        Some(match problem.name {
            "sum" => Program::Sum,
            "sum of sines" => Program::Sines,
            "sin cos exp" => Program::Compositions,
            "sum of squares" => Program::Squares,
            "dot" => Program::Dot,
            "logsumexp" | "lse" => Program::LogSumExp,
            "rosenbrock" => Program::Rosenbrock,
            "naive matmul" => Program::Matmul,
            "lotka-volterra" => Program::LotkaVolterra(1000),
            "branches" => Program::Branches,
            "ode" => Program::Ode(100),
            "scalar expression" => Program::Expression,
            _ => return None,
        })
    }

    /// Its value.
    pub fn at<T: Number>(self, x: &[T]) -> T {
        match self {
            Program::Sum => sum(x, |v| v),
            Program::Sines => sum(x, T::sin),
            Program::Compositions => sum(x, |v| v.exp().cos().sin()),
            Program::Squares => sum(x, |v| v * v),
            Program::Dot => dot(x),
            Program::LogSumExp => log_sum_exp(x),
            Program::Rosenbrock => rosenbrock(x),
            Program::Matmul => matmul(x),
            Program::LotkaVolterra(steps) => lotka_volterra(x, steps),
            Program::Branches => branches(x),
            Program::Ode(steps) => ode(x, steps),
            Program::Expression => (x[0] * x[1]).sin() + x[0] / x[1],
        }
    }
}

fn sum<T: Number>(x: &[T], f: impl Fn(T) -> T) -> T {
    let mut s = x[0].constant(0.0);
    for &v in x {
        s = s + f(v);
    }
    s
}

fn dot<T: Number>(x: &[T]) -> T {
    let (x, y) = x.split_at(x.len() / 2);
    let mut s = x[0].constant(0.0);
    for (&x, &y) in x.iter().zip(y) {
        s = s + x * y;
    }
    s
}

fn log_sum_exp<T: Number>(x: &[T]) -> T {
    let larger = |a: T, &b: &T| if a.value() < b.value() { b } else { a };
    let largest = x.iter().fold(x[0], larger);
    largest + sum(x, |v| (v - largest).exp()).ln()
}

fn rosenbrock<T: Number>(x: &[T]) -> T {
    let mut s = x[0].constant(0.0);
    for pair in x.windows(2) {
        let a = pair[0] * -1.0 + 1.0;
        let b = pair[1] - pair[0] * pair[0];
        s = s + (a * a + b * b * 100.0);
    }
    s
}

fn matmul<T: Number>(x: &[T]) -> T {
    let (a, b) = x.split_at(x.len() / 2);
    let n = a.len().isqrt();
    let zero = x[0].constant(0.0);
    let mut s = zero;
    for i in 0..n {
        for j in 0..n {
            let mut entry = zero;
            for k in 0..n {
                entry = entry + a[i * n + k] * b[k * n + j];
            }
            s = s + entry * entry;
        }
    }
    s
}

fn lotka_volterra<T: Number>(p: &[T], steps: usize) -> T {
    let (a, b, c, d) = (p[0], p[1], p[2], p[3]);
    let (mut x, mut y) = (p[4], p[5]);
    let dt = 0.01;
    for _ in 0..steps {
        let next_x = x + (a * x - b * x * y) * dt;
        let next_y = y + (c * x * y - d * y) * dt;
        (x, y) = (next_x, next_y);
    }
    x + y
}

fn branches<T: Number>(x: &[T]) -> T {
    sum(x, |v| if v.value() > 0.5 { v * v } else { v * 2.0 })
}

fn ode<T: Number>(x: &[T], steps: usize) -> T {
    let h = 2.0 / steps as f64;
    let mut y = vec![x[0].constant(0.0); x.len()];
    let slope = |y: &[T]| -> Vec<T> {
        let rest = x[1..].iter().zip(y).map(|(&x, &y)| x * y);
        std::iter::once(x[0]).chain(rest).collect()
    };
    let stage = |y: &[T], h: f64, k: &[T]| -> Vec<T> {
        y.iter().zip(k).map(|(&y, &k)| y + k * h).collect()
    };
    for _ in 0..steps {
        let k1 = slope(&y);
        let k2 = slope(&stage(&y, h / 2.0, &k1));
        let k3 = slope(&stage(&y, h / 2.0, &k2));
        let k4 = slope(&stage(&y, h, &k3));
        for (i, y) in y.iter_mut().enumerate() {
            *y = *y + (k1[i] + k2[i] * 2.0 + k3[i] * 2.0 + k4[i]) * (h / 6.0);
        }
    }
    y[x.len() - 1]
}
