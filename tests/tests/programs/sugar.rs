//! `if let`, `while let`, `let … else`, let chains and labelled blocks over values without derivatives.

use pullback::differentiable;
use pullback_tests::{check, check_in_place};

#[differentiable]
fn if_let_index(x: &[f64], #[constant] pick: Option<usize>) -> f64 {
    if let Some(i) = pick {
        x[i] * x[0]
    } else {
        x[0].sin()
    }
}
check!(
    if_let_index_checks,
    if_let_index(&[0.5, 1.5], fixed(Some(1))),
    if_let_index(&[0.5, 1.5], fixed(None)),
);

#[differentiable]
fn if_let_statement(x: f64, #[constant] times: Option<u32>) -> f64 {
    let mut y = x;
    if let Some(n) = times {
        for _ in 0..n {
            y *= x;
        }
    }
    y
}
check!(
    if_let_statement_checks,
    if_let_statement(0.7, fixed(Some(3))),
    if_let_statement(0.7, fixed(None)),
);

#[differentiable]
fn else_if_let(x: f64, #[constant] a: Option<i32>, #[constant] b: Result<i32, String>) -> f64 {
    if let Some(1 | 2) = a {
        x.sin()
    } else if let Ok(n) = &b {
        x.powi(*n)
    } else {
        x
    }
}
check!(
    else_if_let_checks,
    else_if_let(0.7, fixed(Some(2)), fixed(Ok(3))),
    else_if_let(0.7, fixed(None), fixed(Ok(3))),
    else_if_let(0.7, fixed(None), fixed(Err(String::new()))),
);

#[differentiable]
fn guarded_chain(x: f64, #[constant] n: Option<i32>, on: bool) -> f64 {
    if let Some(k) = n
        && k > 1
        && on
    {
        x.powi(k)
    } else {
        x + 1.0
    }
}
check!(
    guarded_chain_checks,
    guarded_chain(0.7, fixed(Some(3)), fixed(true)),
    guarded_chain(0.7, fixed(Some(3)), fixed(false)),
    guarded_chain(0.7, fixed(Some(1)), fixed(true)),
    guarded_chain(0.7, fixed(None), fixed(true)),
);

#[differentiable]
fn chain_with_long_else(x: f64, #[constant] n: Option<i32>, #[constant] m: Option<i32>) -> f64 {
    let y = if x > 0.0
        && let Some(k) = n
        && let Some(l) = m
    {
        x.powi(k + l)
    } else {
        let z = x.cos();
        z * z + x * 0.5 + z.exp()
    };
    y * x
}
check!(
    chain_with_long_else_checks,
    chain_with_long_else(0.7, fixed(Some(3)), fixed(Some(1))),
    chain_with_long_else(-0.7, fixed(Some(3)), fixed(Some(1))),
    chain_with_long_else(0.7, fixed(Some(3)), fixed(None)),
    chain_with_long_else(0.7, fixed(None), fixed(Some(3))),
);

#[differentiable]
fn chain_in_loop(
    xs: &[f64],
    #[constant] skip: Option<usize>,
    #[constant] stop: Option<usize>,
) -> f64 {
    let mut s = 0.0;
    for i in 0..xs.len() {
        if s < 100.0
            && let Some(k) = skip
            && k == i
        {
            s += 0.5 * xs[i];
            continue;
        } else {
            s += xs[i] * xs[i];
            if stop == Some(i) {
                break;
            }
        }
        s *= 1.1;
    }
    s
}
check!(
    chain_in_loop_checks,
    chain_in_loop(&[0.5, 1.5, -0.3], fixed(Some(1)), fixed(None)),
    chain_in_loop(&[0.5, 1.5, -0.3], fixed(None), fixed(Some(1))),
    chain_in_loop(&[0.5, 1.5, -0.3], fixed(Some(0)), fixed(Some(1))),
);

#[differentiable]
fn depth_first(weights: &[f64], #[constant] children: &Vec<Vec<usize>>) -> f64 {
    let mut stack = vec![0usize];
    let mut product = 1.0;
    let mut s = 0.0;
    while let Some(node) = stack.pop() {
        product *= weights[node];
        s += product;
        for &child in &children[node] {
            stack.push(child);
        }
    }
    s
}
check!(
    depth_first_checks,
    depth_first(
        &[0.5, 1.5, -0.3, 0.8],
        fixed(&vec![vec![1, 2], vec![3], vec![], vec![]])
    )
);

#[differentiable]
fn while_let_with_exits(x: &[f64], #[constant] order: Vec<usize>) -> f64 {
    let mut rest = order;
    let mut s = 0.0;
    while let Some(i) = rest.pop() {
        if i > 5 {
            continue;
        }
        if x[i] < 0.0 {
            break;
        }
        s += x[i] * x[i];
    }
    s
}
check!(
    while_let_with_exits_checks,
    while_let_with_exits(&[0.5, -1.5, 0.3], fixed(vec![1, 9, 0, 2, 2])),
    while_let_with_exits(&[0.5, -1.5, 0.3], fixed(vec![])),
);

#[differentiable]
fn let_else_returns(x: &[f64], #[constant] pick: Option<usize>) -> f64 {
    let y = x[0] * 2.0;
    let Some(i) = pick else {
        return y;
    };
    let z = x[i] * y;
    z.sin() * y
}
check!(
    let_else_returns_checks,
    let_else_returns(&[0.5, 1.5], fixed(Some(1))),
    let_else_returns(&[0.5, 1.5], fixed(None)),
);

