use crate::check;
use pullback::differentiable;

#[differentiable]
fn butterflies(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    for pair in v.chunks_mut(2) {
        if let [a, b] = pair {
            *a += 0.5 * *b;
            *b = a.sin();
        }
    }
    for pair in v.chunks_exact_mut(2) {
        let [a, b] = pair else { unreachable!() };
        std::mem::swap(a, b);
        *a *= *b;
    }
    v.chunks_mut(2).for_each(|pair| {
        if let [a, b] = pair {
            *b -= *a * 0.3;
        }
    });
    v.iter().map(|v| v * v * v).sum()
}

#[differentiable]
fn in_place(x: &mut [f64]) -> f64 {
    for (i, chunk) in x.chunks_mut(3).enumerate() {
        match chunk {
            [a, b, c] => {
                *a *= *c;
                *c += *b * i as f64;
            }
            [a, rest @ ..] => {
                for r in rest {
                    *r *= *a;
                }
            }
            [] => {}
        }
    }
    let ends = &mut x[1..3];
    if let [a, b] = ends {
        *a += b.cos();
        *b *= *a;
    }
    x.iter().map(|v| v * v).sum()
}

#[differentiable]
fn exchanged(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    let mut squares: Vec<f64> = x.iter().map(|x| x * x).collect();
    v[..2].swap_with_slice(&mut squares[1..3]);
    let (head, tail) = v.split_at_mut(2);
    head.swap_with_slice(&mut tail[..2]);
    squares.swap_with_slice(&mut v);
    v.iter()
        .zip(&squares)
        .enumerate()
        .map(|(i, (a, b))| i as f64 * a * b * b)
        .sum()
}

/// A list of what is no number is filled, and loses what it held.
#[differentiable]
fn filled(x: &[f64]) -> f64 {
    let mut cache: Vec<Option<f64>> = vec![None; 4];
    let mut pairs = [(0.0, 1.0); 3];
    let mut total = 0.0;
    for v in x {
        cache.fill(None);
        cache[1] = Some(v * v);
        total += cache.iter().flatten().sum::<f64>() + cache[0].unwrap_or(1.0);
        cache[2..].fill(Some(v.sin()));
        total += cache.iter().flatten().sum::<f64>();
        pairs[1].0 = *v;
        total += pairs.iter().map(|(a, b)| a * b + b).sum::<f64>();
        pairs.fill((*v, 2.0 * v));
    }
    total + pairs[2].1
}

#[test]
fn gradients_are_right() {
    let points: [&[f64]; 2] = [&[0.5, 1.2, 0.7, 0.3, 2.2, 0.6, 1.1], &[0.3, 0.4, 0.9, 1.3]];
    check(butterflies, |x| butterflies::gradient(x), &points);
    check(
        |x| in_place(&mut x.to_vec()),
        |x| in_place::gradient(&mut x.to_vec()),
        &points,
    );
    check(exchanged, |x| exchanged::gradient(x), &points);
    check(filled, |x| filled::gradient(x), &points);
}
