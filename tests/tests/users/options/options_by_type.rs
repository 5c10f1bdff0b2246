use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[differentiable]
fn find_above(xs: &[f64], limit: f64) -> Option<f64> {
    for &x in xs {
        if x > limit {
            return Some(x * limit);
        }
    }
    None
}

#[differentiable]
fn combined(xs: &[f64], limit: f64) -> f64 {
    let a = find_above(xs, limit);
    let b = find_above(xs, limit + 1.0);
    let both = a.zip(b).map(|(p, q)| p * q);
    let one = a.xor(b);
    let any = b.or(a);
    let then = a.and(b).is_some_and(|v| v > 2.0);
    let nested = a
        .map(|v| if v > 1.0 { Some(v.sin()) } else { None })
        .flatten();
    let chosen = a.filter(|v| *v > 1.5).or_else(|| b.map(|v| v.exp()));
    both.unwrap_or(limit)
        + one.unwrap_or_default()
        + any.map_or(0.0, |v| v * v)
        + nested.map_or_else(|| limit * 2.0, |v| v * limit)
        + chosen.unwrap_or_else(|| xs[0])
        + then as u8 as f64 * limit
}

#[derive(Clone, Debug, Default, Differentiable)]
struct Ema {
    value: Option<f64>,
    count: usize,
}

#[differentiable]
impl Ema {
    fn update(&mut self, x: f64, alpha: f64) -> f64 {
        let new = self.value.take().map(|v| v + alpha * (x - v)).unwrap_or(x);
        let before = self.value.replace(new);
        self.count += before.is_none() as usize;
        self.value.unwrap()
    }

    fn seeded(&mut self, x: f64) -> f64 {
        self.value.get_or_insert(x * x);
        self.value.insert(x * 0.5 + self.value.unwrap_or(0.0));
        self.value.expect("just inserted")
    }
}

#[differentiable]
fn smoothed(xs: &[f64], alpha: f64) -> f64 {
    let mut ema = Ema::default();
    let mut other = Ema::default();
    let mut s = 0.0;
    for &x in xs {
        s += ema.update(x, alpha).powi(2);
        s += other.seeded(x);
    }
    s + ema.value.map_or(0.0, |v| v * alpha) * ema.count as f64
}

#[differentiable]
fn elements(x: &[f64], i: usize) -> f64 {
    let mut s = 0.0;
    if let (Some(a), Some(b)) = (x.get(i), x.get(i + 1)) {
        s += a * b;
    }
    if let Some(prev) = i.checked_sub(1)
        && let Some(&p) = x.get(prev)
        && p < x[0]
    {
        s += p * x[0];
    } else if let Some(last) = x.last()
        && *last > 0.0
    {
        s += last.sqrt();
    } else {
        s += x[0];
    }
    let far = x.get(i + 2).copied().unwrap_or(x[0] * 2.0);
    match x.get(i + 3) {
        Some(&v) if v > 0.5 => s + v * far,
        _ => s - far,
    }
}

#[differentiable]
fn cell(table: &[Option<f64>], i: usize) -> Result<Option<f64>, &'static str> {
    let cell = table.get(i).ok_or("out of range")?;
    Ok(cell.map(|v| v * v))
}

#[differentiable]
fn table(a: f64, b: f64) -> f64 {
    let table = [Some(a), None, Some(a * b)];
    let mut s = 0.0;
    for i in 0..4 {
        s += match cell(&table, i) {
            Ok(Some(v)) => v,
            Ok(None) => b,
            Err(msg) => msg.len() as f64 * a,
        };
    }
    s + cell(&table, 0)
        .transpose()
        .map_or(0.0, |r| r.unwrap_or(1.0) * b)
}

#[test]
fn gradients_are_right() {
    let xs = [0.3, 1.4, 2.9];
    for limit in [0.2, 0.9, 1.7, 3.5] {
        let (dx, dl) = combined::gradient(&xs, limit);
        assert_grad(|x| combined(x, limit), &xs, &dx);
        assert_grad(|l| combined(&xs, l[0]), &[limit], &[dl]);
    }
    let (dx, da) = smoothed::gradient(&xs, 0.4);
    assert_grad(|x| smoothed(x, 0.4), &xs, &dx);
    assert_grad(|a| smoothed(&xs, a[0]), &[0.4], &[da]);
    for x in [
        [0.3, 0.2, 0.9, 1.4],
        [0.3, 1.2, -0.9, -1.4],
        [1.0, 0.4, 0.7, 0.2],
    ] {
        for i in 0..4 {
            assert_grad(|x| elements(x, i), &x, &elements::gradient(&x, i));
        }
    }
    let (a, b) = table::gradient(0.6, 1.7);
    assert_grad(|v| table(v[0], v[1]), &[0.6, 1.7], &[a, b]);
}
