//! Calls of other functions: by every kind of path, with every kind of result.

use pullback::differentiable;
use pullback_tests::{check, check_both, check_vjp};

#[differentiable]
fn square(x: f64) -> f64 {
    x * x
}

#[differentiable]
fn sum_of_two_squares(x: f64, y: f64) -> f64 {
    square(x) + square(y) * square(square(x))
}
check!(sum_of_two_squares_checks, sum_of_two_squares(0.7, -1.2));

pub mod shapes {
    use pullback::differentiable;

    #[differentiable]
    pub fn area(r: f64) -> f64 {
        std::f64::consts::PI * super::square(r)
    }

    pub mod solid {
        use pullback::differentiable;

        #[differentiable]
        pub fn volume(r: f64, h: f64) -> f64 {
            super::area(r) * h + self::tip(r)
        }

        #[differentiable]
        pub(super) fn tip(r: f64) -> f64 {
            crate::helpers::square(r) * 0.1
        }
    }

    #[differentiable]
    pub(crate) fn total(r: f64, h: f64) -> f64 {
        solid::volume(r, h) + self::solid::tip(h) + self::area(h)
    }
}

use shapes::solid;
use shapes::solid::volume as cylinder;
use shapes::{area, total as everything};

#[differentiable]
fn by_paths(r: f64, h: f64) -> f64 {
    shapes::area(r)
        + self::shapes::solid::volume(r, h)
        + crate::helpers::shapes::area(h)
        + solid::volume(h, r)
}
check!(by_paths_checks, by_paths(0.7, 1.2));

#[differentiable]
fn by_imports(r: f64, h: f64) -> f64 {
    area(r) * cylinder(r, h) - everything(h, r)
}
check!(
    by_imports_checks,
    by_imports(0.7, 1.2),
    shapes::total(0.7, 1.2)
);

#[differentiable]
fn local_import(r: f64) -> f64 {
    use shapes::area as disc;
    disc(r) + disc(2.0 * r)
}
check!(local_import_checks, local_import(0.7));

fn idx(i: usize, j: usize, n: usize) -> usize {
    i * n + j
}

fn is_border(i: usize, n: usize) -> bool {
    i == 0 || i + 1 == n
}

#[differentiable]
fn integer_helpers(a: &[f64], n: usize) -> f64 {
    let mut s = 0.0;
    for i in 0..n {
        for j in 0..n {
            if is_border(i, n) || is_border(j, n) {
                s += a[idx(i, j, n)] * a[idx(j, i, n)];
            } else {
                s += a[idx(i, j, n)].sin();
            }
        }
    }
    s
}
check!(
    integer_helpers_checks,
    integer_helpers(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0], fixed(3))
);

#[differentiable]
fn polar(x: f64, y: f64) -> (f64, f64) {
    (x.hypot(y), y.atan2(x))
}

#[differentiable]
fn uses_tuple(x: f64, y: f64) -> f64 {
    let (r, phi) = polar(x, y);
    let p = polar(r, phi);
    p.0 * phi + p.1
}
check!(uses_tuple_checks, uses_tuple(0.7, 1.2));

#[differentiable]
fn rotated(v: [f64; 2], angle: f64) -> [f64; 2] {
    let (s, c) = angle.sin_cos();
    [c * v[0] - s * v[1], s * v[0] + c * v[1]]
}

#[differentiable]
fn uses_array(x: f64, angle: f64) -> f64 {
    let v = rotated([x, 1.0], angle);
    let w = rotated(v, 2.0 * angle);
    v[0] * w[1] + rotated(w, x)[0]
}
check!(uses_array_checks, uses_array(0.7, 1.2));

#[differentiable]
fn powers_of(x: f64, n: usize) -> Vec<f64> {
    let mut p = vec![1.0; n];
    for i in 1..n {
        p[i] = p[i - 1] * x;
    }
    p
}

#[differentiable]
fn weighted(w: &[f64], p: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..w.len() {
        s += w[i] * p[i];
    }
    s
}

#[differentiable]
fn uses_vector(c: &[f64], x: f64) -> f64 {
    let p = powers_of(x, c.len());
    weighted(c, &p) + weighted(&p, &p)
}
check!(uses_vector_checks, uses_vector(&[1.0, 0.5, 0.25], 1.2));

#[differentiable]
fn damp(y: &mut [f64], rate: f64) {
    for v in y.iter_mut() {
        *v *= 1.0 - rate * *v;
    }
}

#[differentiable]
fn kick(y: &mut [f64], at: usize, strength: &f64) -> f64 {
    let before = y[at];
    y[at] += strength * before * before;
    before
}

