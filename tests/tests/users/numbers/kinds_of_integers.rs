use crate::assert_grad;
use pullback::differentiable;

type Byte = u8;

/// Random numbers from a generator whose state wraps around at 32 bits.
#[differentiable]
fn noisy(x: &[f64]) -> f64 {
    let mut seed: u32 = 12345;
    let mut rand = move || {
        seed ^= seed << 13;
        seed ^= seed >> 17;
        seed ^= seed << 5;
        f64::from(seed) / f64::from(u32::MAX)
    };
    let mut total = 0.0;
    for _ in 0..10 {
        let u = rand();
        total += (x[0] * u + x[1]).sin() * rand();
    }
    total
}

#[test]
fn a_generator() {
    let x = [0.7, -0.4];
    assert_grad(noisy, &x, &noisy::gradient(&x));
    assert_eq!(noisy::value_and_gradient(&x).0, noisy(&x));
}

/// Each of these literals is another number where it is not a byte.
#[differentiable]
fn weighted(x: f64) -> f64 {
    let (a, b): (u8, Byte) = (250, 251);
    let list: [u8; 2] = [250, 240];
    let repeated: Vec<Byte> = vec![250; 2];
    let chosen: u8 = if x > 0.0 { 250 } else { 3 };
    let later: u8;
    if x > 0.5 {
        later = 250;
    } else {
        later = 1;
    }
    let left: u8 = loop {
        if x > -1.0 {
            break 250;
        }
    };
    let matched: u8 = match x {
        v if v > 0.3 => 250,
        _ => 251,
    };
    let [first, second]: [u8; 2] = [250, 240];
    let single: [f32; 2] = [0.1, 0.2];
    let bytes = [
        a.wrapping_add(10),
        b.wrapping_add(10),
        list[0].wrapping_add(list[1]),
        repeated[1].wrapping_add(9),
        chosen.wrapping_add(10),
        later.wrapping_add(10),
        left.wrapping_add(10),
        matched.wrapping_add(10),
        first.wrapping_add(second),
    ];
    let mut total = x * x * f64::from(single[0]);
    for (k, byte) in bytes.iter().enumerate() {
        total += x.powi(k as i32) * f64::from(*byte);
    }
    total
}

#[test]
fn bytes() {
    for x in [0.9, 0.4, -0.3] {
        let (value, gradient) = weighted::value_and_gradient(x);
        assert_eq!(value, weighted(x));
        assert_grad(|x| weighted(x[0]), &[x], &[gradient]);
    }
}
