//! `while`, `loop`, `break`, `continue`, labels, values of breaks.

use pullback::differentiable;
use pullback_tests::check;

#[differentiable]
fn while_counter(x: f64, n: usize) -> f64 {
    let mut i = 0;
    let mut y = x;
    while i < n {
        y = y * x + 1.0;
        i += 1;
    }
    y
}
check!(
    while_counter_checks,
    while_counter(0.8, fixed(5)),
    while_counter(0.8, fixed(0))
);

#[differentiable]
fn while_on_float(x: f64) -> f64 {
    let mut y = x;
    while y < 10.0 {
        y = y * y + 1.0;
    }
    y.ln()
}
check!(
    while_on_float_checks,
    while_on_float(0.8),
    while_on_float(2.0),
    while_on_float(20.0)
);

#[differentiable]
fn while_two_conditions(x: f64, limit: usize) -> f64 {
    let mut steps = 0;
    let mut y = x;
    while steps < limit && y.abs() > 0.01 {
        y *= 0.5 * x;
        steps += 1;
    }
    y + steps as f64 * x
}
check!(
    while_two_conditions_checks,
    while_two_conditions(0.8, fixed(3)),
    while_two_conditions(0.8, fixed(30)),
);

#[differentiable]
fn newton_square_root(a: f64) -> f64 {
    let mut x = a;
    loop {
        let next = 0.5 * (x + a / x);
        if (next - x).abs() < 1e-14 {
            break;
        }
        x = next;
    }
    x
}
check!(
    newton_square_root_checks,
    newton_square_root(2.0),
    newton_square_root(0.3)
);

#[differentiable]
fn loop_with_value(x: f64) -> f64 {
    let mut k = 0;
    let mut y = x;
    let found = loop {
        y = y * 1.5 + 0.1;
        k += 1;
        if y > 4.0 {
            break y * x;
        }
        if k == 10 {
            break x;
        }
    };
    found + y
}
check!(
    loop_with_value_checks,
    loop_with_value(0.7),
    loop_with_value(3.9),
    loop_with_value(-1.0)
);

#[differentiable]
fn break_in_for(x: &[f64], limit: f64) -> f64 {
    let mut s = 0.0;
    for &v in x {
        if s > limit {
            break;
        }
        s += v * v;
    }
    s
}
check!(
    break_in_for_checks,
    break_in_for(&[1.0, 2.0, 3.0, 4.0], 8.0),
    break_in_for(&[1.0, 2.0, 3.0, 4.0], 0.5),
    break_in_for(&[1.0, 2.0, 3.0, 4.0], 80.0),
);

#[differentiable]
fn continue_in_for(x: &[f64]) -> f64 {
    let mut s = 1.0;
    for i in 0..x.len() {
        if x[i] < 0.0 {
            continue;
        }
        s *= 1.0 + x[i];
        if i % 2 == 0 {
            continue;
        }
        s += x[i];
    }
    s
}
check!(
    continue_in_for_checks,
    continue_in_for(&[0.3, -2.0, 0.5, 0.9, -0.1, 0.2])
);

#[differentiable]
fn labelled_break(x: &[f64], limit: f64) -> f64 {
    let n = x.len();
    let mut s = 0.0;
    'rows: for i in 0..n {
        for j in 0..n {
            s += x[i] * x[j];
            if s > limit {
                break 'rows;
            }
        }
        s *= 0.9;
    }
    s
}
check!(
    labelled_break_checks,
    labelled_break(&[1.0, 0.5, 2.0], 3.0),
    labelled_break(&[1.0, 0.5, 2.0], 300.0),
);

#[differentiable]
fn labelled_continue(x: &[f64]) -> f64 {
    let mut s = 0.0;
    'outer: for i in 0..x.len() {
        let mut t = x[i];
        for j in 0..x.len() {
            if x[j] < 0.0 {
                s += t;
                continue 'outer;
            }
            t *= x[j];
        }
        s += t * 2.0;
    }
    s
}
check!(
    labelled_continue_checks,
    labelled_continue(&[1.0, 0.5, 2.0]),
    labelled_continue(&[1.0, 0.5, -2.0, 3.0]),
    labelled_continue(&[-1.0, 0.5]),
);

