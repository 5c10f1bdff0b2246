use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Cell {
    capacity: f64,
    resistance: f64,
    ocv: [f64; 4],
}

#[derive(Debug, PartialEq)]
enum Fault {
    Empty { step: usize },
    OverVoltage,
}

#[differentiable]
impl Cell {
    fn open_circuit(&self, soc: f64) -> f64 {
        self.ocv.iter().rev().fold(0.0, |acc, c| acc * soc + c)
    }

    fn discharge(&self, profile: &[f64]) -> Result<(f64, f64), Fault> {
        let mut soc = 0.9;
        let mut delivered = 0.0;
        for (step, &current) in profile.iter().enumerate() {
            soc -= current / self.capacity;
            if soc <= 0.0 {
                return Err(Fault::Empty { step });
            }
            let v = self.open_circuit(soc) - current * self.resistance;
            if v > 4.3 {
                return Err(Fault::OverVoltage);
            }
            delivered += v * current;
        }
        Ok((delivered, soc))
    }
}

#[differentiable]
fn score(cell: &Cell, profile: &[f64]) -> f64 {
    match cell.discharge(profile) {
        Ok((energy, soc)) => energy * soc,
        Err(Fault::Empty { step }) if step > 2 => -cell.capacity,
        Err(Fault::Empty { .. }) => -2.0 * cell.capacity,
        Err(Fault::OverVoltage) => -cell.ocv[0].powi(2),
    }
}

#[test]
fn gradient_is_right() {
    let mk = |v: &[f64]| Cell {
        capacity: v[0],
        resistance: v[1],
        ocv: [v[2], v[3], v[4], v[5]],
    };
    for (v, profile) in [
        ([10.0, 0.05, 3.0, 0.8, -0.3, 0.4], [1.0, 2.0, 0.5, 1.5]),
        ([10.0, 0.05, 3.0, 0.8, -0.3, 0.4], [1.0, 9.0, 0.5, 1.5]),
        ([10.0, 0.05, 3.0, 0.8, -0.3, 0.4], [1.0, 5.0, 1.5, 2.5]),
        ([10.0, 0.05, 5.0, 0.8, -0.3, 0.4], [1.0, 2.0, 0.5, 1.5]),
    ] {
        let (g, dp) = score::gradient(&mk(&v), &profile);
        let flat = [
            g.capacity,
            g.resistance,
            g.ocv[0],
            g.ocv[1],
            g.ocv[2],
            g.ocv[3],
        ];
        assert_grad(|v| score(&mk(v), &profile), &v, &flat);
        assert_grad(|p| score(&mk(&v), p), &profile, &dp);
    }
}
