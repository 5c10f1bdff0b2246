//! Iterators of the user's own types, and those made by `from_fn`.

use pullback::{Differentiable, differentiable};
use pullback_tests::check;

#[derive(Clone, Debug, Differentiable)]
struct Geometric {
    value: f64,
    ratio: f64,
    left: usize,
}

#[differentiable]
impl Geometric {
    fn new(value: f64, ratio: f64) -> Self {
        Geometric {
            value,
            ratio,
            left: 5,
        }
    }
}

#[differentiable]
impl Iterator for Geometric {
    type Item = f64;

    fn next(&mut self) -> Option<f64> {
        if self.left == 0 {
            return None;
        }
        self.left -= 1;
        let value = self.value;
        self.value *= self.ratio;
        Some(value)
    }
}

/// Never ends.
#[derive(Clone, Debug, Differentiable)]
struct Newton {
    x: f64,
    square: f64,
}

#[differentiable]
impl Iterator for Newton {
    type Item = (f64, f64);

    fn next(&mut self) -> Option<(f64, f64)> {
        let old = self.x;
        self.x = 0.5 * (old + self.square / old);
        Some((old, self.x))
    }
}

#[differentiable]
fn made_in_the_head(a: f64, r: f64, n: usize) -> f64 {
    let mut s = 0.0;
    for (i, v) in (Geometric {
        value: a,
        ratio: r,
        left: n,
    })
    .enumerate()
    {
        s += v * v / (i + 1) as f64;
    }
    for v in Geometric::new(r, a) {
        if v < 0.3 {
            continue;
        }
        s += v.sin();
        if v < 0.4 {
            break;
        }
    }
    s
}
check!(
    made_in_the_head_checks,
    made_in_the_head(0.8, 0.6, fixed(4)),
    made_in_the_head(0.9, 0.7, fixed(0))
);

#[differentiable]
fn asked_and_looped_over(a: f64, r: f64) -> f64 {
    let mut it = Geometric::new(a, r);
    let first = it.next().unwrap();
    let next_two: f64 = it.by_ref().take(2).map(|v| v * v).sum();
    let mut rest = 0.0;
    for (i, v) in it.enumerate() {
        for w in Geometric::new(v, r).take(2) {
            rest += w * v * (i + 1) as f64;
        }
    }
    first * next_two + rest
}
check!(
    asked_and_looped_over_checks,
    asked_and_looped_over(0.8, 0.6)
);

#[differentiable]
fn collected_and_folded(a: f64, r: f64) -> f64 {
    let logs: Vec<f64> = Geometric::new(r, a)
        .filter_map(|v| if v > 0.1 { Some(v.ln()) } else { None })
        .collect();
    let folded = Geometric::new(a, r).fold(1.0, |x, v| x * (1.0 + v));
    logs.iter().sum::<f64>() * folded
}
check!(collected_and_folded_checks, collected_and_folded(0.8, 0.6));

#[differentiable]
fn until_it_settles(square: f64) -> f64 {
    let steps = Newton { x: 1.0, square };
    let mut root = 0.0;
    for (old, new) in steps {
        root = new;
        if (old - new).abs() < 1e-9 {
            break;
        }
    }
    root
}
check!(until_it_settles_checks, until_it_settles(2.0));

#[differentiable]
fn in_a_closure_and_a_branch(a: f64, r: f64, xs: &[f64]) -> f64 {
    let weighted = |x: f64| {
        if x > 0.0 {
            let mut s = 0.0;
            let mut it = Geometric::new(a * x, r);
            while let Some(v) = it.next() {
                s += v * x;
            }
            s
        } else {
            Geometric::new(r, x)
                .skip(1)
                .take(2)
                .map(|v| v * a)
                .fold(0.0, |s, v| s + v)
        }
    };
    xs.iter().map(|&x| weighted(x)).sum()
}
check!(
    in_a_closure_and_a_branch_checks,
    in_a_closure_and_a_branch(0.8, 0.6, &[0.5, -0.4, 1.2])
);

#[differentiable]
fn from_fn_has_its_own_state(x0: f64, r: f64) -> f64 {
    let (mut k, mut x) = (0, x0);
    let powers = std::iter::from_fn(move || {
        k += 1;
        if k > 4 {
            return None;
        }
        x *= r;
        Some(x * k as f64)
    });
    let s: f64 = powers.map(|v| v * v).sum();
    // Neither `k` nor `x` has changed here.
    s * x + k as f64
}
check!(
    from_fn_has_its_own_state_checks,
    from_fn_has_its_own_state(0.8, 0.6)
);

#[differentiable]
fn from_fn_changes_what_it_borrows(x0: f64, r: f64) -> f64 {
    let mut x = x0;
    let mut s = 0.0;
    for v in std::iter::from_fn(|| {
        x *= r;
        if x > 0.1 { Some(x.sin()) } else { None }
    }) {
        s += v;
    }
    let mut y = r;
    let repeated: f64 = std::iter::repeat_with(|| {
        y *= x0;
        y
    })
    .take(3)
    .sum();
    s * x + repeated * y
}
check!(
    from_fn_changes_what_it_borrows_checks,
    from_fn_changes_what_it_borrows(0.8, 0.6)
);

#[derive(Clone, Copy, Debug, Differentiable)]
struct Halving {
    x: f64,
}

#[differentiable]
impl Iterator for Halving {
    type Item = f64;

    fn next(&mut self) -> Option<f64> {
        self.x *= 0.5;
        if self.x.abs() < 0.1 {
            None
        } else {
            Some(self.x * self.x)
        }
    }
}

#[differentiable]
fn copies_start_again(x: f64, k: f64) -> f64 {
    let it = Halving { x };
    let mut s = 0.0;
    for v in it {
        for w in it {
            s += v * w * k;
        }
    }
    let mut other = it;
    s += other.next().unwrap();
    for v in &mut other {
        s *= 1.0 + v;
        if v < k {
            break;
        }
    }
    s + other.map(|v| v * k).sum::<f64>() + it.x
}
check!(copies_start_again_checks, copies_start_again(1.9, 0.2));

#[differentiable]
fn drained(it: &mut Halving, n: usize) -> f64 {
    let first = it.next().unwrap();
    let mut s = first;
    for v in it.by_ref().take(n) {
        s += v * first;
    }
    s
}

#[differentiable]
fn lent_iterators_go_on(x: f64) -> f64 {
    let mut it = Halving { x };
    let a = drained(&mut it, 1);
    a * drained(&mut it, 0) + it.x
}
check!(lent_iterators_go_on_checks, lent_iterators_go_on(1.9));
