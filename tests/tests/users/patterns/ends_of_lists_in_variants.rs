use crate::assert_grad;
use pullback::{Differentiable, differentiable};

fn fd(_: &str, x: &[f64], g: &[f64], f: impl Fn(&[f64]) -> f64) {
    assert_grad(f, x, g);
}

#[differentiable]
fn opt_last(x: &[f64]) -> f64 {
    match Some(x) {
        Some([.., last]) => last * last,
        _ => 0.0,
    }
}
#[differentiable]
fn opt_last2(o: Option<&[f64]>) -> f64 {
    if let Some([first, .., last]) = o {
        first * last
    } else {
        0.0
    }
}
#[derive(Differentiable, Clone)]
enum Path {
    Line([f64; 3]),
    Many(Vec<f64>),
    Named { xs: Vec<f64> },
}
#[differentiable]
fn path(p: &Path, k: f64) -> f64 {
    match p {
        Path::Line([a, .., b]) => a * b * k,
        Path::Many(xs) => match xs.as_slice() {
            [] => k,
            [a] => a * k,
            [a, mid @ .., b] => {
                let m: f64 = mid.iter().sum();
                a * b * m * k
            }
        },
        Path::Named { xs } if xs.len() > 1 => xs[0] * k,
        Path::Named { .. } => k * k,
    }
}
#[derive(Differentiable, Clone)]
struct S {
    best: Option<[f64; 3]>,
    xs: Vec<f64>,
}
#[differentiable]
fn inside(s: &S) -> f64 {
    let mut t = 0.0;
    for _ in 0..2 {
        if let Some([_, y @ ..]) = &s.best {
            t += y[0] * y[1];
        }
        if let (Some([.., z]), [first, .., l]) = (s.best.as_ref(), s.xs.as_slice()) {
            t += z * first * l;
        }
        if let Some([a, .., b]) = s.xs.get(1..) {
            t += a * b;
        }
        if let Some(&[a, .., b]) = s.xs.get(1..) {
            t += a * b * b;
        }
        t += match s.xs.split_first() {
            Some((h, [.., l])) => h * l,
            Some((h, [])) => *h,
            None => 0.0,
        };
    }
    t
}
#[test]
fn gradients_are_right() {
    let p = [1.0, 0.5, 2.0, 0.3];
    fd("opt_last", &p, &opt_last::gradient(&p), |q| opt_last(q));
    let g = opt_last2::gradient(Some(&p[..]));
    assert_eq!(g, Some(vec![0.3, 0.0, 0.0, 1.0]));
    let (a, b) = path::gradient(&Path::Line([1.0, 2.0, 3.0]), 0.5);
    if let PathTangent::Line(a) = a {
        fd("line", &[1.0, 2.0, 3.0, 0.5], &[a[0], a[1], a[2], b], |q| {
            path(&Path::Line([q[0], q[1], q[2]]), q[3])
        });
    }
    for n in 0..5 {
        let v: Vec<f64> = (0..n).map(|i| 1.0 + i as f64).collect();
        let (a, b) = path::gradient(&Path::Many(v.clone()), 0.5);
        if let PathTangent::Many(mut a) = a {
            let mut v = v;
            a.push(b);
            v.push(0.5);
            fd("many", &v, &a, |q| path(&Path::Many(q[..n].to_vec()), q[n]));
        }
    }
    let s = S {
        best: Some([0.3, 0.4, 0.7]),
        xs: p.to_vec(),
    };
    let g = inside::gradient(&s);
    let mut gg = g.best.unwrap().to_vec();
    gg.extend(g.xs);
    fd("inside", &[0.3, 0.4, 0.7, 1.0, 0.5, 2.0, 0.3], &gg, |q| {
        inside(&S {
            best: Some([q[0], q[1], q[2]]),
            xs: q[3..].to_vec(),
        })
    });
}
