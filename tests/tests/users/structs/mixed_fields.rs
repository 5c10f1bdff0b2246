use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unit {
    Celsius,
    Kelvin,
}

#[derive(Clone, Debug, Differentiable)]
struct Sensor {
    name: String,
    id: u32,
    #[constant]
    unit: Unit,
    gain: f64,
    readings: Vec<f64>,
    enabled: bool,
}

#[differentiable]
fn average(s: &Sensor) -> f64 {
    if !s.enabled || s.readings.is_empty() {
        return 0.0;
    }
    let mean = s.readings.iter().sum::<f64>() / s.readings.len() as f64;
    let scaled = s.gain * mean;
    match s.unit {
        Unit::Celsius => scaled + 273.15,
        Unit::Kelvin => scaled,
    }
}

#[differentiable]
fn squared_average(gain: f64, readings: &[f64], on: bool) -> f64 {
    let s = Sensor {
        name: String::from("probe"),
        id: 7,
        unit: Unit::Kelvin,
        gain,
        readings: readings.to_vec(),
        enabled: on,
    };
    average(&s).powi(2) + s.id as f64 * s.gain
}

#[test]
fn gradient_is_right() {
    let r = [1.0, 2.0, 4.0];
    for on in [true, false] {
        let (dg, dr) = squared_average::gradient(0.5, &r, on);
        assert_grad(|g| squared_average(g[0], &r, on), &[0.5], &[dg]);
        assert_grad(|r| squared_average(0.5, r, on), &r, &dr);
    }
    let s = Sensor {
        name: "a".into(),
        id: 1,
        unit: Unit::Celsius,
        gain: 2.0,
        readings: vec![3.0, 5.0],
        enabled: true,
    };
    let g = average::gradient(&s);
    assert!((g.gain - 4.0).abs() < 1e-12);
    assert!((g.readings[1] - 1.0).abs() < 1e-12);
}
