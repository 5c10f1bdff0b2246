use crate::check;
use pullback::{Differentiable, differentiable};
use std::collections::{BTreeMap, HashMap};

#[derive(Debug)]
enum LookupError {
    Unknown(String),
    NonPositive,
}

#[derive(Clone, Debug, Differentiable)]
struct Term {
    feature: String,
    coefficient: f64,
}

#[differentiable]
fn rate(table: &HashMap<String, f64>, from: &str, to: &str) -> Result<f64, LookupError> {
    let a = table
        .get(from)
        .ok_or_else(|| LookupError::Unknown(from.to_string()))?;
    let b = table.get(to).ok_or(LookupError::Unknown(to.to_string()))?;
    if *b <= 0.0 {
        return Err(LookupError::NonPositive);
    }
    Ok(a / b)
}

#[differentiable]
fn along(table: &HashMap<String, f64>, path: &[&str]) -> Result<f64, LookupError> {
    let mut product = 1.0;
    for pair in path.windows(2) {
        product *= rate(table, pair[0], pair[1])?;
    }
    Ok(product)
}

#[differentiable]
fn predicted(terms: &[Term], row: &BTreeMap<String, f64>) -> Result<f64, LookupError> {
    terms.iter().try_fold(0.5, |sum, term| {
        let x = row
            .get(&term.feature)
            .ok_or_else(|| LookupError::Unknown(term.feature.clone()))?;
        match sum + term.coefficient * x {
            all if all > -1.0 => Ok(all),
            _ => Err(LookupError::NonPositive),
        }
    })
}

#[differentiable]
fn asked(row: &BTreeMap<String, f64>, name: &str) -> f64 {
    match row.get(name).ok_or(LookupError::NonPositive) {
        Ok(x) => x * x,
        Err(error) => {
            println!("{error:?}");
            row.values().sum()
        }
    }
}

#[differentiable]
fn total(x: &[f64]) -> f64 {
    let names = ["EUR", "USD", "JPY"].iter().map(|s| s.to_string());
    let table: HashMap<String, f64> = names.zip(x.iter().copied()).collect();
    let there = along(&table, &["EUR", "JPY", "USD", "JPY"]).unwrap_or(x[0]);
    let missing = along(&table, &["EUR", "GBP"]).unwrap_or_else(|e| match e {
        LookupError::Unknown(name) => name.len() as f64 * x[1],
        LookupError::NonPositive => 0.0,
    });
    let terms = vec![
        Term {
            feature: "a".into(),
            coefficient: x[0],
        },
        Term {
            feature: "b".into(),
            coefficient: x[1],
        },
    ];
    let mut row = BTreeMap::from([("a".to_string(), x[2])]);
    let first = predicted(&terms, &row).unwrap_or(x[2] * 3.0);
    row.insert("b".to_string(), x[0] * x[2]);
    let second = predicted(&terms, &row).unwrap_or(x[2] * x[2]);
    there * missing + first * second + asked(&row, "b") * asked(&row, "c")
}

#[test]
fn gradients_are_right() {
    let points = [&[1.2, 1.0, 0.1][..], &[1.2, 0.5, -0.3], &[3.0, -2.0, 0.7]];
    check(total, |v| total::gradient(v), &points);
}
