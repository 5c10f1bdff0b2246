use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn f(x: &[f64]) -> f64 {
    let mut slots = vec![Some(x[0]), None, Some(x[2])];
    let mut total = 0.0;
    for k in 0..3 {
        if let Some(v) = &mut slots[k] {
            *v = *v * *v + x[1];
            total += *v;
        }
        if let Some(v) = slots[k].as_mut() {
            *v *= x[0];
        }
        match slots[k] {
            Some(ref mut v) if *v > 0.0 => *v = v.sqrt(),
            Some(_) => {}
            None => total *= 2.0,
        }
    }
    let mut pair = (Some(x[1]), Some(x[2]));
    if let (Some(a), Some(b)) = &mut pair {
        *a *= *b;
        std::mem::swap(a, b);
        *b += x[0];
    }
    let (p, q) = pair;
    for s in slots.iter_mut() {
        while let Some(v) = s {
            if *v > 5.0 {
                break;
            }
            *v *= 1.5;
            total += *v;
        }
    }
    {
        for s in &slots {
            if let Some(v) = s {
                total += v * v;
            }
        }
    }
    total * p.unwrap() * q.unwrap()
}

#[test]
fn gradient_is_right() {
    for x in [[0.7, 1.3, 0.9], [1.5, 2.1, 0.4], [2.0, 0.1, 3.0]] {
        assert_grad(f, &x, &f::gradient(&x));
    }
}
