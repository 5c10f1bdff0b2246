use crate::assert_grad;
use pullback::differentiable;

#[differentiable]
fn bit_reverse(re: &mut [f64], im: &mut [f64]) {
    let n = re.len();
    let bits = n.trailing_zeros();
    for i in 0..n {
        let j = i.reverse_bits() >> (usize::BITS - bits);
        if j > i {
            re.swap(i, j);
            im.swap(i, j);
        }
    }
}

#[differentiable]
fn fft(re: &mut [f64], im: &mut [f64]) {
    bit_reverse(re, im);
    let n = re.len();
    let mut len = 2;
    while len <= n {
        let ang = -std::f64::consts::TAU / len as f64;
        for start in (0..n).step_by(len) {
            for k in 0..len / 2 {
                let (wi, wr) = (ang * k as f64).sin_cos();
                let (a, b) = (start + k, start + k + len / 2);
                let tr = re[b] * wr - im[b] * wi;
                let ti = re[b] * wi + im[b] * wr;
                re[b] = re[a] - tr;
                im[b] = im[a] - ti;
                re[a] += tr;
                im[a] += ti;
            }
        }
        len <<= 1;
    }
}

#[differentiable]
fn low_band_energy(x: &[f64]) -> f64 {
    let mut re = x.to_owned();
    let mut im = vec![0.0; x.len()];
    fft(&mut re, &mut im);
    re.iter()
        .zip(im.iter())
        .take(3)
        .map(|(r, i)| r * r + i * i)
        .sum::<f64>()
        .ln()
}

#[test]
fn gradient_is_right() {
    let p = [1.0, 0.2, -0.4, 0.7, 0.1, -0.9, 0.3, 0.6];
    assert_grad(|p| low_band_energy(p), &p, &low_band_energy::gradient(&p));
}
