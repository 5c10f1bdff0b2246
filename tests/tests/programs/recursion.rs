//! Functions that call themselves and each other.

use pullback::differentiable;
use pullback_tests::{check, check_both, check_in_place, check_vjp};

#[differentiable]
fn power(x: f64, n: u32) -> f64 {
    if n == 0 { 1.0 } else { x * power(x, n - 1) }
}
check!(power_checks, power(1.3, fixed(0)), power(1.3, fixed(5)));

#[differentiable]
fn fast_power(x: f64, n: u32) -> f64 {
    if n == 0 {
        return 1.0;
    }
    let half = fast_power(x, n / 2);
    if n % 2 == 0 {
        half * half
    } else {
        half * half * x
    }
}
check!(
    fast_power_checks,
    fast_power(1.3, fixed(1)),
    fast_power(1.3, fixed(10)),
    fast_power(0.9, fixed(7))
);

#[differentiable]
fn fibonacci(x: f64, n: i32) -> f64 {
    match n {
        0 => 1.0,
        1 => x,
        _ => x.sin() * fibonacci(x, n - 1) + fibonacci(x * 0.9, n - 2),
    }
}
check!(
    fibonacci_checks,
    fibonacci(1.3, fixed(1)),
    fibonacci(1.3, fixed(6))
);

#[differentiable]
fn even_step(x: f64, n: usize) -> f64 {
    if n == 0 {
        x
    } else {
        odd_step(x * x * 0.5 + 0.1, n - 1)
    }
}

#[differentiable]
fn odd_step(x: f64, n: usize) -> f64 {
    if n == 0 {
        -x
    } else {
        even_step(x.sin() + x, n - 1)
    }
}
check!(
    even_step_checks,
    even_step(0.8, fixed(0)),
    even_step(0.8, fixed(5)),
    odd_step(0.8, fixed(4))
);

#[differentiable]
fn pairwise_sum(x: &[f64], from: usize, to: usize) -> f64 {
    if to - from == 1 {
        return x[from] * x[from];
    }
    let middle = (from + to) / 2;
    pairwise_sum(x, from, middle) + pairwise_sum(x, middle, to)
}
check!(
    pairwise_sum_checks,
    pairwise_sum(&[1.0, 2.0, 3.0, -4.0, 0.5], fixed(0), fixed(5))
);

#[differentiable]
fn sum_of_halves(x: &[f64]) -> f64 {
    let n = x.len();
    if n == 0 {
        0.0
    } else if n == 1 {
        x[0].exp()
    } else {
        sum_of_halves(&x[..n / 2]) * 0.5 + sum_of_halves(&x[n / 2..])
    }
}
check!(
    sum_of_halves_checks,
    sum_of_halves(&[0.1, 0.2, 0.3, -0.4, 0.5]),
    sum_of_halves(&Vec::<f64>::new())
);

#[differentiable]
fn until_large(x: f64) -> f64 {
    if x > 100.0 {
        x.ln()
    } else {
        until_large(x * x + 1.0) * x
    }
}
check!(until_large_checks, until_large(0.8), until_large(200.0));

#[differentiable]
fn tree(x: f64, depth: u32, lean: f64) -> f64 {
    if depth == 0 {
        return x.cos();
    }
    let left = tree(x * lean, depth - 1, lean);
    let right = tree(x + left, depth - 1, lean * 0.9);
    left * right
}
check!(tree_checks, tree(0.8, fixed(3), 0.7));

#[differentiable]
fn recursive_pair(a: f64, b: f64, n: u32) -> (f64, f64) {
    if n == 0 {
        return (a, b);
    }
    let (c, d) = recursive_pair(b, a * b, n - 1);
    (c + a, d * 0.5)
}
check_vjp!(
    recursive_pair_checks,
    recursive_pair(0.8, 1.2, fixed(0)),
    recursive_pair(0.8, 1.2, fixed(4))
);

#[differentiable]
fn loop_of_recursions(x: &[f64], depth: usize) -> f64 {
    let mut s = x[depth];
    for k in 0..depth {
        s += x[depth] * loop_of_recursions(x, k);
    }
    s
}
check!(
    loop_of_recursions_checks,
    loop_of_recursions(&[1.0, 0.5, 0.3, 2.0], fixed(3))
);

#[differentiable]
fn in_place_halving(y: &mut [f64], n: usize) {
    if n < 2 {
        return;
    }
    for i in 0..n / 2 {
        let (a, b) = (y[2 * i], y[2 * i + 1]);
        y[i] = a * b;
    }
    in_place_halving(y, n / 2);
}
check_in_place!(
    in_place_halving_checks,
    in_place_halving(&mut vec![1.0, 2.0, 3.0, 0.5], fixed(4))
);

