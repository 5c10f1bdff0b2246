use crate::assert_grad;
use pullback::differentiable;

/// What a method changes may be all that an arm or a branch does.
#[differentiable]
fn changed(x: f64, how: usize) -> f64 {
    let mut v = vec![x, x * x, 3.0];
    match how {
        0 => v.swap(0, 1),
        1 => v.fill(x * x),
        2 => v.truncate(1),
        3 => v.sort_by(|a, b| b.total_cmp(a)),
        4 => v.copy_from_slice(&[x, 2.0 * x, 1.0]),
        5 => v.rotate_left(1),
        6 => v.insert(0, x.sin()),
        7 => v.retain(|a| *a < 2.5),
        8 => v.extend([x, x]),
        9 => v.push(x),
        _ => {}
    }
    if how > 5 {
        v.push(x * x)
    } else if how > 2 {
        v.fill(x.sin())
    } else {
        v.reverse()
    }
    v.iter()
        .enumerate()
        .map(|(i, a)| (i + 1) as f64 * a * a)
        .sum()
}

#[test]
fn gradient_is_right() {
    for how in 0..11 {
        for x in [0.7, 1.3, 2.2] {
            let g = changed::gradient(x, how);
            assert_grad(|v| changed(v[0], how), &[x], &[g]);
        }
    }
}