#[differentiable]
fn let_else_in_loop(x: &[f64], n: usize) -> f64 {
    let mut s = 0.0;
    for k in 0..n {
        let Some(i) = k.checked_sub(1) else { continue };
        let j @ 1..=2 = i + 1 else {
            break;
        };
        s += x[i] * x[j];
    }
    s
}
check!(
    let_else_in_loop_checks,
    let_else_in_loop(&[0.5, 1.5, -0.7], fixed(5)),
    let_else_in_loop(&[0.5, 1.5, -0.7], fixed(2)),
);

#[differentiable]
fn nested_let_else(x: &mut [f64], #[constant] a: Option<usize>, #[constant] b: Option<usize>) {
    let Some(i) = a else {
        x[0] *= 2.0;
        return;
    };
    x[i] *= x[0];
    let Some(j) = b else { return };
    x[j] *= x[i];
}
check_in_place!(
    nested_let_else_checks,
    nested_let_else(&mut vec![0.5, 1.5, 0.3], fixed(Some(1)), fixed(Some(2))),
    nested_let_else(&mut vec![0.5, 1.5, 0.3], fixed(Some(1)), fixed(None)),
    nested_let_else(&mut vec![0.5, 1.5, 0.3], fixed(None), fixed(None)),
);

#[differentiable]
fn question_in_a_closure(x: &[f64], i: usize) -> f64 {
    let next = |k: usize| -> Option<usize> {
        let l = k.checked_sub(1)?;
        Some(l.checked_sub(1)?)
    };
    match next(i) {
        Some(k) => x[k] * x[0],
        None => x[1],
    }
}
check!(
    question_in_a_closure_checks,
    question_in_a_closure(&[0.5, 1.5], fixed(3)),
    question_in_a_closure(&[0.5, 1.5], fixed(1)),
    question_in_a_closure(&[0.5, 1.5], fixed(0)),
);

#[differentiable]
fn labelled_search(x: &[f64], n: usize, target: f64) -> f64 {
    let found = 'search: {
        for i in 0..n {
            for j in 0..i {
                if x[i] * x[j] > target {
                    break 'search x[i] + x[j] * x[j];
                }
            }
        }
        x[0]
    };
    found * x[1]
}
check!(
    labelled_search_checks,
    labelled_search(&[0.5, 1.5, 2.0], fixed(3), 0.9),
    labelled_search(&[0.5, 1.5, 2.0], fixed(3), 9.0),
);

#[differentiable]
fn labelled_unit(x: f64, a: bool, b: bool) -> f64 {
    let mut y = x;
    'done: {
        if a {
            y *= x;
            break 'done;
        }
        y += 1.0;
        if b {
            break 'done;
        }
        y = y.sin();
    }
    y * x
}
check!(
    labelled_unit_checks,
    labelled_unit(0.7, fixed(true), fixed(false)),
    labelled_unit(0.7, fixed(false), fixed(true)),
    labelled_unit(0.7, fixed(false), fixed(false)),
);

#[differentiable]
fn nested_labelled_blocks(x: f64, k: usize) -> f64 {
    'outer: {
        let y = 'inner: {
            match k {
                0 => break 'outer x,
                1 => break 'inner x * x,
                2 => {}
                _ => return x * 3.0,
            }
            x.exp()
        };
        y * x
    }
}
check!(
    nested_labelled_blocks_checks,
    nested_labelled_blocks(0.7, fixed(0)),
    nested_labelled_blocks(0.7, fixed(1)),
    nested_labelled_blocks(0.7, fixed(2)),
    nested_labelled_blocks(0.7, fixed(3)),
);

#[differentiable]
fn effects_in_conditions(x: f64) -> f64 {
    let mut n = x;
    let mut s = 1.0;
    let mut next = || {
        n *= 1.5;
        n
    };
    while next() < 5.0 && s < 100.0 {
        s = s * 2.0 + x;
    }
    if !(next() > 20.0) {
        s *= x;
    }
    s * next()
}
check!(
    effects_in_conditions_checks,
    effects_in_conditions(0.7),
    effects_in_conditions(1.9)
);

#[differentiable]
fn loops_in_conditions(xs: &[f64], ys: &[f64]) -> f64 {
    let norm = |v: &[f64]| {
        let mut s = 0.0;
        for e in v {
            if *e > 100.0 {
                break;
            }
            s += e * e;
        }
        s.sqrt()
    };
    if norm(xs) > norm(ys) {
        norm(xs) * xs[0]
    } else {
        norm(ys) * xs[1]
    }
}
check!(
    loops_in_conditions_checks,
    loops_in_conditions(&[0.5, 1.5], &[0.3]),
    loops_in_conditions(&[0.5, 1.5], &[3.3]),
);

#[differentiable]
fn labelled_block(x: f64) -> f64 {
    let y = 'value: {
        if x < 0.0 {
            break 'value -x;
        }
        let r = x.sqrt();
        if r > 2.0 {
            break 'value r * 0.5;
        }
        r * x
    };
    y + x
}
check!(
    labelled_block_checks,
    labelled_block(-0.7),
    labelled_block(0.7),
    labelled_block(7.0)
);

#[differentiable]
fn labelled_block_in_loop(xs: &[f64]) -> f64 {
    let mut s = 0.0;
    'all: for &x in xs {
        'skip: {
            for k in 0..3 {
                if x > k as f64 + 0.5 {
                    break 'skip;
                }
                s += x;
            }
            if s > 10.0 {
                break 'all;
            }
            if x < -1.0 {
                continue 'all;
            }
            s += x * x;
        }
        s *= 1.5;
    }
    s
}
check!(
    labelled_block_in_loop_checks,
    labelled_block_in_loop(&[0.2, 0.9, -2.0, 1.7, 5.0])
);
