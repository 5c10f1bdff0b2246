use pullback::differentiable;
use pullback_tests::check;

#[differentiable]
fn bubbles(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    let mut swaps = 0;
    loop {
        let mut done = true;
        for i in 1..v.len() {
            if let [a, b] = &mut v[i - 1..=i] {
                if *a > *b {
                    std::mem::swap(a, b);
                    done = false;
                    swaps += 1;
                }
            }
        }
        if done {
            break;
        }
    }
    v.iter().zip(1..).map(|(v, k)| v.powi(k)).sum::<f64>() + swaps as f64 * v[0]
}

#[differentiable]
fn ends(x: &[f64]) -> f64 {
    let (mut v, from) = (x.to_vec(), x.len() / 2);
    match &mut v[from + 1..] {
        [first, .., last] => {
            *first *= *last;
            *last += 2.0 * *first;
        }
        [only] => *only *= 3.0,
        [] => {}
    }
    v.iter().map(|a| a * a).sum()
}

check!(
    neighbours_changed_by_pattern,
    bubbles(&[0.3, 1.7, 0.5, 0.2]),
    ends(&[0.3, 1.7, 0.5, 0.2, 1.1, 0.4]),
    ends(&[0.3, 1.7, 0.5]),
    ends(&[0.3]),
);