#[differentiable]
fn counting_down_with_mut(acc: &mut f64, x: f64, n: u32) -> f64 {
    *acc += x * n as f64;
    *acc *= x;
    if n == 0 {
        *acc
    } else {
        counting_down_with_mut(acc, x * 0.9, n - 1) + x
    }
}
check!(
    counting_down_with_mut_checks,
    counting_down_with_mut(&mut 0.3, 1.1, fixed(3))
);
check_both!(
    counting_down_with_mut_vjp,
    counting_down_with_mut(&mut 0.3, 1.1, fixed(3))
);

#[differentiable]
fn ackermann_like(x: f64, m: u32, n: u32) -> f64 {
    if m == 0 {
        x + n as f64
    } else if n == 0 {
        x * ackermann_like(x, m - 1, 1)
    } else {
        ackermann_like(x * 0.9, m - 1, n - 1) + ackermann_like(x, m, n - 1)
    }
}
check!(
    ackermann_like_checks,
    ackermann_like(1.1, fixed(2), fixed(3))
);

#[differentiable]
fn adaptive_simpson(a: f64, b: f64, k: f64, depth: u32) -> f64 {
    let m = 0.5 * (a + b);
    let whole = (b - a) / 6.0 * (bump(a, k) + 4.0 * bump(m, k) + bump(b, k));
    if depth == 0 {
        return whole;
    }
    let left = (m - a) / 6.0 * (bump(a, k) + 4.0 * bump(0.5 * (a + m), k) + bump(m, k));
    let right = (b - m) / 6.0 * (bump(m, k) + 4.0 * bump(0.5 * (m + b), k) + bump(b, k));
    if (left + right - whole).abs() < 1e-3 {
        left + right
    } else {
        adaptive_simpson(a, m, k, depth - 1) + adaptive_simpson(m, b, k, depth - 1)
    }
}

#[differentiable]
fn bump(x: f64, k: f64) -> f64 {
    1.0 / (1.0 + k * x * x)
}
check!(
    adaptive_simpson_checks,
    adaptive_simpson(-1.0, 2.0, 5.0, fixed(6)),
    adaptive_simpson(0.0, 2.0, 5.0, fixed(0))
);

#[differentiable]
fn determinant_by_minors(m: &Vec<Vec<f64>>) -> f64 {
    let n = m.len();
    if n == 1 {
        return m[0][0];
    }
    let mut det = 0.0;
    let mut sign = 1.0;
    for c in 0..n {
        let mut minor = Vec::new();
        for i in 1..n {
            let mut row = Vec::new();
            for j in 0..n {
                if j != c {
                    row.push(m[i][j]);
                }
            }
            minor.push(row);
        }
        det += sign * m[0][c] * determinant_by_minors(&minor);
        sign = -sign;
    }
    det
}
check!(
    determinant_by_minors_checks,
    determinant_by_minors(&vec![
        vec![4.0, 1.0, 0.5],
        vec![1.0, 3.0, 0.2],
        vec![0.5, 0.2, 2.0]
    ]),
);

#[differentiable]
fn newton_recursive(a: f64, x: f64) -> f64 {
    let next = 0.5 * (x + a / x);
    if (next - x).abs() < 1e-13 {
        next
    } else {
        newton_recursive(a, next)
    }
}
check!(newton_recursive_checks, newton_recursive(3.0, 1.0));

#[differentiable]
fn determinant_of_rows(a: &[f64], n: usize) -> f64 {
    if n == 1 {
        return a[0];
    }
    (0..n)
        .map(|j| {
            let rest: Vec<f64> = (n..n * n).filter(|k| k % n != j).map(|k| a[k]).collect();
            let sign = if j % 2 == 0 { 1.0 } else { -1.0 };
            sign * a[j] * determinant_of_rows(&rest, n - 1)
        })
        .sum()
}
check!(
    determinant_of_rows_checks,
    determinant_of_rows(&[2.0, 0.3, 0.1, 0.4, 3.0, 0.2, 0.6, 0.7, 1.5], fixed(3)),
    determinant_of_rows(&[2.0], fixed(1))
);

#[differentiable]
fn continued(a: f64, b: f32, depth: usize) -> f64 {
    if depth == 0 {
        return a;
    }
    let next = 0.5 * b;
    a + f64::from(next) / continued(a + 0.1, next, depth - 1)
}
check!(
    continued_checks,
    continued(1.5, 0.8, fixed(4)),
    continued(1.5, 0.8, fixed(0))
);

