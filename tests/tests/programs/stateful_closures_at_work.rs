//! Closures that change what they captured, in more ways: methods, fields, pipelines, copies, traits.

use pullback::{Differentiable, differentiable};
use pullback_tests::check;

#[differentiable]
fn each<F: FnMut(f64)>(xs: &[f64], mut f: F) {
    for x in xs {
        f(*x);
    }
}

#[differentiable]
fn each2(xs: &[f64], mut f: impl FnMut(f64)) {
    xs.iter().for_each(|x| f(*x));
}

#[differentiable]
fn each3(xs: &[f64], mut f: impl FnMut(f64) -> f64) -> f64 {
    xs.iter().map(|x| f(*x)).sum()
}

#[differentiable]
fn each4(xs: &[f64], f: impl FnMut(f64) -> f64) -> f64 {
    xs.iter().copied().map(f).sum()
}

#[differentiable]
fn each5(xs: &[f64], mut f: impl FnMut(f64) -> f64) -> f64 {
    let a = f(xs[0]);
    a * f(xs[1]) + f(xs[2])
}

#[differentiable]
fn once<R>(f: impl FnOnce(f64) -> R, x: f64) -> R {
    f(x * x)
}

#[derive(Clone, Debug, Differentiable)]
struct Record {
    total: f64,
    gain: f64,
    seen: Vec<f64>,
}

#[differentiable]
impl Record {
    fn add(&mut self, x: f64) {
        self.total = self.total * x + self.gain;
        self.seen.push(x * self.total);
    }
    fn get(&self) -> f64 {
        self.total * 2.0
    }
}

#[differentiable]
fn own_copy(xs: &[f64], k: f64) -> f64 {
    let mut c = k;
    each(xs, move |x| {
        c *= x;
        let _ = c;
    });
    c
}
check!(own_copy_checks, own_copy(&[0.5, 0.8, 1.3], 0.9));

#[differentiable]
fn own_copies(xs: &[f64], k: f64) -> f64 {
    let mut c = k;
    let mut n = 1.0;
    let s = each3(xs, move |x| {
        c *= x;
        n += c;
        c * n
    });
    s * c * n
}
check!(own_copies_checks, own_copies(&[0.5, 0.8, 1.3], 0.9));

#[differentiable]
fn changed_by_methods(xs: &[f64], k: f64) -> f64 {
    let mut a = Record {
        total: k,
        gain: 0.5 * k,
        seen: vec![],
    };
    each(xs, |x| a.add(x));
    each(xs, |x| {
        a.add(x * k);
    });
    a.get() * a.seen[1]
}
check!(
    changed_by_methods_checks,
    changed_by_methods(&[0.5, 0.8, 1.3], 0.9)
);

#[differentiable]
fn fields_change(xs: &[f64], k: f64) -> f64 {
    let mut a = Record {
        total: k,
        gain: 0.5 * k,
        seen: vec![],
    };
    each(xs, |x| {
        a.total *= a.gain + x;
        a.gain *= x;
    });
    each2(xs, |x| a.total += x * a.gain);
    a.total * a.gain
}
check!(fields_change_checks, fields_change(&[0.5, 0.8, 1.3], 0.9));

#[differentiable]
fn push_all(out: &mut Vec<f64>, x: f64) {
    out.push(x * x);
    let n = out.len() - 1;
    out[0] += out[n];
}

#[differentiable]
fn lent_in(xs: &[f64], out: &mut Vec<f64>, k: f64) {
    each(xs, |x| push_all(out, x * k));
}

#[differentiable]
fn lent_to_functions(xs: &[f64], k: f64) -> f64 {
    let mut o = vec![k];
    lent_in(xs, &mut o, k);
    o[0] * o[1] * o[2]
}
check!(
    lent_to_functions_checks,
    lent_to_functions(&[0.5, 0.8, 1.3], 0.9)
);

#[differentiable]
fn lent2_in(xs: &[f64], out: &mut Vec<f64>, s: &mut f64, k: f64) {
    each(xs, |x| {
        push_all(out, x * k);
        *s *= x;
        push_all(out, *s);
    });
}

#[differentiable]
fn several_lent(xs: &[f64], k: f64) -> f64 {
    let mut o = vec![k];
    let mut s = k;
    lent2_in(xs, &mut o, &mut s, k);
    o[0] * o[1] * o[2] * s
}
check!(several_lent_checks, several_lent(&[0.5, 0.8, 1.3], 0.9));

#[differentiable]
fn in_pipelines(xs: &[f64], k: f64) -> f64 {
    let mut s = 0.2;
    each3(xs, |x| {
        s = s * x + k;
        s * s
    }) + each4(xs, |x| {
        s *= x;
        s * k
    }) + each5(xs, |x| {
        s += x * s;
        s
    }) * s
}
check!(in_pipelines_checks, in_pipelines(&[0.5, 0.8, 1.3], 0.9));

