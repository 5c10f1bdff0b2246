//! Closures that change what they captured, passed where it matters when they are called.

use pullback::differentiable;
use pullback_tests::check;

#[differentiable]
fn sum_of<F: FnMut(f64) -> f64>(xs: &[f64], mut f: F) -> f64 {
    let mut t = 0.0;
    for x in xs {
        t += f(*x);
    }
    t
}

#[differentiable]
fn each(xs: &[f64], mut f: impl FnMut(f64)) {
    for x in xs {
        f(*x);
    }
}

#[differentiable]
fn any_of(xs: &[f64], mut f: impl FnMut(f64) -> bool) -> bool {
    for x in xs {
        if f(*x) {
            return true;
        }
    }
    false
}

#[differentiable]
fn not_called_behind_and(xs: &[f64], k: f64) -> f64 {
    let mut s = k;
    if k > 10.0
        && sum_of(xs, |x| {
            s += x * k;
            s
        }) > 0.0
    {
        s *= 2.0;
    }
    s * s
}
check!(
    not_called_behind_and_checks,
    not_called_behind_and(&[0.5, 0.8, 1.3], 0.9)
);

#[differentiable]
fn not_called_behind_or(xs: &[f64], k: f64) -> f64 {
    let mut s = k;
    if k < 10.0
        || sum_of(xs, |x| {
            s += x * k;
            s
        }) > 0.0
    {
        s *= 2.0;
    }
    s * s
}
check!(
    not_called_behind_or_checks,
    not_called_behind_or(&[0.5, 0.8, 1.3], 0.9)
);

#[differentiable]
fn read_before_and_after(xs: &[f64], k: f64) -> f64 {
    let mut s = k;
    let r = s * k
        + sum_of(xs, |x| {
            s += x * k;
            s
        }) * s;
    r + s
}
check!(
    read_before_and_after_checks,
    read_before_and_after(&[0.5, 0.8, 1.3], 0.9)
);

#[differentiable]
fn in_a_loop_condition(xs: &[f64], k: f64) -> f64 {
    let mut s = k;
    let mut n = 0;
    while n < 3
        && sum_of(xs, |x| {
            s += x * k;
            n += 1;
            s
        }) < 100.0
    {
        s *= 1.1;
    }
    s * s + n as f64
}
check!(
    in_a_loop_condition_checks,
    in_a_loop_condition(&[0.5, 0.8, 1.3], 0.9)
);

#[differentiable]
fn decided_by_a_call(xs: &[f64], k: f64) -> f64 {
    let mut s = k;
    let found = any_of(xs, |x| {
        s *= x + k;
        s > 1.0
    });
    if found { s * k } else { s }
}
check!(
    decided_by_a_call_checks,
    decided_by_a_call(&[0.5, 0.8, 1.3], 0.9)
);

#[differentiable]
fn matched_on(xs: &[f64], k: f64) -> f64 {
    let mut s = k;
    match any_of(xs, |x| {
        s *= x + k;
        s > 1.0
    }) {
        true => s * k,
        false => -s,
    }
}
check!(matched_on_checks, matched_on(&[0.5, 0.8, 1.3], 0.9));

#[differentiable]
fn in_conditions(xs: &[f64], k: f64) -> f64 {
    let mut s = k;
    if any_of(xs, |x| {
        s *= x + k;
        s > 1.0
    }) {
        s *= k;
    }
    if !any_of(xs, |x| {
        s *= x;
        x > 2.0
    }) {
        s += k;
    }
    s
}
check!(in_conditions_checks, in_conditions(&[0.5, 0.8, 1.3], 0.9));

#[differentiable]
fn among_elements(xs: &[f64], k: f64) -> f64 {
    let mut s = k;
    let v = [
        s,
        sum_of(xs, |x| {
            s += x * k;
            s
        }),
        s,
    ];
    v[0] * v[1] * v[2]
}
check!(among_elements_checks, among_elements(&[0.5, 0.8, 1.3], 0.9));

#[differentiable]
fn combined(a: f64, b: f64, c: f64) -> f64 {
    a * b - c * c
}

#[differentiable]
fn among_arguments(xs: &[f64], k: f64) -> f64 {
    let mut s = k;
    let r = combined(
        s,
        sum_of(xs, |x| {
            s += x * k;
            s
        }),
        s,
    );
    r * s
}
check!(
    among_arguments_checks,
    among_arguments(&[0.5, 0.8, 1.3], 0.9)
);

#[differentiable]
fn leaves_a_loop(xs: &[f64], k: f64) -> f64 {
    let mut s = k;
    for _ in 0..2 {
        if k > 0.5
            && any_of(xs, |x| {
                s *= x + k;
                s > 5.0
            })
        {
            break;
        }
        s += 0.1;
    }
    s
}
check!(leaves_a_loop_checks, leaves_a_loop(&[0.5, 0.8, 1.3], 0.9));

#[differentiable]
fn element_beside_element(xs: &[f64], k: f64) -> f64 {
    let mut v = vec![k; 3];
    v[0] += sum_of(xs, |x| {
        v[1] += x * v[0];
        v[1] * k
    });
    v[0] * v[1]
}
check!(
    element_beside_element_checks,
    element_beside_element(&[0.5, 0.8, 1.3], 0.9)
);

#[differentiable]
fn slices_of_a_loop(xs: &[f64], k: f64) -> f64 {
    let mut s = k;
    let mut hist: Vec<f64> = Vec::new();
    for i in 0..3 {
        let w = s * i as f64;
        each(&xs[..i], |x| {
            s = s * x + w;
            hist.push(s);
        });
        if hist.len() > 2 {
            hist.pop();
        }
    }
    hist.iter().sum::<f64>() * s
}
check!(
    slices_of_a_loop_checks,
    slices_of_a_loop(&[0.5, 0.8, 1.3], 0.9)
);

#[differentiable]
fn rows_of_rows(xs: &[f64], k: f64) -> f64 {
    let mut m = vec![vec![k; 2]; 2];
    let mut r = 0;
    each(xs, |x| {
        m[r % 2][1] += x * m[(r + 1) % 2][0];
        m[r % 2][0] *= x;
        r += 1;
    });
    m[0][0] * m[1][1] + m[0][1] * m[1][0]
}
check!(rows_of_rows_checks, rows_of_rows(&[0.5, 0.8, 1.3], 0.9));

#[differentiable]
fn through_another_closure(xs: &[f64], k: f64) -> f64 {
    let mut s = k;
    let add = |t: f64, s: &mut f64| *s += t * k;
    each(xs, |x| {
        add(x, &mut s);
        add(s, &mut s.clone());
    });
    s * s
}
check!(
    through_another_closure_checks,
    through_another_closure(&[0.5, 0.8, 1.3], 0.9)
);

#[differentiable]
fn called_here_and_there(xs: &[f64], k: f64) -> f64 {
    let mut s = k;
    let mut bump = |x: f64| {
        s += x * s;
        s
    };
    let y = bump(k);
    each(xs, |x| {
        bump(x);
    });
    bump(y) * y
}
check!(
    called_here_and_there_checks,
    called_here_and_there(&[0.5, 0.8, 1.3], 0.9)
);
