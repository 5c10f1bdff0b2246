//! Time stepping: ordinary and partial differential equations, filters.

use pullback::differentiable;
use pullback_tests::{check, check_in_place, check_vjp};

#[differentiable]
fn euler_decay(y0: f64, rate: f64, dt: f64, steps: usize) -> f64 {
    let mut y = y0;
    for _ in 0..steps {
        y += dt * (-rate * y);
    }
    y
}
check!(euler_decay_checks, euler_decay(1.0, 0.7, 0.1, fixed(20)));

#[differentiable]
fn lotka_volterra(x0: f64, y0: f64, p: &[f64; 4], steps: usize) -> f64 {
    let dt = 0.02;
    let (mut x, mut y) = (x0, y0);
    for _ in 0..steps {
        let dx = p[0] * x - p[1] * x * y;
        let dy = p[2] * x * y - p[3] * y;
        x += dt * dx;
        y += dt * dy;
    }
    x * x + y * y
}
check!(
    lotka_volterra_checks,
    lotka_volterra(1.0, 0.5, &[1.1, 0.4, 0.1, 0.4], fixed(50))
);

#[differentiable]
fn pendulum_rk4(theta0: f64, omega0: f64, damping: f64, steps: usize) -> f64 {
    let h = 0.05;
    let (mut theta, mut omega) = (theta0, omega0);
    for _ in 0..steps {
        let (k1t, k1o) = (omega, -theta.sin() - damping * omega);
        let (t2, o2) = (theta + 0.5 * h * k1t, omega + 0.5 * h * k1o);
        let (k2t, k2o) = (o2, -t2.sin() - damping * o2);
        let (t3, o3) = (theta + 0.5 * h * k2t, omega + 0.5 * h * k2o);
        let (k3t, k3o) = (o3, -t3.sin() - damping * o3);
        let (t4, o4) = (theta + h * k3t, omega + h * k3o);
        let (k4t, k4o) = (o4, -t4.sin() - damping * o4);
        theta += h / 6.0 * (k1t + 2.0 * k2t + 2.0 * k3t + k4t);
        omega += h / 6.0 * (k1o + 2.0 * k2o + 2.0 * k3o + k4o);
    }
    theta * theta + 0.3 * omega
}
check!(
    pendulum_rk4_checks,
    pendulum_rk4(0.8, 0.1, 0.2, fixed(20)),
    pendulum_rk4(2.8, -0.1, 0.0, fixed(1))
);

#[differentiable]
fn lorenz_step(s: &[f64; 3], sigma: f64, rho: f64, beta: f64) -> [f64; 3] {
    [
        sigma * (s[1] - s[0]),
        s[0] * (rho - s[2]) - s[1],
        s[0] * s[1] - beta * s[2],
    ]
}

