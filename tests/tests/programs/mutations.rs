//! Integers, flags and whole arrays that change while floats depend on them.

use pullback::differentiable;
use pullback_tests::check;

#[differentiable]
fn arrays_copy(x: f64) -> f64 {
    let mut a = [x, x * x];
    let mut b = a;
    b[0] *= 2.0;
    a[0] = a[0] * b[0];
    let c = a;
    a[1] = 0.5;
    c[1] * b[1] + a[0] * a[1]
}
check!(arrays_copy_checks, arrays_copy(0.7));

#[differentiable]
fn scaled_head(mut a: [f64; 2]) -> f64 {
    a[0] *= a[1];
    a[0]
}

#[differentiable]
fn array_passed_and_kept(x: f64) -> f64 {
    let mut a = [x, 2.0 * x];
    let u = scaled_head(a);
    a[0] += 1.0;
    u * a[0] + scaled_head(a)
}
check!(array_passed_and_kept_checks, array_passed_and_kept(0.7));

#[differentiable]
fn integer_parameter_changes(x: f64, mut n: usize) -> f64 {
    let mut y = x;
    while n > 0 {
        y = y * x + n as f64;
        n -= 1;
    }
    y
}
check!(
    integer_parameter_changes_checks,
    integer_parameter_changes(0.7, fixed(3))
);

#[differentiable]
fn bound_changes_inside(x: f64) -> f64 {
    let mut n = 3;
    let mut s = 1.0;
    for i in 0..n {
        n += 1;
        s = s * x + (n + i) as f64;
    }
    s * n as f64
}
check!(bound_changes_inside_checks, bound_changes_inside(0.7));

#[differentiable]
fn permutation_changes(x: &[f64]) -> f64 {
    let mut o = vec![0usize, 1, 2];
    let mut s = 0.3;
    for i in 0..3 {
        s = s * x[o[i]] + x[o[2 - i]].sin();
        o.swap(i, (i + 1) % 3);
    }
    s
}
check!(
    permutation_changes_checks,
    permutation_changes(&[0.3, 0.5, 0.9])
);

#[differentiable]
fn index_changes(x: &[f64], n: usize) -> f64 {
    let mut k = n;
    let mut s = 0.3;
    for _ in 0..4 {
        s = s * x[k % 3] + x[(k + 1) % 3];
        k = (k * 2 + 1) % 5;
    }
    s * x[k % 3]
}
check!(
    index_changes_checks,
    index_changes(&[0.3, 0.5, 0.9], fixed(1))
);

#[differentiable]
fn vector_grows_while_walked(x: f64) -> f64 {
    let mut v = vec![x];
    let mut i = 0;
    while i < v.len() {
        if v.len() < 4 {
            let t = v[i] * x + 0.1;
            v.push(t);
        }
        i += 1;
    }
    v[3] * v[2]
}
check!(
    vector_grows_while_walked_checks,
    vector_grows_while_walked(0.7)
);

#[differentiable]
fn element_borrowed(x: &mut [f64]) -> f64 {
    let a = &mut x[1];
    *a = *a * *a;
    *a += 0.5;
    x[1] * x[0]
}
check!(
    element_borrowed_checks,
    element_borrowed(&mut vec![0.3, 0.5])
);

#[differentiable]
fn arrays_in_a_tuple(x: f64) -> f64 {
    let mut t = ([x, 1.0], vec![x * x]);
    t.0[1] = t.0[0] * 3.0;
    t.1[0] += t.0[1];
    t.1.push(t.0[1]);
    t.1[0] * t.1[1] + t.0[0]
}
check!(arrays_in_a_tuple_checks, arrays_in_a_tuple(0.7));

#[differentiable]
fn tuples_in_an_array(x: f64) -> f64 {
    let mut a = [(x, 1.0), (2.0, x)];
    a[0].1 = a[1].1 * a[0].0;
    a[1] = (a[0].1, a[0].0);
    a[1].0 * a[1].1 + a[0].1
}
check!(tuples_in_an_array_checks, tuples_in_an_array(0.7));

#[differentiable]
fn flag_changes(x: &[f64]) -> f64 {
    let mut seen = false;
    let mut s = 1.0;
    for &v in x {
        if seen {
            s *= v;
        } else {
            s += v * v;
        }
        if v > 0.4 {
            seen = !seen;
        }
    }
    s
}
check!(flag_changes_checks, flag_changes(&[0.3, 0.5, 0.9, 0.2]));

#[differentiable]
fn break_between_changes(x: &mut [f64]) -> f64 {
    let mut s = 0.5;
    for i in 0..x.len() {
        x[i] *= s;
        s += x[i];
        if s > 1.2 {
            x[0] *= s;
            break;
        }
        x[i] += 1.0;
        s *= x[i];
    }
    s * x[0] * x[1]
}
check!(
    break_between_changes_checks,
    break_between_changes(&mut vec![0.3, 0.5, 0.9])
);

#[differentiable]
fn leaves_two_loops(x: f64) -> f64 {
    let mut s = x;
    'o: for i in 0..4 {
        let t = s * s;
        for j in 0..3 {
            s = s * 0.9 + t * j as f64 * 0.1;
            if s > 1.3 {
                s -= t;
                continue 'o;
            }
            if i == 3 {
                break 'o;
            }
        }
        s += t;
    }
    s
}
check!(leaves_two_loops_checks, leaves_two_loops(0.7));

#[differentiable]
fn bounded(x: f64) -> f64 {
    x.max(0.1).min(5.0) * x.clamp(0.0, 1.0)
}
check!(bounded_checks, bounded(0.7));

#[differentiable]
fn powers_of_negatives(x: f64, y: f64) -> f64 {
    (-x).powf(2.0) + (-x).powi(3) + 0.0f64.powf(y) + x.powf(0.0)
}
check!(powers_of_negatives_checks, powers_of_negatives(0.7, 2.0));

#[differentiable]
fn table_lookup(x: f64) -> f64 {
    let k = (x * 10.0) as usize;
    let t = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0];
    t[k] * x + (k as f64) * x
}
check!(table_lookup_checks, table_lookup(0.73));

#[differentiable]
fn lengthened(v: &mut Vec<f64>, k: f64) {
    v.push(k * v[0]);
    v[0] += k;
}

#[differentiable]
fn helper_grows_a_vector(x: f64) -> f64 {
    let mut v = vec![x];
    for i in 0..3 {
        lengthened(&mut v, x * i as f64);
    }
    v[0] * v[3] + v[2]
}
check!(helper_grows_a_vector_checks, helper_grows_a_vector(0.7));
