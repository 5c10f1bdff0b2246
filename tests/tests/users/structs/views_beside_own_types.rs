use crate::check;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Differentiable)]
struct Pose<const N: usize> {
    at: [f64; N],
}

#[derive(Clone, Copy, Differentiable)]
struct Motor {
    gain: f64,
}

#[derive(Differentiable)]
struct Chain<'a, const N: usize> {
    links: &'a [Pose<N>],
    base: Pose<N>,
    spare: Vec<Pose<N>>,
    motor: Motor,
}

#[differentiable]
impl<'a, const N: usize> Chain<'a, N> {
    fn new(links: &'a [Pose<N>], base: Pose<N>, gain: f64) -> Self {
        let motor = Motor { gain };
        Chain {
            links,
            base,
            spare: vec![base; 2],
            motor,
        }
    }

    fn strain(&self, k: f64) -> f64 {
        let all = self.links.iter().chain(&self.spare);
        let strain: f64 = all
            .map(|p| (p.at[0] - k * self.base.at[N - 1]).powi(2))
            .sum();
        strain * self.motor.gain
    }
}

#[differentiable]
fn strains(x: &[f64]) -> f64 {
    let links: Vec<Pose<2>> = x
        .windows(2)
        .map(|w| Pose {
            at: [w[0] * w[1], w[1]],
        })
        .collect();
    let chain = Chain::new(&links, Pose { at: [1.0, x[0]] }, x[2]);
    chain.strain(x[1]) * chain.strain(2.0)
}

#[test]
fn what_borrows_may_have_own_types_beside() {
    check(strains, |x| strains::gradient(x), &[&[1.0, 2.0, 0.7]]);
}
