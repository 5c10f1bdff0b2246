//! Simulations with and without `#[checkpoint]`: what it saves in memory, and what it costs in time.
//!
//! `cargo run --release -p pullback-benches --example checkpoint` measures both and prints a table.

use pullback::differentiable;

/// A damped pendulum by the method of Runge and Kutta: two numbers of state, a sine in each of four
/// stages.
#[differentiable]
pub fn pendulum(start: [f64; 2], damping: f64, steps: usize) -> f64 {
    let (mut angle, mut speed) = (start[0], start[1]);
    for _ in 0..steps {
        [angle, speed] = stepped([angle, speed], damping, 0.001);
    }
    angle * angle + speed
}

/// [`pendulum()`], remembering few of its states.
#[differentiable]
pub fn pendulum_by_parts(start: [f64; 2], damping: f64, steps: usize) -> f64 {
    let (mut angle, mut speed) = (start[0], start[1]);
    #[checkpoint]
    for _ in 0..steps {
        [angle, speed] = stepped([angle, speed], damping, 0.001);
    }
    angle * angle + speed
}

#[differentiable]
fn stepped(at: [f64; 2], damping: f64, h: f64) -> [f64; 2] {
    let slope = |at: [f64; 2]| [at[1], -at[0].sin() - damping * at[1]];
    let along = |k: [f64; 2], h: f64| [at[0] + h * k[0], at[1] + h * k[1]];
    let k1 = slope(at);
    let k2 = slope(along(k1, 0.5 * h));
    let k3 = slope(along(k2, 0.5 * h));
    let k4 = slope(along(k3, h));
    let mean = |i: usize| (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]) / 6.0;
    [at[0] + h * mean(0), at[1] + h * mean(1)]
}

/// Heat in a rod whose conductivity depends on the temperature: the state is a vector.
#[differentiable]
pub fn rod(start: &[f64], conductivity: f64, steps: usize) -> f64 {
    let mut now = start.to_vec();
    let mut next = start.to_vec();
    for _ in 0..steps {
        conducted(&now, conductivity, &mut next);
        now.copy_from_slice(&next);
    }
    now.iter().map(|t| t * t).sum()
}

/// [`rod()`], remembering few of its states.
#[differentiable]
pub fn rod_by_parts(start: &[f64], conductivity: f64, steps: usize) -> f64 {
    let mut now = start.to_vec();
    let mut next = start.to_vec();
    #[checkpoint]
    for _ in 0..steps {
        conducted(&now, conductivity, &mut next);
        now.copy_from_slice(&next);
    }
    now.iter().map(|t| t * t).sum()
}

#[differentiable]
fn conducted(now: &[f64], conductivity: f64, next: &mut [f64]) {
    for i in 1..now.len() - 1 {
        let flux = now[i - 1] - 2.0 * now[i] + now[i + 1];
        next[i] = now[i] + conductivity * (1.0 + 0.1 * now[i].tanh()) * flux;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::measured_afresh;

    fn peak<R: Send>(call: impl FnOnce() -> R + Send) -> f64 {
        measured_afresh(call).1.peak_bytes as f64
    }

    /// 64 times the steps take 64 times the memory, or 8 times: their square root. Capacities are powers
    /// of two, hence a factor of two on either side. What a rule has learned to need it asks for at once,
    /// so that fewer steps come first.
    #[test]
    fn memory_grows_as_the_square_root_of_the_steps() {
        let whole = |steps| peak(|| pendulum::gradient([1.0, 0.2], 0.1, steps));
        let by_parts = |steps| peak(|| pendulum_by_parts::gradient([1.0, 0.2], 0.1, steps));
        let (few, many) = (whole(1 << 10), whole(1 << 16));
        assert!(many / few > 32.0, "{few} bytes became {many}");
        let (few, most) = (by_parts(1 << 10), by_parts(1 << 16));
        assert!(most / few < 16.0, "{few} bytes became {most}");
        assert!(most < 0.02 * many, "{most} bytes instead of {many}");
    }

    #[test]
    fn a_vector_is_remembered_as_often() {
        let start: Vec<f64> = (0..64).map(|i| (i as f64 * 0.3).sin()).collect();
        let whole = |steps| peak(|| rod::gradient(&start, 0.1, steps));
        let by_parts = |steps| peak(|| rod_by_parts::gradient(&start, 0.1, steps));
        let (few, many) = (by_parts(1 << 6), by_parts(1 << 12));
        assert!(many / few < 16.0, "{few} bytes became {many}");
        assert!(many < 0.1 * whole(1 << 12), "{many} bytes");
    }

    #[test]
    fn both_versions_agree() {
        for steps in [0, 1, 10, 1000] {
            let (whole, d_whole) = pendulum::value_and_gradient([1.0, 0.2], 0.1, steps);
            let (parts, d_parts) = pendulum_by_parts::value_and_gradient([1.0, 0.2], 0.1, steps);
            assert_eq!(whole, parts);
            assert_eq!(d_whole.0, d_parts.0);
            assert!((d_whole.1 - d_parts.1).abs() <= 1e-12 * d_whole.1.abs());
            let start: Vec<f64> = (0..20).map(|i| (i as f64 * 0.3).sin()).collect();
            let steps = steps.min(50);
            let (whole, d_whole) = rod::value_and_gradient(&start, 0.1, steps);
            let (parts, d_parts) = rod_by_parts::value_and_gradient(&start, 0.1, steps);
            assert_eq!((whole, d_whole.0), (parts, d_parts.0));
            assert!((d_whole.1 - d_parts.1).abs() <= 1e-12 * d_whole.1.abs());
        }
    }
}
