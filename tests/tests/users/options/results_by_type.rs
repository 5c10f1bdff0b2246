use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, PartialEq)]
enum MathError {
    Negative,
    TooLarge { limit: u32 },
}

#[differentiable]
fn root(x: f64) -> Result<f64, MathError> {
    if x < 0.0 {
        Err(MathError::Negative)
    } else if x > 100.0 {
        Err(MathError::TooLarge { limit: 100 })
    } else {
        Ok(x.sqrt())
    }
}

#[differentiable]
fn mapped(x: f64, k: f64) -> f64 {
    let y = root(x).map(|r| r * k);
    let z = root(x - 1.0).and_then(|r| root(r * k));
    y.unwrap_or(k * k) + z.map_or(3.0 * x, |z| z * z * k)
}

#[differentiable]
fn described(x: f64) -> Result<f64, String> {
    let r = root(x).map_err(|e| format!("{e:?}"))?;
    Ok(r * x)
}

#[differentiable]
fn recovered(x: f64) -> f64 {
    let a = described(x).unwrap_or_else(|text| x * text.len() as f64);
    let b = root(x).or_else(|e| {
        if e == MathError::Negative {
            root(-x)
        } else {
            Err(e)
        }
    });
    let c = if b.is_ok() {
        b.clone().unwrap()
    } else {
        x * 0.5
    };
    let d = b.ok().filter(|v| *v > 1.0).unwrap_or_default();
    a + c * d
        + root(x).map_or_else(
            |e| x * matches!(e, MathError::Negative) as u8 as f64,
            |r| r + 1.0,
        )
}

#[differentiable]
fn all_roots(xs: &[f64]) -> Result<Vec<f64>, MathError> {
    xs.iter().map(|&x| root(x)).collect()
}

#[differentiable]
fn sum_of_roots(xs: &[f64]) -> Result<f64, MathError> {
    let total: f64 = xs
        .iter()
        .map(|x| root(*x))
        .sum::<Result<f64, MathError>>()?;
    let product = xs
        .iter()
        .map(|x| root(x + 1.0))
        .product::<Result<f64, _>>()?;
    Ok(total * product)
}

#[differentiable]
fn collected(xs: &[f64]) -> f64 {
    let roots = match all_roots(xs) {
        Ok(roots) => roots.iter().map(|r| r * r * r).sum(),
        Err(MathError::Negative) => xs[0] * xs[1],
        Err(_) => xs[2],
    };
    roots + sum_of_roots(xs).unwrap_or(xs[1])
}

#[differentiable]
fn logs(xs: &[f64]) -> Option<f64> {
    let logs = xs
        .iter()
        .map(|&x| (x > 0.0).then(|| x.ln()))
        .collect::<Option<Vec<f64>>>()?;
    Some(logs[0] * logs[logs.len() - 1])
}

#[differentiable]
fn either_log(xs: &[f64]) -> f64 {
    logs(xs).unwrap_or_else(|| xs.iter().sum::<f64>() * xs[0])
}

/// Through a struct, in a loop, with `?` in the middle.
#[derive(Clone, Debug, Default, Differentiable)]
struct Account {
    balance: f64,
    fees: Vec<f64>,
}

#[differentiable]
impl Account {
    fn withdraw(&mut self, amount: f64) -> Result<f64, String> {
        if amount > self.balance {
            return Err(format!("{amount} is too much"));
        }
        let fee = 0.01 * amount * amount;
        self.balance -= amount + fee;
        self.fees.push(fee);
        Ok(amount)
    }
}

#[differentiable]
fn spree(start: f64, amounts: &[f64]) -> f64 {
    let mut account = Account {
        balance: start,
        ..Default::default()
    };
    let mut got = 0.0;
    let mut failures = 0;
    for &a in amounts {
        match account.withdraw(a) {
            Ok(x) => got += x * x,
            Err(message) => failures += message.is_empty() as usize + 1,
        }
    }
    got * account.balance + account.fees.iter().sum::<f64>() + failures as f64 * start
}

#[test]
fn gradients_are_right() {
    for x in [5.0, 0.4, -0.7, 200.0] {
        let (dx, dk) = mapped::gradient(x, 1.3);
        assert_grad(|v| mapped(v[0], v[1]), &[x, 1.3], &[dx, dk]);
        let dx = recovered::gradient(x);
        assert_grad(|v| recovered(v[0]), &[x], &[dx]);
    }
    for xs in [[0.4, 1.2, 2.5], [0.7, -0.3, 1.0], [1.0, 3.0, 400.0]] {
        assert_grad(collected, &xs, &collected::gradient(&xs));
        assert_grad(either_log, &xs, &either_log::gradient(&xs));
    }
    for start in [10.0, 2.0, 0.5] {
        let amounts = [0.4, 1.5, 0.9, 3.0];
        let (ds, da) = spree::gradient(start, &amounts);
        assert_grad(|s| spree(s[0], &amounts), &[start], &[ds]);
        assert_grad(|a| spree(start, a), &amounts, &da);
    }
}
