use crate::check;
use pullback::{Differentiable, differentiable};
use std::ops::{Index, IndexMut};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Channel {
    Red,
    Green,
    Blue,
}

impl Channel {
    const ALL: [Channel; 3] = [Channel::Red, Channel::Green, Channel::Blue];
}

const LUMA: [f64; 3] = [0.2126, 0.7152, 0.0722];

#[derive(Clone, Copy, Differentiable)]
struct Color([f64; 3]);

#[differentiable]
impl Index<Channel> for Color {
    type Output = f64;
    fn index(&self, channel: Channel) -> &f64 {
        &self.0[channel as usize]
    }
}

#[differentiable]
impl IndexMut<Channel> for Color {
    fn index_mut(&mut self, channel: Channel) -> &mut f64 {
        &mut self.0[channel as usize]
    }
}

#[differentiable]
impl Color {
    fn luma(self) -> f64 {
        let weighted = LUMA.into_iter().zip(Channel::ALL);
        weighted
            .map(|(weight, channel)| weight * self[channel])
            .sum()
    }

    fn towards(self, other: Color, t: f64) -> Color {
        let mut mixed = self;
        for (k, channel) in Channel::ALL.into_iter().enumerate() {
            mixed[channel] += t * (other.0[k] - self[channel]);
        }
        mixed
    }
}

#[differentiable]
fn brightest(color: Color) -> f64 {
    let others = Channel::ALL.into_iter().filter(|c| *c != Channel::Green);
    others.map(|c| color[c]).fold(0.0, f64::max)
}

#[differentiable]
fn mixed(x: &[f64]) -> f64 {
    let (a, b) = (Color([x[0], x[1], 0.2]), Color([0.9, x[2], x[0]]));
    let c = a.towards(b, x[3]);
    let backwards: f64 = Channel::ALL.into_iter().rev().map(|i| c[i] * a[i]).sum();
    c.luma() + brightest(c) * backwards
}

#[test]
fn gradient_is_right() {
    check(mixed, mixed::gradient, &[&[0.3, 0.7, 0.4, 0.5]]);
}
