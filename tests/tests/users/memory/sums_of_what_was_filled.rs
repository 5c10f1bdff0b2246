use crate::assert_grad;
use pullback::differentiable;

/// Every entry of a Kronecker product, summed up.
#[differentiable]
fn kronecker(a: &[f64], b: &[f64], n: usize, m: usize) -> f64 {
    let width = n * m;
    let mut product = vec![0.0; width * width];
    for i in 0..n {
        for k in 0..m {
            for j in 0..n {
                for l in 0..m {
                    product[(i * m + k) * width + j * m + l] = a[i * n + j] * b[k * m + l];
                }
            }
        }
    }
    product.iter().sum()
}

/// The index repeats itself: only what was written last counts.
#[differentiable]
fn written_over(x: &[f64], n: usize, step: usize) -> f64 {
    let mut y = vec![0.0; n * step + 3];
    for i in 0..n {
        for j in 0..3 {
            y[i * step + j] = x[i] * x[j] * (j as f64 + 1.0);
        }
    }
    let mut s = 0.0;
    for v in &y {
        s += v;
    }
    s * s
}

/// Two columns, three rows, and a width that is not the number of columns.
#[differentiable]
fn wider(x: &[f64], n: usize, m: usize) -> f64 {
    let mut y = vec![0.0; x.len()];
    for i in 0..n {
        for j in 0..m {
            y[i * n + j] = x[i] * x[j + 1];
        }
    }
    y.iter().sum::<f64>().sin()
}

/// The mean of what is pushed under a condition, three times over.
#[differentiable]
fn mean_of_pushed(x: &[f64]) -> f64 {
    let mut total = 0.0;
    for round in 1..4 {
        let mut kept = Vec::new();
        for v in x {
            if *v > 0.31 * round as f64 {
                kept.push(v * v * round as f64);
            }
        }
        let mean = kept.iter().sum::<f64>() / kept.len() as f64;
        total += mean.sin();
    }
    total
}

/// What is pushed and popped again is not part of the sum.
#[differentiable]
fn popped(x: &[f64]) -> f64 {
    let mut kept = vec![];
    for v in x {
        kept.push(v * v);
        if *v < 0.5 {
            let gone: f64 = kept.pop().unwrap();
            kept.push(gone.sin());
        }
    }
    kept.iter().sum::<f64>().exp()
}

/// Some of the cells are summed up, others hold what they held.
#[differentiable]
fn a_part(x: &[f64]) -> f64 {
    let y: Vec<f64> = x.iter().map(|v| v * v * v).collect();
    let mut s = 0.0;
    for i in 1..y.len() {
        s += 2.0 * y[i];
    }
    s
}

/// The sum goes by a factor that changes, and one that does not.
#[differentiable]
fn by_factors(x: &[f64], w: f64) -> f64 {
    let y: Vec<f64> = x.iter().map(|v| v * v * w).collect();
    let z: Vec<f64> = x.iter().map(|v| v.cos() * w).collect();
    let mut s = 0.0;
    for i in 0..y.len() {
        s += y[i] * i as f64;
    }
    for v in z.iter() {
        s -= 3.0 * v;
    }
    s * s
}

/// Two sums of the same cells, and a cell that is read besides.
#[differentiable]
fn summed_twice(x: &[f64]) -> f64 {
    let y: Vec<f64> = x.iter().map(|v| v.exp()).collect();
    let z: Vec<f64> = x.iter().map(|v| v.sin()).collect();
    let first: f64 = y.iter().sum();
    let second: f64 = y.iter().sum();
    let third: f64 = z.iter().sum();
    first * second * third + z[1] * third
}

/// The cells are filled through references, in the order of another one.
#[differentiable]
fn through_references(x: &[f64], order: &[usize]) -> f64 {
    let mut y = vec![0.0; x.len()];
    for (v, x) in y.iter_mut().zip(x) {
        *v = x * x;
    }
    let mut z = vec![0.0; x.len()];
    for (i, at) in order.iter().enumerate() {
        z[*at] = x[i].powi(3);
    }
    y.iter().sum::<f64>() * z.iter().sum::<f64>()
}

/// The number is not the same for each of the cells: it grows with what comes after.
#[differentiable]
fn grows(x: &[f64]) -> f64 {
    let y: Vec<f64> = x.iter().map(|v| v * v).collect();
    let mut s = 0.0;
    for v in y.iter() {
        s = 0.5 * s + v;
    }
    s
}

/// Each column by itself, the sum in a method's argument.
#[differentiable]
fn columns(x: &[f64], n: usize) -> f64 {
    let mut best = f64::NEG_INFINITY;
    for c in 0..n {
        let mut column = vec![0.0; n];
        for r in (0..n).rev() {
            column[r] = x[r * n + c].sin() * x[c];
        }
        best = best.max(column.iter().sum::<f64>());
    }
    best
}

#[test]
fn sums_of_what_was_filled() {
    let x = [0.4, 1.3, -0.7, 0.95, 0.2, 1.8, -1.1, 0.6, 0.35];
    for (n, m) in [(1, 1), (1, 3), (2, 1), (2, 3), (3, 2)] {
        let (a, b) = (&x[..n * n], &x[..m * m]);
        for _ in 0..2 {
            let (da, db) = kronecker::gradient(a, b, n, m);
            assert_grad(|a| kronecker(a, b, n, m), a, &da);
            assert_grad(|b| kronecker(a, b, n, m), b, &db);
        }
    }
    for step in 0..5 {
        let f = |x: &[f64]| written_over(x, 4, step);
        assert_grad(f, &x, &written_over::gradient(&x, 4, step));
    }
    for (n, m) in [(2, 2), (2, 3), (3, 2), (2, 5), (1, 4)] {
        assert_grad(|x| wider(x, n, m), &x, &wider::gradient(&x, n, m));
    }
    let w = 0.7;
    let (dx, dw) = by_factors::gradient(&x, w);
    assert_grad(|x| by_factors(x, w), &x, &dx);
    assert_grad(|w| by_factors(&x, w[0]), &[w], &[dw]);
    let order = [3, 0, 1, 2, 8, 5, 5, 6, 7];
    let dx = through_references::gradient(&x, &order);
    assert_grad(|x| through_references(x, &order), &x, &dx);
    assert_grad(mean_of_pushed, &x, &mean_of_pushed::gradient(&x));
    assert_grad(popped, &x, &popped::gradient(&x));
    assert_grad(a_part, &x, &a_part::gradient(&x));
    assert_grad(summed_twice, &x, &summed_twice::gradient(&x));
    assert_grad(grows, &x, &grows::gradient(&x));
    assert_grad(|x| columns(x, 3), &x, &columns::gradient(&x, 3));
}