#[differentiable]
fn binary_tree(price: f32, up: f32, steps: u32) -> f32 {
    if steps == 0 {
        return (price - 1.0).max(0.0);
    }
    let (above, below) = (price * up, price / up);
    0.5 * binary_tree(above, up, steps - 1) + 0.48 * binary_tree(below, up, steps - 1)
}

#[test]
fn single_precision_goes_with_its_own() {
    let (dp, du) = binary_tree::gradient(1.1, 1.2, 3);
    let slope = |f: &dyn Fn(f32) -> f32| (f(0.01) - f(-0.01)) / 0.02;
    let (by_price, by_up) = (
        slope(&|h| binary_tree(1.1 + h, 1.2, 3)),
        slope(&|h| binary_tree(1.1, 1.2 + h, 3)),
    );
    assert!(
        (dp - by_price).abs() < 1e-3 && (du - by_up).abs() < 1e-3,
        "{dp} {by_price}, {du} {by_up}"
    );
}

/// The branch that is not taken has an infinite derivative, to which nothing comes.
#[differentiable]
fn deepest(x: f64, y: f64, depth: usize) -> f64 {
    let root = y.sqrt();
    if depth == 0 {
        return if x > 1.0 { x } else { x + root };
    }
    let below = deepest(x * 1.1, y, depth - 1);
    let beside = deepest(x, y * 0.0, depth - 1);
    if depth > 1 {
        below * below - beside
    } else {
        below
    }
}
check!(
    deepest_checks,
    deepest(1.3, 0.7, fixed(3)),
    deepest(0.4, 0.7, fixed(1))
);

#[test]
fn nothing_comes_of_what_has_an_infinite_derivative_below() {
    let (dx, dy) = deepest::gradient(1.3, 0.0, 3);
    let h = 1e-6;
    let slope = (deepest(1.3 + h, 0.0, 3) - deepest(1.3 - h, 0.0, 3)) / (2.0 * h);
    assert!((dx - slope).abs() < 1e-8, "{dx}, not {slope}");
    assert_eq!(dy, 0.0);
}

/// A part of a parameter would cost its whole length at each call.
#[differentiable]
fn spans(x: &[f64], low: usize, high: usize) -> f64 {
    if high - low == 1 {
        return x[low] * x[low];
    }
    let middle = usize::midpoint(low, high);
    spans(x, low, middle) * 0.9 + spans(x, middle, high)
}
check!(
    spans_checks,
    spans(&[0.3, 1.2, -0.7, 0.4, 2.0], fixed(0), fixed(5))
);

/// A helper that runs no rule, whose pullback is held as it is.
#[differentiable]
fn without_cross(a: &[f64], n: usize, j: usize) -> Vec<f64> {
    let mut rest = Vec::with_capacity((n - 1) * (n - 1));
    for row in 1..n {
        for column in 0..n {
            if column != j {
                rest.push(a[row * n + column]);
            }
        }
    }
    rest
}

/// The same with rows to remember, whose pullback is hidden.
#[differentiable]
fn tapered(a: &[f64], n: usize, j: usize) -> f64 {
    let mut y = a[j];
    for i in 1..n {
        y = y * y * a[i * n + j] + 0.1;
    }
    y
}

/// Partial derivatives of one, four and nine numbers, and of none.
#[differentiable]
fn expanded(a: &[f64], n: usize) -> f64 {
    if n == 0 {
        return 0.5;
    }
    let mut total = 0.0;
    for j in 0..n {
        let rest = without_cross(a, n, j);
        total += tapered(a, n, j) * expanded(&rest, n - 1);
    }
    total
}
check!(
    expanded_checks,
    expanded(&[], fixed(0)),
    expanded(&[0.7], fixed(1)),
    expanded(&[0.7, 0.2, -0.3, 0.9], fixed(2)),
    expanded(
        &[
            0.7, 0.2, -0.3, 0.9, 0.4, 0.8, 0.1, -0.6, 0.5, 0.3, 1.1, -0.2, 0.6, -0.4, 0.2, 0.8
        ],
        fixed(4)
    )
);

#[differentiable]
fn twice_expanded(a: &[f64], n: usize) -> f64 {
    let (first, second) = (expanded(a, n), expanded(a, n));
    first * second
}
check!(
    twice_expanded_checks,
    twice_expanded(&[0.7, 0.2, -0.3, 0.9, 0.4, 0.8, 0.1, -0.6, 0.5], fixed(3))
);
