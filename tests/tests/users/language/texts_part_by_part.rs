use crate::check;
use pullback::differentiable;

#[differentiable]
fn weighted(csv: &str, column: &str, weights: &[f64]) -> Result<f64, String> {
    let mut lines = csv.lines();
    let header = lines.next().unwrap_or("");
    let at = header
        .split(',')
        .position(|name| name == column)
        .ok_or_else(|| format!("no {column}"))?;
    let mut sum = 0.0;
    for (row, line) in lines.enumerate() {
        let cell = line.split(',').nth(at).ok_or("a cell is missing")?;
        let v: f64 = cell.trim().parse().unwrap_or(0.0);
        let w = *weights.get(row).ok_or("a weight is missing")?;
        sum += w * w * v;
    }
    Ok(sum)
}

/// A machine with an accumulator.
#[differentiable]
fn run(program: &str, x: f64) -> f64 {
    let mut tokens = program.split_whitespace();
    let mut acc = x;
    while let Some(token) = tokens.next() {
        match token {
            "add" => {
                let v: f64 = tokens.next().unwrap().parse().unwrap();
                acc += v;
            }
            "mul" => {
                let v: f64 = tokens.next().and_then(|t| t.parse().ok()).unwrap_or(1.0);
                acc *= v;
            }
            "sin" => acc = acc.sin(),
            "square" => acc *= acc,
            _ => break,
        }
    }
    acc
}

#[differentiable]
fn digits(text: &str, w: &[f64]) -> f64 {
    let mut chars = text.chars().peekable();
    let mut total = 0.0;
    while let Some(c) = chars.next() {
        if c.is_ascii_digit() {
            let mut n = c.to_digit(10).unwrap() as usize;
            while let Some(d) = chars.peek().and_then(|c| c.to_digit(10)) {
                n = n * 10 + d as usize;
                chars.next();
            }
            total += w[n % w.len()] * w[n % w.len()];
        } else if c == '-' {
            total = -total;
        }
    }
    let mut bytes = text.bytes();
    let first = bytes.next().unwrap_or(b'0');
    let rest: usize = bytes.map(|b| b as usize).sum();
    total * w[first as usize % w.len()] * w[rest % w.len()]
}

#[differentiable]
fn set(line: &str, x: f64) -> Option<f64> {
    let mut parts = line.splitn(2, '=');
    let key = parts.next()?.trim();
    let value: f64 = parts.next()?.trim().parse().ok()?;
    Some(match key {
        "gain" => x * value,
        "shift" => x + value,
        _ => return None,
    })
}

#[differentiable]
fn rows(text: &str, w: &[f64]) -> f64 {
    let mut total = 1.0;
    for line in text.lines().filter(|l| !l.starts_with('#')) {
        let mut fields = line.split(',').map(str::trim);
        let Some(name) = fields.next() else { continue };
        let values: Vec<f64> = fields.filter_map(|f| f.parse().ok()).collect();
        let scale = name.len() as f64 * 0.01;
        total *= 1.0 + values.iter().zip(w).map(|(v, w)| v * w).sum::<f64>() * scale;
    }
    total
}

#[differentiable]
fn grid(text: &str, w: &[f64]) -> f64 {
    let mut lines = text.lines();
    let n: usize = lines.next().and_then(|l| l.parse().ok()).unwrap_or(0);
    let grid: Vec<Vec<f64>> = lines
        .by_ref()
        .take(n)
        .map(|l| l.split(' ').map(|v| v.parse().unwrap_or(0.0)).collect())
        .collect();
    let footer = lines.next().map_or(0, |l| l.len());
    let cells = grid.iter().zip(w);
    cells
        .map(|(row, w)| row.iter().map(|v| v * w * w).sum::<f64>())
        .sum::<f64>()
        * footer as f64
}

#[differentiable]
fn horner(text: &str, x: f64) -> Result<f64, std::num::ParseFloatError> {
    let mut coefficients = text.split(';').map(|s| s.parse::<f64>());
    let mut acc = match coefficients.next() {
        Some(c) => c?,
        None => return Ok(0.0),
    };
    for c in coefficients {
        acc = acc * x + c?;
    }
    Ok(acc)
}

#[test]
fn gradients_are_right() {
    let points: [&[f64]; 2] = [&[0.5, 1.2, 0.7, 0.3], &[-0.3, 0.4, 0.2, 0.7]];
    let first = |g: f64| vec![g, 0.0, 0.0, 0.0];
    let table = "a,b\n1, 2\n3,4.5\n5,x";
    check(
        |x| weighted(table, "b", x).unwrap(),
        |x| weighted::vjp(table, "b", x).1.call(Ok(1.0)),
        &points,
    );
    assert!(weighted::vjp(table, "c", points[0]).0.is_err());
    let program = "add 2 sin mul 3 square add 1 stop sin";
    check(
        |x| run(program, x[0]),
        |x| first(run::gradient(program, x[0])),
        &points,
    );
    check(
        |x| digits("12a3-45", x),
        |x| digits::gradient("12a3-45", x),
        &points,
    );
    for line in ["gain = 2.5", "shift=1"] {
        check(
            |x| set(line, x[0]).unwrap(),
            |x| first(set::vjp(line, x[0]).1.call(Some(1.0))),
            &points,
        );
    }
    let text = "# x\nab, 1, 2\nc, 3, x, 4";
    check(|x| rows(text, x), |x| rows::gradient(text, x), &points);
    let text = "2\n1 2\n3 4\nend";
    check(|x| grid(text, x), |x| grid::gradient(text, x), &points);
    check(
        |x| horner("1;2;3.5", x[0]).unwrap(),
        |x| first(horner::vjp("1;2;3.5", x[0]).1.call(Ok(1.0))),
        &points,
    );
}
