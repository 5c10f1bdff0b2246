use pullback::{Differentiable, differentiable};
use pullback_tests::check;

#[derive(Clone, Differentiable)]
enum Kind {
    A(Vec<f64>, f64),
    B(Option<Vec<f64>>),
}
#[differentiable]
fn eval(k: Kind, w: &[f64]) -> f64 {
    match k {
        Kind::A(xs, s) => {
            let mut t = s;
            for x in xs {
                t += x * w[0];
            }
            t
        }
        Kind::B(Some(ref xs)) if w[1] > 0.0 => {
            let mut t = 0.0;
            for x in xs {
                t += x * x * w[1];
            }
            t
        }
        Kind::B(Some(mut xs)) => {
            for x in &mut xs {
                *x *= w[0];
            }
            let mut t = 0.0;
            for x in xs.iter() {
                t += x;
            }
            t
        }
        Kind::B(None) => w[0],
    }
}
#[differentiable]
fn change(k: &mut Kind, w: f64) {
    match k {
        Kind::A(xs, s) => {
            for x in xs {
                *x *= w * *s;
            }
        }
        Kind::B(Some(xs)) => {
            for x in xs.iter_mut() {
                *x += w;
            }
        }
        _ => {}
    }
}
#[differentiable]
fn changed(p: &[f64]) -> f64 {
    let mut a = Kind::A(p.to_vec(), p[1]);
    change(&mut a, p[0]);
    let mut b = Kind::B(Some(p.to_vec()));
    change(&mut b, p[0]);
    eval(a, p) + eval(b, p) + eval(Kind::B(None), p) + eval(Kind::B(Some(vec![p[0]])), p)
}

#[derive(Clone, Differentiable)]
enum Path {
    A(Vec<f64>, f64),
    B(Option<Vec<f64>>),
}
#[differentiable]
fn walked(k: Path, w: &[f64]) -> f64 {
    match k {
        Path::A(mut xs, s) => {
            xs.push(s);
            xs[0] *= w[0];
            let mut t = 0.0;
            for x in xs {
                t += x * w[0];
            }
            t
        }
        Path::B(Some(mut xs)) => {
            xs.push(w[1]);
            xs.iter().sum()
        }
        Path::B(_) => w[0],
    }
}
#[differentiable]
fn opt(k: Option<Vec<f64>>, w: &[f64]) -> Vec<f64> {
    if let Some(mut v) = k {
        v.push(w[0]);
        v[0] *= w[1];
        v
    } else {
        vec![w[0]]
    }
}
#[differentiable]
fn opt2(k: Option<Vec<f64>>, w: &[f64]) -> Vec<f64> {
    let Some(mut v) = k else { return w.to_vec() };
    v.insert(0, w[0]);
    v[0] *= w[1];
    v
}
#[differentiable]
fn taken(p: &[f64]) -> f64 {
    walked(Path::B(Some(p.to_vec())), p)
        + walked(Path::A(p.to_vec(), p[1]), p)
        + opt(Some(p.to_vec()), p).iter().product::<f64>()
        + opt2(Some(p.to_vec()), p).iter().product::<f64>()
}

check!(
    variables_bound_by_patterns,
    changed(&[0.5, 1.5, 0.3]),
    changed(&[0.5, -1.0]),
    taken(&[0.5, 1.5, 0.3]),
    taken(&[0.5, -1.0])
);
