use crate::assert_grad;
use pullback::differentiable;

#[derive(Debug)]
enum Failure {
    Empty,
    Steps(usize),
}

/// Returns what the loop works on from inside of it.
#[differentiable]
fn settled(x: &[f64], most: usize) -> Result<Vec<f64>, Failure> {
    if x.is_empty() {
        return Err(Failure::Empty);
    }
    let mut b: Vec<f64> = x.to_vec();
    for _ in 0..most {
        let mut change = 0.0_f64;
        for i in 0..b.len() {
            let new = b[i].sin();
            change = change.max(b[i] - new);
            b[i] = new;
        }
        if change < 0.1 {
            return Ok(b);
        }
    }
    Err(Failure::Steps(most))
}

/// Moves a vector away, and may leave before there is a new one.
#[differentiable]
fn groups(x: &[f64], most: usize) -> Vec<Vec<f64>> {
    let mut all = Vec::new();
    let mut group = Vec::new();
    for &v in x {
        group.push(v * v);
        if v > 1.5 {
            all.push(group);
            if all.len() == most {
                return all;
            }
            group = vec![v];
        }
    }
    all.push(group);
    all
}

/// Each row is moved away in the iteration that makes it.
#[differentiable]
fn rows(x: &[f64]) -> Vec<Vec<f64>> {
    let mut all = Vec::new();
    let mut row: Vec<f64> = Vec::new();
    for i in 0..x.len() {
        row = vec![x[i]; i + 1];
        row[0] *= x[0];
        all.push(row);
    }
    all
}

#[differentiable]
fn f(x: &[f64], most: usize) -> f64 {
    let end = match settled(x, most) {
        Ok(b) => b.iter().map(|v| v * v).sum(),
        Err(Failure::Empty) => 1.0,
        Err(Failure::Steps(n)) => x[0] * n as f64,
    };
    let grouped = groups(x, most);
    let weighted = grouped.iter().enumerate();
    let weighted: f64 = weighted
        .map(|(i, g)| (i + 1) as f64 * g.iter().product::<f64>())
        .sum();
    end + weighted
        + rows(x)
            .iter()
            .map(|r| r.iter().product::<f64>())
            .sum::<f64>()
}

#[test]
fn gradient_is_right() {
    let points: [&[f64]; 4] = [
        &[1.0, 2.0],
        &[1.0, 2.0, 3.0, 4.0, 1.2],
        &[0.4, 1.0, 0.3, 2.0, 1.2],
        &[],
    ];
    for x in points {
        for most in [1, 2, 9] {
            for _ in 0..2 {
                let g = f::gradient(x, most);
                assert_grad(|v| f(v, most), x, &g);
            }
        }
    }
}