#[differentiable]
fn uses_mutating_helpers(start: &[f64], rate: f64, steps: usize) -> f64 {
    let mut y = start.to_vec();
    let mut s = 0.0;
    for k in 0..steps {
        damp(&mut y, rate);
        s += kick(&mut y, k % start.len(), &rate);
    }
    s + y[0] * y[1]
}
check!(
    uses_mutating_helpers_checks,
    uses_mutating_helpers(&[1.0, 0.5], 0.2, fixed(3)),
    uses_mutating_helpers(&[1.0, 0.5], 0.2, fixed(0)),
);

#[differentiable]
fn passes_its_mut_argument_on(y: &mut [f64], rate: f64) -> f64 {
    damp(y, rate);
    let k = kick(y, 0, &rate);
    damp(y, k * 0.1);
    k * y[1]
}
check!(
    passes_its_mut_argument_on_checks,
    passes_its_mut_argument_on(&mut vec![1.0, 0.5], 0.2)
);
check_both!(
    passes_its_mut_argument_on_vjp,
    passes_its_mut_argument_on(&mut vec![1.0, 0.5], 0.2)
);

#[differentiable]
fn helper_in_branch(x: f64, y: f64) -> f64 {
    if x > y {
        square(x) * y
    } else if x > 0.0 {
        let (r, _) = polar(x, y);
        r
    } else {
        y
    }
}
check!(
    helper_in_branch_checks,
    helper_in_branch(2.0, 1.0),
    helper_in_branch(1.0, 2.0),
    helper_in_branch(-1.0, 2.0)
);

#[differentiable]
fn helper_in_condition(x: f64) -> f64 {
    let mut y = x;
    while square(y) < 20.0 {
        y = square(y) + 1.0;
    }
    if square(y) > 100.0 && y > 0.0 {
        y.ln()
    } else {
        y
    }
}
check!(
    helper_in_condition_checks,
    helper_in_condition(0.7),
    helper_in_condition(2.5),
    helper_in_condition(-9.0)
);

#[differentiable]
fn nested_calls(x: f64) -> f64 {
    square(square(area(square(x)).ln()) + square(x))
}
check!(nested_calls_checks, nested_calls(0.7));

#[differentiable]
fn helper_with_branches(x: f64, mode: i32) -> f64 {
    match mode {
        0 => square(x),
        1 => shapes::area(x),
        _ => helper_in_branch(x, 1.0),
    }
}

#[differentiable]
fn helper_in_loop(xs: &[f64]) -> Vec<f64> {
    let mut out = Vec::with_capacity(xs.len());
    for (i, &x) in xs.iter().enumerate() {
        out.push(helper_with_branches(x, i as i32 % 3));
    }
    out
}
check_vjp!(
    helper_in_loop_checks,
    helper_in_loop(&[0.5, 1.5, 2.5, 3.5, -0.5, 0.3])
);

#[differentiable]
fn same_argument_twice(x: &[f64]) -> f64 {
    weighted(x, x) * weighted(&[1.0, 2.0], x)
}
check!(same_argument_twice_checks, same_argument_twice(&[0.5, 1.5]));

#[differentiable]
fn moves_a_vector_through(x: f64) -> f64 {
    let v = powers_of(x, 4);
    let v = lengthened(v, x);
    let v = lengthened(v, 2.0);
    v[1] * v[4] + v[5]
}

#[differentiable]
fn lengthened(mut v: Vec<f64>, x: f64) -> Vec<f64> {
    v.push(x * v[1]);
    v
}
check!(moves_a_vector_through_checks, moves_a_vector_through(0.7));

#[differentiable]
fn constant_to_helper(x: f64, #[constant] data: &[f64]) -> f64 {
    let p = powers_of(x, data.len());
    weighted(data, &p)
}
check!(
    constant_to_helper_checks,
    constant_to_helper(0.7, fixed(&[1.0, 2.0, 3.0]))
);

#[differentiable]
fn row_of(a: &[f64], i: usize, n: usize) -> f64 {
    let mut s = 0.0;
    for j in 0..n {
        s += a[idx(i, j, n)];
    }
    s.exp()
}

#[differentiable]
fn helper_on_parts(a: &[f64], n: usize) -> f64 {
    let mut s = 0.0;
    for i in 0..n {
        s += row_of(a, i, n) + weighted(&a[i * n..(i + 1) * n], &a[..n]);
    }
    s
}
check!(
    helper_on_parts_checks,
    helper_on_parts(&[0.1, 0.2, 0.3, 0.4], fixed(2))
);

#[differentiable]
fn result_ignored(x: f64) -> f64 {
    let _ = square(x);
    square(x + 1.0);
    let _unused = area(x);
    x * 3.0
}
check!(result_ignored_checks, result_ignored(0.7));

#[differentiable]
fn inner_function(x: f64) -> f64 {
    #[differentiable]
    fn half(x: f64) -> f64 {
        x / 2.0
    }
    half(x) * half(half(x))
}
check!(inner_function_checks, inner_function(0.7));