#[differentiable]
fn lorenz_rk4(start: &[f64; 3], rho: f64, steps: usize) -> f64 {
    let h = 0.01;
    let mut s = *start;
    for _ in 0..steps {
        let k1 = lorenz_step(&s, 10.0, rho, 8.0 / 3.0);
        let mut t = [0.0; 3];
        for i in 0..3 {
            t[i] = s[i] + 0.5 * h * k1[i];
        }
        let k2 = lorenz_step(&t, 10.0, rho, 8.0 / 3.0);
        for i in 0..3 {
            t[i] = s[i] + 0.5 * h * k2[i];
        }
        let k3 = lorenz_step(&t, 10.0, rho, 8.0 / 3.0);
        for i in 0..3 {
            t[i] = s[i] + h * k3[i];
        }
        let k4 = lorenz_step(&t, 10.0, rho, 8.0 / 3.0);
        for i in 0..3 {
            s[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
        }
    }
    s[0] + 0.1 * s[2]
}
check_vjp!(
    lorenz_step_checks,
    lorenz_step(&[1.0, 0.5, 2.0], 10.0, 28.0, 2.5)
);
check!(
    lorenz_rk4_checks,
    lorenz_rk4(&[1.0, 0.5, 2.0], 28.0, fixed(10))
);

#[differentiable]
fn verlet(x0: f64, v0: f64, k: f64, m: f64, n: usize) -> f64 {
    let dt = 0.05;
    let mut x = x0;
    let mut v = v0;
    let mut a = -k * x / m;
    for _ in 0..n {
        x += v * dt + 0.5 * a * dt * dt;
        let a_new = -k * x / m;
        v += 0.5 * (a + a_new) * dt;
        a = a_new;
    }
    0.5 * m * v * v + 0.5 * k * x * x
}
check!(verlet_checks, verlet(1.0, 0.3, 2.0, 1.5, fixed(25)));

#[differentiable]
fn leapfrog_orbit(state: &mut [f64; 4], mu: f64, steps: usize) {
    let dt = 0.03;
    for _ in 0..steps {
        let r2 = state[0] * state[0] + state[1] * state[1];
        let r3 = r2 * r2.sqrt();
        state[2] -= dt * mu * state[0] / r3;
        state[3] -= dt * mu * state[1] / r3;
        state[0] += dt * state[2];
        state[1] += dt * state[3];
    }
}
check_in_place!(
    leapfrog_orbit_checks,
    leapfrog_orbit(&mut [1.0, 0.1, 0.0, 0.9], 1.1, fixed(15))
);

#[differentiable]
fn heat_equation(u0: &[f64], alpha: f64, steps: usize) -> Vec<f64> {
    let n = u0.len();
    let mut u = u0.to_vec();
    let mut next = vec![0.0; n];
    for _ in 0..steps {
        for i in 1..n - 1 {
            next[i] = u[i] + alpha * (u[i + 1] - 2.0 * u[i] + u[i - 1]);
        }
        next[0] = u[0];
        next[n - 1] = u[n - 1];
        std::mem::swap(&mut u, &mut next);
    }
    u
}
check_vjp!(
    heat_equation_checks,
    heat_equation(&[0.0, 1.0, 3.0, 0.5, 0.2], 0.2, fixed(5))
);

#[differentiable]
fn burgers(u: &mut [f64], dt: f64, steps: usize) -> f64 {
    let n = u.len();
    for _ in 0..steps {
        let mut left = u[n - 1];
        for i in 0..n {
            let here = u[i];
            u[i] = here - dt * here * (here - left);
            left = here;
        }
    }
    let mut energy = 0.0;
    for v in u.iter() {
        energy += 0.5 * v * v;
    }
    energy
}
check!(
    burgers_checks,
    burgers(&mut vec![0.3, 0.5, 0.9, 0.4], 0.1, fixed(4))
);

#[differentiable]
fn three_bodies(
    positions: &[f64],
    velocities: &[f64],
    masses: &[f64],
    dt: f64,
    steps: usize,
) -> f64 {
    let n = masses.len();
    let mut x = positions.to_vec();
    let mut v = velocities.to_vec();
    for _ in 0..steps {
        for i in 0..n {
            for j in 0..n {
                if i == j {
                    continue;
                }
                let dx = x[2 * j] - x[2 * i];
                let dy = x[2 * j + 1] - x[2 * i + 1];
                let d2 = dx * dx + dy * dy + 0.01;
                let w = masses[j] / (d2 * d2.sqrt());
                v[2 * i] += dt * w * dx;
                v[2 * i + 1] += dt * w * dy;
            }
        }
        for k in 0..2 * n {
            x[k] += dt * v[k];
        }
    }
    let mut inertia = 0.0;
    for i in 0..n {
        inertia += masses[i] * (x[2 * i].powi(2) + x[2 * i + 1].powi(2));
    }
    inertia
}
check!(
    three_bodies_checks,
    three_bodies(
        &[1.0, 0.0, -1.0, 0.2, 0.1, 1.0],
        &[0.0, 0.4, 0.1, -0.4, 0.0, 0.1],
        &[1.0, 0.8, 0.3],
        0.05,
        fixed(4)
    ),
);

#[differentiable]
fn kalman(measurements: &[f64], q: f64, r: f64) -> f64 {
    let mut x = 0.0;
    let mut p = 1.0;
    let mut log_likelihood = 0.0;
    for &z in measurements {
        p += q;
        let s = p + r;
        let k = p / s;
        let innovation = z - x;
        log_likelihood -= 0.5 * (innovation * innovation / s + s.ln());
        x += k * innovation;
        p *= 1.0 - k;
    }
    log_likelihood
}
check!(kalman_checks, kalman(&[0.5, 0.7, 0.2, 0.9], 0.1, 0.4));

#[differentiable]
fn adaptive_euler(y0: f64, #[constant] tol: f64) -> f64 {
    let mut t = 0.0;
    let mut y = y0;
    let mut h = 0.25;
    while t < 1.0 {
        let full = y + h * y.cos();
        let half = y + 0.5 * h * y.cos();
        let better = half + 0.5 * h * half.cos();
        if (full - better).abs() > tol {
            h *= 0.5;
            continue;
        }
        t += h;
        y = better;
    }
    y
}
check!(
    adaptive_euler_checks,
    adaptive_euler(0.1, fixed(0.01)),
    adaptive_euler(2.0, fixed(0.002))
);

#[differentiable]
fn iir_filter(x: &[f64], a: f64, b: f64) -> Vec<f64> {
    let mut y = Vec::with_capacity(x.len());
    let mut y1 = 0.0;
    let mut y2 = 0.0;
    for &v in x {
        let out = v + a * y1 - b * y2;
        y2 = y1;
        y1 = out;
        y.push(out);
    }
    y
}
check_vjp!(
    iir_filter_checks,
    iir_filter(&[1.0, 0.0, 0.5, -0.5, 2.0], 0.6, 0.2)
);

#[differentiable]
fn stiff_implicit(y0: f64, k: f64) -> f64 {
    let h = 0.1;
    let mut y = y0;
    for _ in 0..3 {
        let old = y;
        for _ in 0..12 {
            let g = y - old + h * k * y * y * y;
            let dg = 1.0 + 3.0 * h * k * y * y;
            y -= g / dg;
        }
    }
    y
}
check!(stiff_implicit_checks, stiff_implicit(1.2, 3.0));

#[differentiable]
fn bouncing_ball(height: f64, restitution: f64) -> f64 {
    let dt = 0.01;
    let (mut y, mut v) = (height, 0.0);
    for _ in 0..80 {
        v -= 9.81 * dt;
        y += v * dt;
        if y < 0.0 {
            y = -y;
            v *= -restitution;
        }
    }
    y
}
check!(bouncing_ball_checks, bouncing_ball(1.0, 0.8));

#[differentiable]
fn adam_inside(target: f64, rate: f64) -> f64 {
    let (mut w, mut m, mut v) = (0.0, 0.0, 0.0);
    for t in 1..=5 {
        let g = 2.0 * (w - target);
        m = 0.9 * m + 0.1 * g;
        v = 0.999 * v + 0.001 * g * g;
        let m_hat = m / (1.0 - 0.9f64.powi(t));
        let v_hat = v / (1.0 - 0.999_f64.powi(t));
        w -= rate * m_hat / (v_hat.sqrt() + 1e-8);
    }
    (w - target).powi(2)
}
check!(adam_inside_checks, adam_inside(1.5, 0.1));
