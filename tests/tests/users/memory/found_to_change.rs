use crate::check;
use pullback::{Differentiable, differentiable};

#[derive(Differentiable, Clone, Debug)]
struct Body {
    id: usize,
    mass: f64,
    v: [f64; 2],
}

#[derive(Differentiable, Clone, Debug)]
struct World {
    bodies: Vec<Body>,
    g: f64,
}

#[differentiable]
impl World {
    fn add_mass(&mut self, id: usize, dm: f64) -> bool {
        match self.bodies.iter_mut().find(|b| b.id == id) {
            Some(b) => {
                b.mass += dm;
                b.v[0] *= 0.5;
                true
            }
            None => false,
        }
    }

    fn run(&mut self, dm: f64) -> f64 {
        if !self.add_mass(2, dm * dm) {
            return dm;
        }
        self.add_mass(9, 7.0);
        self.bodies.iter_mut().find(|b| b.id == 1).unwrap().mass *= dm;
        let heaviest = (self.bodies.iter_mut())
            .max_by(|a, b| a.mass.partial_cmp(&b.mass).unwrap())
            .unwrap();
        heaviest.v[1] += self.g * heaviest.mass;
        self.bodies.iter().map(|b| b.mass * (b.v[0] + b.v[1])).sum()
    }
}

fn world(v: &[f64]) -> World {
    let bodies = vec![
        Body {
            id: 1,
            mass: v[0],
            v: [v[1], v[2]],
        },
        Body {
            id: 2,
            mass: v[3],
            v: [v[4], 0.3],
        },
    ];
    World { bodies, g: v[5] }
}

#[differentiable]
fn numbers(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    if let Some(m) = v.iter_mut().find(|a| **a > 1.0) {
        *m = m.sqrt();
    } else {
        v[0] *= 3.0;
    }
    for k in 0..3 {
        let t = k as f64;
        if let Some(m) = v
            .iter_mut()
            .min_by(|a, b| (**a - t).abs().total_cmp(&(**b - t).abs()))
        {
            *m *= 1.5 + *m;
        }
        *v.iter_mut().find(|a| **a > 0.0).unwrap() += t * x[0];
    }
    v.iter().map(|a| a.sin()).sum()
}

#[differentiable]
fn rows(rows: &mut [Vec<f64>], k: f64) -> f64 {
    let Some(row) = rows.iter_mut().find(|row| row.len() == 3) else {
        return k;
    };
    row[1] *= k;
    for v in row.iter_mut() {
        *v += 1.0;
    }
    if let Some(v) = rows[0].iter_mut().find(|v| **v < 0.0) {
        *v = -*v * k;
    }
    rows.iter().flatten().map(|v| v * v).sum()
}

#[test]
fn main_test() {
    check(
        |v| world(v).run(v[6]),
        |v| {
            let (w, dm) = world(v).run_gradient(v[6]);
            let [a, b] = &w.bodies[..] else { panic!() };
            vec![a.mass, a.v[0], a.v[1], b.mass, b.v[0], w.g, dm]
        },
        &[
            &[1.0, 0.2, 0.3, 2.0, 0.7, 9.8, 1.3],
            &[3.0, 0.2, 0.3, 0.5, 0.7, 1.8, 1.9],
        ],
    );
    check(
        numbers,
        numbers::gradient,
        &[&[0.5, 2.0, 1.5, 0.8], &[0.1, 0.2, 0.3, 0.4]],
    );
    let table = |v: &[f64]| vec![v[..2].to_vec(), v[2..v.len() - 1].to_vec()];
    check(
        |v| rows(&mut table(v), v[v.len() - 1]),
        |v| {
            let (by_rows, k) = rows::gradient(&mut table(v), v[v.len() - 1]);
            [by_rows.concat(), vec![k]].concat()
        },
        &[&[1.0, -0.2, 0.3, 2.0, 0.7, 1.5], &[1.0, 0.2, 0.3, 2.0, 1.5]],
    );
}
