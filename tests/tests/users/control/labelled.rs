use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn f(m: &[[f64; 3]], limit: f64) -> f64 {
    let mut s = 0.0;
    'rows: for row in m {
        for &x in row {
            if x < 0.0 {
                continue 'rows;
            }
            if s > limit {
                break 'rows;
            }
            s += x * x;
        }
        s *= 1.1;
    }
    let bonus = 'b: {
        if s > limit {
            break 'b s.ln();
        }
        if s > 0.5 * limit {
            break 'b 0.5 * s * limit;
        }
        0.0
    };
    s + bonus
}

#[test]
fn gradient_is_right() {
    let v = [0.5, 0.2, 1.0, 0.7, -1.0, 2.0, 1.5, 1.0, 0.1, 3.0, 1.0, 1.0];
    let mk = |v: &[f64]| v.chunks(3).map(|c| [c[0], c[1], c[2]]).collect::<Vec<_>>();
    for limit in [3.0, 6.0, 100.0] {
        let (dm, dl) = f::gradient(&mk(&v), limit);
        assert_grad(|v| f(&mk(v), limit), &v, dm.as_flattened());
        assert_grad(|l| f(&mk(&v), l[0]), &[limit], &[dl]);
    }
}