#[differentiable]
fn called_once(xs: &[f64], k: f64) -> f64 {
    let mut s = 0.2;
    let v = vec![k, xs[0]];
    let r = once(
        |y| {
            s = y * k;
            vec![v[0] * s, v[1]]
        },
        xs[1],
    );
    let q = once(|y| y * s, k);
    r[0] * r[1] * s * q
}
check!(called_once_checks, called_once(&[0.5, 0.8, 1.3], 0.9));

#[differentiable]
fn without_derivative_too(xs: &[f64], k: f64) -> f64 {
    let mut seen = vec![false; 20];
    let mut n = 0usize;
    let mut s = 0.0;
    each(xs, |x| {
        let i = (x * 10.0) as usize;
        if !seen[i] {
            s += x * k * x;
            seen[i] = true;
        }
        n += 1;
    });
    s * n as f64
}
check!(
    without_derivative_too_checks,
    without_derivative_too(&[0.5, 0.8, 1.3], 0.9)
);

#[differentiable]
fn under_conditions(xs: &[f64], k: f64) -> f64 {
    let mut s = k;
    if k > 0.0 {
        each(xs, |x| {
            if x > 0.6 {
                s *= x;
            } else {
                s += k;
            }
        });
    } else {
        each(xs, |x| s -= x);
    }
    let mut i = 0;
    while i < 2 {
        each(&xs[i..], |x| s = (s * x).sin());
        i += 1;
    }
    s
}
check!(
    under_conditions_checks,
    under_conditions(&[0.5, 0.8, 1.3], 0.9)
);

#[differentiable]
fn tree(depth: usize, x: f64, visit: &mut dyn FnMut(f64, usize)) {
    visit(x, depth);
    if depth > 0 {
        tree(depth - 1, x * 0.5, visit);
        tree(depth - 1, x.sin(), visit);
    }
}

#[differentiable]
fn over_a_tree(x: f64, k: f64) -> f64 {
    let mut sums = vec![0.0; 4];
    let mut p = 1.0;
    tree(3, x, &mut |v, d| {
        sums[d] += v * k;
        p *= 1.0 + v * sums[d];
    });
    sums[0] * p + sums[3]
}
check!(over_a_tree_checks, over_a_tree(0.7, 0.9));

#[differentiable]
fn arrays_change(xs: &[f64], k: f64) -> f64 {
    let mut h = [k; 3];
    let mut i = 0;
    each(xs, |x| {
        h[i % 3] *= x;
        i += 1;
    });
    each(xs, |x| h[0] += x * h[1]);
    h[0] * h[1] * h[2]
}
check!(arrays_change_checks, arrays_change(&[0.5, 0.8, 1.3], 0.9));

#[differentiable]
fn in_a_checkpointed_loop(xs: &[f64], k: f64) -> f64 {
    let mut s = k;
    #[checkpoint]
    for _ in 0..5 {
        each(xs, |x| s = (s * x + k).sin());
    }
    s
}
check!(
    in_a_checkpointed_loop_checks,
    in_a_checkpointed_loop(&[0.5, 0.8, 1.3], 0.9)
);

#[differentiable]
fn tuples_change(xs: &[f64], k: f64) -> f64 {
    let mut st = (k, 1.0);
    let (mut a, mut b) = (k, k * k);
    each(xs, |x| {
        st.0 *= x;
        st.1 += st.0;
        (a, b) = (b * x, a + x);
    });
    st.0 * st.1 * a * b
}
check!(tuples_change_checks, tuples_change(&[0.5, 0.8, 1.3], 0.9));

#[differentiable]
fn options_change(xs: &[f64], k: f64) -> f64 {
    let mut best: Option<f64> = None;
    each(xs, |x| {
        let y = x * k;
        match best {
            Some(b) if b >= y => {}
            _ => best = Some(y),
        }
    });
    best.unwrap_or(0.0) * k
}
check!(options_change_checks, options_change(&[0.5, 0.8, 1.3], 0.9));

#[differentiable]
trait Walk {
    fn walk<F: FnMut(f64)>(&self, f: F);

    fn walk_twice(&self, mut f: impl FnMut(f64)) {
        self.walk(&mut f);
        self.walk(|v| f(2.0 * v));
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Pair {
    a: f64,
    b: f64,
}

#[differentiable]
impl Walk for Pair {
    fn walk<F: FnMut(f64)>(&self, mut f: F) {
        f(self.a);
        f(self.b * self.a);
    }
}

#[differentiable]
fn walked<W: Walk + Differentiable>(w: &W, k: f64) -> f64 {
    let mut s = k;
    let mut n = 1.0;
    w.walk(|v| s = s * v + k);
    w.walk_twice(|v| {
        s += v * n;
        n *= v;
    });
    s * n
}

#[differentiable]
fn of_traits(x: f64, k: f64) -> f64 {
    walked(&Pair { a: x, b: k }, k)
}
check!(of_traits_checks, of_traits(0.7, 0.9));
