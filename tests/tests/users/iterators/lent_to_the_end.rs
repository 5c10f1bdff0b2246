use pullback::differentiable;
use pullback_tests::check;

#[differentiable]
fn merged(a: &[f64], b: &[f64]) -> Vec<f64> {
    let mut out = Vec::with_capacity(a.len() + b.len());
    let (mut a, mut b) = (a.iter().peekable(), b.iter().peekable());
    loop {
        match (a.peek(), b.peek()) {
            (Some(&&x), Some(&&y)) => {
                if x <= y {
                    out.push(x);
                    a.next();
                } else {
                    out.push(y);
                    b.next();
                }
            }
            (Some(_), None) => out.extend(a.by_ref()),
            (None, Some(_)) => out.extend(b.by_ref()),
            (None, None) => break,
        }
    }
    out
}

#[differentiable]
fn sorted(v: &[f64]) -> Vec<f64> {
    match v {
        [] | [_] => v.to_vec(),
        _ => {
            let (left, right) = v.split_at(v.len() / 2);
            merged(&sorted(left), &sorted(right))
        }
    }
}

#[differentiable]
fn by_rank(v: &[f64]) -> f64 {
    sorted(v)
        .iter()
        .enumerate()
        .map(|(i, x)| i as f64 * x * x)
        .sum()
}

#[differentiable]
fn in_turns(v: &[f64]) -> f64 {
    let mut it = v.iter().copied();
    let first = it.next().unwrap_or(1.0);
    let mut near = 0.0;
    for x in &mut it {
        if x > 0.5 {
            break;
        }
        near += x * first;
    }
    let mut far = vec![];
    far.extend(&mut it);
    let nothing: f64 = it.by_ref().sum();
    near * far.iter().product::<f64>() + nothing + it.next().unwrap_or(0.25) * first
}

#[differentiable]
fn head_by_tail(v: &[f64]) -> f64 {
    let mut it = v.iter();
    let head: f64 = it.by_ref().take(2).sum();
    let tail: f64 = it.by_ref().map(|x| x * x).sum();
    assert!(it.next().is_none());
    head * tail
}

check!(
    iterators_lent_to_the_end,
    by_rank(&[0.2, -0.7, 1.3, 0.1, 0.9]),
    in_turns(&[0.3, 0.1, 0.9, 0.2, 0.8, 1.1]),
    head_by_tail(&[0.2, -0.7, 1.3, 0.1]),
);