#[differentiable]
fn labelled_loops(x: f64) -> f64 {
    let mut y = x;
    let mut rounds = 0;
    'a: loop {
        'b: while rounds < 20 {
            rounds += 1;
            y = y * 1.1 + 0.05;
            if rounds % 4 == 0 {
                continue 'a;
            }
            if y > 2.0 {
                break 'a;
            }
            if y < 0.0 {
                break 'b;
            }
        }
        y = y.abs() + 0.5;
    }
    y * x
}
check!(
    labelled_loops_checks,
    labelled_loops(0.7),
    labelled_loops(-1.2),
    labelled_loops(5.0)
);

#[differentiable]
fn value_of_labelled_loop(x: &[f64]) -> f64 {
    let mut i = 0;
    let picked = 'search: loop {
        for j in 0..x.len() {
            if x[j] > i as f64 + 1.5 {
                break 'search x[j] * x[0];
            }
        }
        i += 1;
        if i > 3 {
            break 'search 0.0;
        }
    };
    picked + x[0]
}
check!(
    value_of_labelled_loop_checks,
    value_of_labelled_loop(&[1.0, 0.5, 2.0]),
    value_of_labelled_loop(&[1.0, 0.5, 0.2]),
);

#[differentiable]
fn bisection(target: f64) -> f64 {
    let (mut lo, mut hi) = (0.0, 4.0 + target);
    for _ in 0..5 {
        let mid = 0.5 * (lo + hi);
        if mid * mid * mid < target {
            lo = mid;
        } else {
            hi = mid;
        }
    }
    0.5 * (lo + hi)
}
check!(bisection_checks, bisection(3.1), bisection(0.37));

#[differentiable]
fn newton_with_budget(a: f64, x0: f64, max_steps: usize) -> f64 {
    let mut x = x0;
    let mut steps = 0;
    while steps < max_steps {
        let f = x * x * x - a;
        if f.abs() < 1e-13 {
            return x;
        }
        x -= f / (3.0 * x * x);
        steps += 1;
    }
    x
}
check!(
    newton_with_budget_checks,
    newton_with_budget(2.0, 1.0, fixed(50)),
    newton_with_budget(2.0, 1.3, fixed(2))
);

#[differentiable]
fn collatz_like(x: f64, start: u32) -> f64 {
    let mut n = start;
    let mut y = x;
    while n != 1 {
        if n % 2 == 0 {
            n /= 2;
            y *= 0.9;
        } else {
            n = 3 * n + 1;
            y += x * x;
        }
    }
    y
}
check!(
    collatz_like_checks,
    collatz_like(0.8, fixed(6)),
    collatz_like(0.8, fixed(1))
);

#[differentiable]
fn escape_time(c: f64, d: f64) -> f64 {
    let (mut x, mut y) = (0.0, 0.0);
    let mut potential = 0.0;
    for k in 0..12 {
        let t = x * x - y * y + c;
        y = 2.0 * x * y + d;
        x = t;
        let r2 = x * x + y * y;
        if r2 > 16.0 {
            potential = r2.ln() / 2f64.powi(k);
            break;
        }
        potential += 0.01 * r2;
    }
    potential
}
check!(
    escape_time_checks,
    escape_time(0.4, 0.4),
    escape_time(-0.1, 0.2),
    escape_time(1.5, 1.0)
);

#[differentiable]
fn countdown(x: f64, n: usize) -> f64 {
    let mut k = n;
    let mut y = 0.0;
    loop {
        if k == 0 {
            return y;
        }
        k -= 1;
        if k == 2 {
            continue;
        }
        y = (y + x) * 0.75 * k as f64 + x;
    }
}
check!(
    countdown_checks,
    countdown(0.8, fixed(5)),
    countdown(0.8, fixed(0))
);

#[differentiable]
fn loop_that_never_repeats(x: f64) -> f64 {
    let mut y = x;
    loop {
        y *= x;
        break;
    }
    for _ in 0..0 {
        y = f64::NAN;
    }
    y
}
check!(loop_that_never_repeats_checks, loop_that_never_repeats(0.8));
