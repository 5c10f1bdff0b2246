use crate::check;
use pullback::{Differentiable, Real, differentiable};
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct VecN<T, const N: usize>([T; N]);
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct P<T> {
    a: T,
    b: T,
}
#[differentiable]
fn addn<T: Real, const N: usize>(a: VecN<T, N>, o: VecN<T, N>) -> VecN<T, N> {
    VecN(std::array::from_fn(|i| a.0[i] * o.0[i]))
}
#[differentiable]
fn stated<T: Real, const N: usize>(a: &[T; N], k: T) -> [T; N] {
    std::array::from_fn(|i| a[i] * k)
}
#[differentiable]
fn mat<T: Real, const N: usize>(a: &[T; N], k: T) -> [[T; N]; N] {
    std::array::from_fn(|i| std::array::from_fn(|j| a[i] * a[j] * k))
}
#[differentiable]
fn unsaid<T: Real, const N: usize>(a: &[T; N], k: T) -> T {
    let b = a.map(|x| x * k);
    let m: [T; N] = std::array::from_fn(|i| b[i] * a[0]);
    let q = m.map(|x| (x, x * k));
    let r = m.map(|x| P { a: x, b: k });
    let mut s = T::from_f64(0.0);
    for i in 0..N {
        s += m[i] * b[i] + q[i].0 * q[i].1 + r[i].a * r[i].b;
    }
    s
}
#[differentiable]
fn f<T: Real>(a: [T; 3], k: T) -> T {
    let v = addn(VecN(a), VecN(stated(&a, k)));
    let m = mat(&a, k);
    let w = VecN::<T, 3>(std::array::from_fn(|i| {
        if i == 0 { v.0[0] } else { v.0[i] * k }
    }));
    let ix: [usize; 3] = std::array::from_fn(|i| 2 - i);
    unsaid(&v.0, k) * m[0][1] + m[1][2] * w.0[1] + w.0[ix[0]]
}
#[test]
fn gradient_is_right() {
    check(
        |v| f([v[0], v[1], v[2]], v[3]),
        |v| {
            let (a, b) = f::gradient([v[0], v[1], v[2]], v[3]);
            let mut o = a.to_vec();
            o.push(b);
            o
        },
        &[&[0.2, 1.0, 0.4, 0.3]],
    );
    let (a, b) = f::gradient([0.2f32, 1.0, 0.4], 0.3);
    let (c, d) = f::gradient([0.2f64, 1.0, 0.4], 0.3);
    assert!((a[0] as f64 - c[0]).abs() < 1e-4 && (b as f64 - d).abs() < 1e-4);
}
