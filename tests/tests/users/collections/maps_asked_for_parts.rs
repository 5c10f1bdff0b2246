use crate::assert_grad;
use pullback::{Differentiable, differentiable};
use std::collections::{BTreeMap, HashMap};

#[derive(Clone, Debug, Differentiable)]
struct Asset {
    ticker: String,
    weight: f64,
    id: u32,
}

#[differentiable]
fn assets(x: &[f64]) -> Vec<Asset> {
    let named = ["A", "B", "C"].iter().zip(x).enumerate();
    named
        .map(|(i, (ticker, weight))| Asset {
            ticker: ticker.to_string(),
            weight: *weight,
            id: i as u32,
        })
        .collect()
}

#[differentiable]
fn by_sector(assets: &[Asset], #[constant] sectors: &HashMap<String, u32>) -> f64 {
    let mut sums = [0.0; 2];
    for asset in assets {
        if let Some(&sector) = sectors.get(&asset.ticker) {
            sums[sector as usize] += asset.weight;
        }
    }
    sums[0] * sums[1]
}

#[differentiable]
fn beta(assets: &[Asset], #[constant] betas: &BTreeMap<u32, f64>) -> f64 {
    let known = |a: &Asset| if betas.contains_key(&a.id) { 2.0 } else { 1.0 };
    assets
        .iter()
        .map(|a| known(a) * a.weight * betas.get(&a.id).copied().unwrap_or(0.1))
        .sum()
}

#[differentiable]
fn constant(x: &[f64]) -> f64 {
    let assets = assets(x);
    let sectors = HashMap::from([("A".to_string(), 0), ("C".to_string(), 1)]);
    let betas = BTreeMap::from([(0, 0.5), (2, 1.5)]);
    by_sector(&assets, &sectors) + beta(&assets, &betas)
}

#[differentiable]
fn made(x: &[f64]) -> f64 {
    let rates: HashMap<String, f64> = [("A", 0.5), ("B", 2.0)]
        .iter()
        .map(|(ticker, rate)| (ticker.to_string(), *rate))
        .collect();
    let levels = HashMap::from([(1, 0.5), (2, 3.0)]);
    let mut total = 0.0;
    for asset in &assets(x) {
        if let Some(rate) = rates.get(asset.ticker.as_str()) {
            total += asset.weight.sin() * rate;
        } else if levels.contains_key(&asset.id) {
            total += asset.weight.powi(2) * levels.get(&asset.id).unwrap();
        }
    }
    total
}

#[differentiable]
fn netted(x: &[f64]) -> f64 {
    let assets = assets(x);
    let mut sums: BTreeMap<String, f64> = BTreeMap::new();
    for asset in &assets {
        *sums.entry(asset.ticker.clone()).or_insert(0.0) += asset.weight * asset.weight;
    }
    let weighted: f64 = assets
        .iter()
        .map(|a| sums.get(&a.ticker).unwrap() * a.weight)
        .sum();
    weighted + sums["A"]
}

#[differentiable]
fn grouped(x: &[f64], labels: &[&str]) -> f64 {
    let mut groups: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for (v, label) in x.iter().zip(labels) {
        groups.entry(label).or_default().push(*v);
    }
    groups
        .values()
        .map(|group| {
            let mean = group.iter().sum::<f64>() / group.len() as f64;
            group.iter().map(|v| (v - mean).powi(2)).sum::<f64>()
        })
        .sum()
}

#[test]
fn gradient_is_right() {
    let labels = ["a", "b", "a"];
    for x in [[0.5, 2.0, 1.1], [-0.3, 0.4, 0.2]] {
        for _ in 0..2 {
            assert_grad(constant, &x, &constant::gradient(&x));
            assert_grad(made, &x, &made::gradient(&x));
            assert_grad(netted, &x, &netted::gradient(&x));
            assert_grad(|x| grouped(x, &labels), &x, &grouped::gradient(&x, &labels));
        }
    }
}
