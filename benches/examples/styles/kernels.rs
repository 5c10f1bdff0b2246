//! The programs: what they compute is of no importance, how they are written is.

use pullback::{Differentiable, differentiable};

#[differentiable]
pub fn huber(x: &[f64], y: &[f64], delta: f64) -> f64 {
    x.iter()
        .zip(y)
        .map(|(a, b)| {
            let r = (a - b).abs();
            if r <= delta {
                0.5 * r * r
            } else {
                delta * (r - 0.5 * delta)
            }
        })
        .sum::<f64>()
        / x.len() as f64
}
#[differentiable]
pub fn variance(x: &[f64]) -> f64 {
    let m = x.iter().sum::<f64>() / x.len() as f64;
    x.iter().map(|v| (v - m).powi(2)).sum::<f64>() / (x.len() - 1) as f64
}
#[differentiable]
pub fn cross_entropy(logits: &[f64], labels: &[usize], classes: usize) -> f64 {
    let mut loss = 0.0;
    for (row, &label) in logits.chunks_exact(classes).zip(labels) {
        let max = row.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let sum: f64 = row.iter().map(|l| (l - max).exp()).sum();
        loss += max + sum.ln() - row[label];
    }
    loss / labels.len() as f64
}
#[derive(Differentiable, Clone)]
pub struct Poly {
    pub coefficients: Vec<f64>,
}
#[differentiable]
impl Poly {
    fn at(&self, x: f64) -> f64 {
        self.coefficients
            .iter()
            .rev()
            .fold(0.0, |acc, c| acc * x + c)
    }
}
#[differentiable]
pub fn poly_loss(p: &Poly, xs: &[f64], ys: &[f64]) -> f64 {
    xs.iter()
        .zip(ys)
        .map(|(&x, &y)| (p.at(x) - y).powi(2))
        .sum()
}
#[differentiable]
pub fn heat(u0: &[f64], k: f64, steps: usize) -> f64 {
    let mut u = u0.to_vec();
    let mut next = u.clone();
    for _ in 0..steps {
        for i in 1..u.len() - 1 {
            next[i] = u[i] + k * (u[i - 1] - 2.0 * u[i] + u[i + 1]);
        }
        std::mem::swap(&mut u, &mut next);
    }
    u.iter().map(|v| v * v).sum()
}
#[differentiable]
pub fn heat_collect(u0: &[f64], k: f64, steps: usize) -> f64 {
    let n = u0.len();
    let mut u = u0.to_vec();
    for _ in 0..steps {
        u = (0..n)
            .map(|i| {
                if i == 0 || i == n - 1 {
                    u[i]
                } else {
                    u[i] + k * (u[i - 1] - 2.0 * u[i] + u[i + 1])
                }
            })
            .collect();
    }
    u.iter().map(|v| v * v).sum()
}
#[differentiable]
pub fn cholesky_logdet(a: &[Vec<f64>]) -> f64 {
    let n = a.len();
    let mut l = vec![vec![0.0; n]; n];
    for i in 0..n {
        for j in 0..=i {
            let mut s = a[i][j];
            for k in 0..j {
                s -= l[i][k] * l[j][k];
            }
            if i == j {
                l[i][i] = s.sqrt();
            } else {
                l[i][j] = s / l[j][j];
            }
        }
    }
    (0..n).map(|i| 2.0 * l[i][i].ln()).sum()
}
#[differentiable]
pub fn lu_logdet(a: &[f64], n: usize) -> f64 {
    let mut m = a.to_vec();
    let mut logdet = 0.0;
    for k in 0..n {
        let mut p = k;
        for i in k + 1..n {
            if m[i * n + k].abs() > m[p * n + k].abs() {
                p = i;
            }
        }
        if p != k {
            for j in 0..n {
                m.swap(k * n + j, p * n + j);
            }
        }
        logdet += m[k * n + k].abs().ln();
        for i in k + 1..n {
            let f = m[i * n + k] / m[k * n + k];
            for j in k + 1..n {
                m[i * n + j] -= f * m[k * n + j];
            }
        }
    }
    logdet
}
#[derive(Differentiable, Clone, Copy)]
pub struct V3 {
    pub x: f64,
    pub y: f64,
    pub z: f64,
}
#[differentiable]
impl std::ops::Add for V3 {
    type Output = V3;
    fn add(self, o: V3) -> V3 {
        V3 {
            x: self.x + o.x,
            y: self.y + o.y,
            z: self.z + o.z,
        }
    }
}
#[differentiable]
impl std::ops::Sub for V3 {
    type Output = V3;
    fn sub(self, o: V3) -> V3 {
        V3 {
            x: self.x - o.x,
            y: self.y - o.y,
            z: self.z - o.z,
        }
    }
}
#[differentiable]
impl std::ops::Mul<f64> for V3 {
    type Output = V3;
    fn mul(self, k: f64) -> V3 {
        V3 {
            x: self.x * k,
            y: self.y * k,
            z: self.z * k,
        }
    }
}
#[differentiable]
impl std::ops::AddAssign for V3 {
    fn add_assign(&mut self, o: V3) {
        self.x += o.x;
        self.y += o.y;
        self.z += o.z;
    }
}
#[differentiable]
impl V3 {
    fn dot(self, o: V3) -> f64 {
        self.x * o.x + self.y * o.y + self.z * o.z
    }
    fn norm(self) -> f64 {
        self.dot(self).sqrt()
    }
}
#[differentiable]
pub fn potential(p: &[V3]) -> f64 {
    let mut e = 0.0;
    for i in 0..p.len() {
        for j in i + 1..p.len() {
            e -= 1.0 / (p[i] - p[j]).norm();
        }
    }
    e
}
#[differentiable]
pub fn nbody(p0: &[V3], dt: f64, steps: usize) -> f64 {
    let n = p0.len();
    let mut p = p0.to_vec();
    let mut v = vec![
        V3 {
            x: 0.0,
            y: 0.0,
            z: 0.0
        };
        n
    ];
    for _ in 0..steps {
        for i in 0..n {
            let mut a = V3 {
                x: 0.0,
                y: 0.0,
                z: 0.0,
            };
            for j in 0..n {
                if i != j {
                    let d = p[j] - p[i];
                    let r2 = d.dot(d) + 0.01;
                    a += d * (1.0 / (r2 * r2.sqrt()));
                }
            }
            v[i] += a * dt;
        }
        for i in 0..n {
            p[i] += v[i] * dt;
        }
    }
    p.iter().map(|q| q.norm()).sum()
}
#[differentiable]
pub fn potential_plain(p: &[[f64; 3]]) -> f64 {
    let mut e = 0.0;
    for i in 0..p.len() {
        for j in i + 1..p.len() {
            let dx = p[i][0] - p[j][0];
            let dy = p[i][1] - p[j][1];
            let dz = p[i][2] - p[j][2];
            e -= 1.0 / (dx * dx + dy * dy + dz * dz).sqrt();
        }
    }
    e
}
#[differentiable]
pub fn kalman(z: &[f64], q: f64, r: f64) -> f64 {
    let (mut x, mut p, mut ll) = (0.0, 1.0, 0.0);
    for &zk in z {
        let pp = p + q;
        let s = pp + r;
        let k = pp / s;
        let e = zk - x;
        x += k * e;
        p = (1.0 - k) * pp;
        ll += s.ln() + e * e / s;
    }
    -0.5 * ll
}
#[differentiable]
pub fn garch(returns: &[f64], omega: f64, alpha: f64, beta: f64) -> f64 {
    let mut h = omega / (1.0 - alpha - beta);
    let mut ll = 0.0;
    for r in returns {
        ll -= 0.5 * (h.ln() + r * r / h);
        h = omega + alpha * r * r + beta * h;
    }
    ll
}
#[differentiable]
pub fn binomial(s: f64, k: f64, r: f64, sigma: f64, n: usize) -> f64 {
    let dt = 1.0 / n as f64;
    let u = (sigma * dt.sqrt()).exp();
    let d = 1.0 / u;
    let p = ((r * dt).exp() - d) / (u - d);
    let disc = (-r * dt).exp();
    let mut v: Vec<f64> = (0..=n)
        .map(|i| (s * u.powi(i as i32) * d.powi((n - i) as i32) - k).max(0.0))
        .collect();
    for step in (0..n).rev() {
        for i in 0..=step {
            v[i] = disc * (p * v[i + 1] + (1.0 - p) * v[i]);
        }
    }
    v[0]
}
#[differentiable]
pub fn cdf(x: f64) -> f64 {
    1.0 / (1.0 + (-1.702 * x).exp())
}
#[differentiable]
pub fn call(s: f64, k: f64, r: f64, v: f64, t: f64) -> f64 {
    let d1 = ((s / k).ln() + (r + 0.5 * v * v) * t) / (v * t.sqrt());
    let d2 = d1 - v * t.sqrt();
    s * cdf(d1) - k * (-r * t).exp() * cdf(d2)
}
#[differentiable]
pub fn portfolio(spots: &[f64], strikes: &[f64], r: f64, v: f64) -> f64 {
    spots
        .iter()
        .zip(strikes)
        .map(|(&s, &k)| call(s, k, r, v, 0.5))
        .sum()
}
#[differentiable]
pub fn hmm(trans: &[Vec<f64>], emit: &[Vec<f64>], obs: &[usize]) -> f64 {
    let s = trans.len();
    let mut alpha: Vec<f64> = (0..s).map(|i| emit[i][obs[0]] / s as f64).collect();
    let mut ll = 0.0;
    for &o in &obs[1..] {
        let mut next = vec![0.0; s];
        for j in 0..s {
            for i in 0..s {
                next[j] += alpha[i] * trans[i][j];
            }
            next[j] *= emit[j][o];
        }
        let c: f64 = next.iter().sum();
        ll += c.ln();
        for a in next.iter_mut() {
            *a /= c;
        }
        alpha = next;
    }
    ll
}
#[differentiable]
pub fn soft_dtw(a: &[f64], b: &[f64], gamma: f64) -> f64 {
    let (n, m) = (a.len(), b.len());
    let mut d = vec![vec![1e9f64; m + 1]; n + 1];
    d[0][0] = 0.0;
    for i in 1..=n {
        for j in 1..=m {
            let c = (a[i - 1] - b[j - 1]).powi(2);
            let (x, y, z) = (d[i - 1][j], d[i][j - 1], d[i - 1][j - 1]);
            let m0 = x.min(y).min(z);
            d[i][j] = c + m0
                - gamma
                    * ((-(x - m0) / gamma).exp()
                        + (-(y - m0) / gamma).exp()
                        + (-(z - m0) / gamma).exp())
                    .ln();
        }
    }
    d[n][m]
}
#[differentiable]
pub fn conv_loss(signal: &[f64], kernel: &[f64], target: &[f64]) -> f64 {
    signal
        .windows(kernel.len())
        .zip(target)
        .map(|(w, t)| {
            let y: f64 = w.iter().zip(kernel).map(|(a, b)| a * b).sum();
            (y - t).powi(2)
        })
        .sum()
}
#[differentiable]
pub fn conv2d(img: &[f64], k: &[f64; 9], w: usize, h: usize) -> f64 {
    let mut out = vec![0.0; (w - 2) * (h - 2)];
    for y in 0..h - 2 {
        for x in 0..w - 2 {
            let mut s = 0.0;
            for dy in 0..3 {
                for dx in 0..3 {
                    s += img[(y + dy) * w + x + dx] * k[dy * 3 + dx];
                }
            }
            out[y * (w - 2) + x] = s.tanh();
        }
    }
    out.iter().sum()
}
#[differentiable]
pub fn biquad(x: &[f64], b: &[f64; 3], a: &[f64; 2]) -> f64 {
    let (mut x1, mut x2, mut y1, mut y2) = (0.0, 0.0, 0.0, 0.0);
    let mut e = 0.0;
    for &x0 in x {
        let y0 = b[0] * x0 + b[1] * x1 + b[2] * x2 - a[0] * y1 - a[1] * y2;
        x2 = x1;
        x1 = x0;
        y2 = y1;
        y1 = y0;
        e += y0 * y0;
    }
    e
}
#[differentiable]
pub fn pendulum(theta0: f64, omega0: f64, g: f64, steps: usize) -> f64 {
    let f = |s: [f64; 2]| [s[1], -g * s[0].sin()];
    let h = 0.01;
    let mut s = [theta0, omega0];
    for _ in 0..steps {
        let k1 = f(s);
        let k2 = f([s[0] + 0.5 * h * k1[0], s[1] + 0.5 * h * k1[1]]);
        let k3 = f([s[0] + 0.5 * h * k2[0], s[1] + 0.5 * h * k2[1]]);
        let k4 = f([s[0] + h * k3[0], s[1] + h * k3[1]]);
        for i in 0..2 {
            s[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
        }
    }
    s[0] * s[0]
}
#[differentiable]
pub fn simpson<F: Fn(f64) -> f64>(f: F, a: f64, b: f64, n: usize) -> f64 {
    let h = (b - a) / n as f64;
    let mut s = f(a) + f(b);
    for i in 1..n {
        s += f(a + i as f64 * h) * if i % 2 == 1 { 4.0 } else { 2.0 };
    }
    s * h / 3.0
}
#[differentiable]
pub fn integral(a: f64, w: f64) -> f64 {
    simpson(|x| (-a * x * x).exp() * (w * x).cos(), 0.0, 3.0, 500)
}
#[differentiable]
pub fn gp(x: &[f64], y: &[f64], ell: f64, noise: f64) -> f64 {
    let n = x.len();
    let mut k = vec![vec![0.0; n]; n];
    for i in 0..n {
        for j in 0..n {
            let d = x[i] - x[j];
            k[i][j] = (-0.5 * d * d / (ell * ell)).exp();
        }
        k[i][i] += noise;
    }
    let mut l = vec![vec![0.0; n]; n];
    for i in 0..n {
        for j in 0..=i {
            let s: f64 = (0..j).map(|m| l[i][m] * l[j][m]).sum();
            l[i][j] = if i == j {
                (k[i][i] - s).sqrt()
            } else {
                (k[i][j] - s) / l[j][j]
            };
        }
    }
    let mut z = vec![0.0; n];
    for i in 0..n {
        let s: f64 = (0..i).map(|m| l[i][m] * z[m]).sum();
        z[i] = (y[i] - s) / l[i][i];
    }
    let quad: f64 = z.iter().map(|v| v * v).sum();
    let logdet: f64 = (0..n).map(|i| l[i][i].ln()).sum();
    -0.5 * quad - logdet
}
#[derive(Differentiable, Clone)]
pub struct Ball {
    pub pos: f64,
    pub vel: f64,
    pub mass: f64,
}
#[differentiable]
impl Ball {
    fn step(&mut self, force: f64, dt: f64) {
        self.vel += force / self.mass * dt;
        self.pos += self.vel * dt;
        if self.pos < 0.0 {
            self.pos = -self.pos;
            self.vel *= -0.8;
        }
    }
    fn energy(&self) -> f64 {
        0.5 * self.mass * self.vel * self.vel + self.mass * 9.81 * self.pos
    }
}
#[differentiable]
pub fn balls(b: &Ball, steps: usize) -> f64 {
    let mut b = b.clone();
    for _ in 0..steps {
        b.step(-9.81 * b.mass, 0.001);
    }
    b.energy()
}
#[derive(Differentiable, Clone)]
pub enum Layer {
    Dense { w: Vec<Vec<f64>>, b: Vec<f64> },
    Relu,
    Tanh,
}
#[differentiable]
pub fn network(layers: &[Layer], x: &[f64]) -> f64 {
    let mut h = x.to_vec();
    for layer in layers {
        h = match layer {
            Layer::Dense { w, b } => w
                .iter()
                .zip(b)
                .map(|(row, b)| row.iter().zip(&h).map(|(a, c)| a * c).sum::<f64>() + b)
                .collect(),
            Layer::Relu => h.iter().map(|v| v.max(0.0)).collect(),
            Layer::Tanh => h.iter().map(|v| v.tanh()).collect(),
        };
    }
    h.iter().map(|v| v * v).sum()
}
#[derive(Differentiable, Clone)]
pub struct Mat {
    pub rows: usize,
    pub cols: usize,
    pub data: Vec<f64>,
}
#[differentiable]
impl std::ops::Index<(usize, usize)> for Mat {
    type Output = f64;
    fn index(&self, (i, j): (usize, usize)) -> &f64 {
        &self.data[i * self.cols + j]
    }
}
#[differentiable]
impl std::ops::IndexMut<(usize, usize)> for Mat {
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut f64 {
        &mut self.data[i * self.cols + j]
    }
}
#[differentiable]
impl Mat {
    fn zeros(rows: usize, cols: usize) -> Mat {
        Mat {
            rows,
            cols,
            data: vec![0.0; rows * cols],
        }
    }
    fn mul(&self, o: &Mat) -> Mat {
        let mut r = Mat::zeros(self.rows, o.cols);
        for i in 0..self.rows {
            for j in 0..o.cols {
                let mut s = 0.0;
                for k in 0..self.cols {
                    s += self[(i, k)] * o[(k, j)];
                }
                r[(i, j)] = s;
            }
        }
        r
    }
    fn trace(&self) -> f64 {
        (0..self.rows).map(|i| self[(i, i)]).sum()
    }
}
#[differentiable]
pub fn mat_trace(a: &Mat, b: &Mat) -> f64 {
    a.mul(b).mul(a).trace()
}
#[differentiable]
pub fn moving(x: &[f64], w: usize) -> f64 {
    let mut q = std::collections::VecDeque::new();
    let mut s = 0.0;
    let mut out = 0.0;
    for &v in x {
        q.push_back(v);
        s += v;
        if q.len() > w {
            s -= q.pop_front().unwrap();
        }
        out += (s / q.len() as f64).powi(2);
    }
    out
}
#[differentiable]
pub fn pushes(x: &[f64]) -> f64 {
    let mut v = Vec::new();
    for i in 1..x.len() {
        v.push((x[i] / x[i - 1]).ln());
    }
    let m = v.iter().sum::<f64>() / v.len() as f64;
    v.iter().map(|r| (r - m).powi(2)).sum()
}
#[differentiable]
pub fn prefix(x: &[f64]) -> f64 {
    let mut p = x.to_vec();
    for i in 1..p.len() {
        p[i] *= p[i - 1] + 0.5;
    }
    p.iter().sum()
}
#[differentiable]
pub fn fft_energy(re0: &[f64], im0: &[f64]) -> f64 {
    let n = re0.len();
    let mut re = re0.to_vec();
    let mut im = im0.to_vec();
    let mut j = 0;
    for i in 1..n {
        let mut bit = n >> 1;
        while j & bit != 0 {
            j ^= bit;
            bit >>= 1;
        }
        j ^= bit;
        if i < j {
            re.swap(i, j);
            im.swap(i, j);
        }
    }
    let mut len = 2;
    while len <= n {
        let ang = -2.0 * std::f64::consts::PI / len as f64;
        for start in (0..n).step_by(len) {
            for k in 0..len / 2 {
                let (s, c) = (ang * k as f64).sin_cos();
                let (a, b) = (start + k, start + k + len / 2);
                let (tr, ti) = (re[b] * c - im[b] * s, re[b] * s + im[b] * c);
                re[b] = re[a] - tr;
                im[b] = im[a] - ti;
                re[a] += tr;
                im[a] += ti;
            }
        }
        len *= 2;
    }
    (0..n / 4).map(|i| re[i] * re[i] + im[i] * im[i]).sum()
}
#[differentiable]
pub fn cg(a: &[Vec<f64>], b: &[f64], iters: usize) -> f64 {
    let n = b.len();
    let mut x = vec![0.0; n];
    let mut r = b.to_vec();
    let mut p = r.clone();
    let mut rs: f64 = r.iter().map(|v| v * v).sum();
    for _ in 0..iters {
        let ap: Vec<f64> = a
            .iter()
            .map(|row| row.iter().zip(&p).map(|(u, v)| u * v).sum())
            .collect();
        let alpha = rs / p.iter().zip(&ap).map(|(u, v)| u * v).sum::<f64>();
        for i in 0..n {
            x[i] += alpha * p[i];
            r[i] -= alpha * ap[i];
        }
        let rs2: f64 = r.iter().map(|v| v * v).sum();
        if rs2 < 1e-20 {
            break;
        }
        let beta = rs2 / rs;
        for i in 0..n {
            p[i] = r[i] + beta * p[i];
        }
        rs = rs2;
    }
    x.iter().sum()
}
#[differentiable]
pub fn logistic(w: &[f64], xs: &[Vec<f64>], ys: &[bool]) -> f64 {
    xs.iter()
        .zip(ys)
        .map(|(x, &y)| {
            let z: f64 = x.iter().zip(w).map(|(a, b)| a * b).sum();
            let p = 1.0 / (1.0 + (-z).exp());
            if y { -p.ln() } else { -(1.0 - p).ln() }
        })
        .sum()
}
#[differentiable]
pub fn attention(q: &[f64], k: &[f64], v: &[f64], d: usize) -> f64 {
    let n = q.len() / d;
    let mut out = 0.0;
    let scale = 1.0 / (d as f64).sqrt();
    for i in 0..n {
        let mut w: Vec<f64> = (0..n)
            .map(|j| (0..d).map(|c| q[i * d + c] * k[j * d + c]).sum::<f64>() * scale)
            .collect();
        let m = w.iter().cloned().fold(f64::NEG_INFINITY, f64::max);
        let mut z = 0.0;
        for a in w.iter_mut() {
            *a = (*a - m).exp();
            z += *a;
        }
        for c in 0..d {
            let mut s = 0.0;
            for j in 0..n {
                s += w[j] / z * v[j * d + c];
            }
            out += s * s;
        }
    }
    out
}
#[differentiable]
pub fn lj(x: &[[f64; 3]], cutoff: f64) -> f64 {
    let mut e = 0.0;
    for (i, a) in x.iter().enumerate() {
        for b in &x[i + 1..] {
            let r2: f64 = a.iter().zip(b).map(|(p, q)| (p - q).powi(2)).sum();
            if r2 > cutoff * cutoff {
                continue;
            }
            let s6 = (0.01 / r2).powi(3);
            e += 4.0 * (s6 * s6 - s6);
        }
    }
    e
}
#[differentiable]
pub fn logistic_map(r: f64, x0: f64, n: usize) -> f64 {
    let mut x = x0;
    let mut i = 0;
    while i < n && x < 0.99 {
        x = r * x * (1.0 - x);
        i += 1;
    }
    x
}
#[differentiable]
pub fn spline(y: &[f64]) -> f64 {
    let n = y.len();
    let mut c = vec![0.0; n];
    let mut d = vec![0.0; n];
    for i in 1..n - 1 {
        let m = 4.0 - c[i - 1];
        c[i] = 1.0 / m;
        d[i] = (6.0 * (y[i + 1] - 2.0 * y[i] + y[i - 1]) - d[i - 1]) / m;
    }
    let mut m = vec![0.0; n];
    for i in (1..n - 1).rev() {
        m[i] = d[i] - c[i] * m[i + 1];
    }
    m.iter().map(|v| v * v).sum()
}
#[differentiable]
pub trait Sdf {
    fn dist(&self, p: [f64; 2]) -> f64;
}
#[derive(Differentiable, Clone)]
pub struct Circle {
    pub c: [f64; 2],
    pub r: f64,
}
#[differentiable]
impl Sdf for Circle {
    fn dist(&self, p: [f64; 2]) -> f64 {
        ((p[0] - self.c[0]).powi(2) + (p[1] - self.c[1]).powi(2)).sqrt() - self.r
    }
}
#[differentiable]
pub fn render<S: Sdf>(shapes: &[S], n: usize) -> f64 {
    let mut total = 0.0;
    for i in 0..n {
        for j in 0..n {
            let p = [i as f64 / n as f64, j as f64 / n as f64];
            let d = shapes
                .iter()
                .map(|s| s.dist(p))
                .fold(f64::INFINITY, f64::min);
            total += 1.0 / (1.0 + (20.0 * d).exp());
        }
    }
    total
}
#[derive(Differentiable, Clone)]
pub struct Dense<const I: usize, const O: usize> {
    pub w: [[f64; I]; O],
    pub b: [f64; O],
}
#[differentiable]
impl<const I: usize, const O: usize> Dense<I, O> {
    fn forward(&self, x: &[f64; I]) -> [f64; O] {
        std::array::from_fn(|o| {
            let mut s = self.b[o];
            for i in 0..I {
                s += self.w[o][i] * x[i];
            }
            s.tanh()
        })
    }
}
#[differentiable]
pub fn const_mlp(a: &Dense<8, 16>, b: &Dense<16, 4>, xs: &[[f64; 8]]) -> f64 {
    xs.iter()
        .map(|x| b.forward(&a.forward(x)).iter().sum::<f64>())
        .sum()
}
#[differentiable]
pub fn trimmed(x: &[f64], k: usize) -> f64 {
    let mut v = x.to_vec();
    v.sort_by(|a, b| a.total_cmp(b));
    v[k..v.len() - k].iter().sum::<f64>() / (v.len() - 2 * k) as f64
}
#[differentiable]
pub fn lookup(prices: &[f64], #[constant] qty: &std::collections::HashMap<usize, f64>) -> f64 {
    prices
        .iter()
        .enumerate()
        .map(|(i, p)| p * qty.get(&i).copied().unwrap_or(0.0))
        .sum()
}
#[differentiable]
pub fn safe(a: f64) -> Option<f64> {
    if a > 0.2 { Some(a.ln()) } else { None }
}
#[differentiable]
pub fn options(x: &[f64]) -> f64 {
    x.iter().filter_map(|&v| safe(v)).sum()
}
#[differentiable]
pub fn scan_sum(x: &[f64]) -> f64 {
    x.iter()
        .scan(1.0, |acc, &v| {
            *acc *= 0.9 + 0.1 * v;
            Some(*acc)
        })
        .map(|v| v * v)
        .sum()
}
#[differentiable]
impl Mat {
    fn row(&self, i: usize) -> &[f64] {
        &self.data[i * self.cols..(i + 1) * self.cols]
    }
    fn apply(&self, x: &[f64]) -> Vec<f64> {
        (0..self.rows)
            .map(|i| self.row(i).iter().zip(x).map(|(a, b)| a * b).sum())
            .collect()
    }
}
#[differentiable]
pub fn power_method(a: &Mat, x0: &[f64], iters: usize) -> f64 {
    let mut x = x0.to_vec();
    let mut lambda = 0.0;
    for _ in 0..iters {
        let y = a.apply(&x);
        lambda = y.iter().map(|v| v * v).sum::<f64>().sqrt();
        x = y.iter().map(|v| v / lambda).collect();
    }
    lambda
}
#[differentiable]
pub fn gated(x: &[f64], w: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() {
        let a = x[i] * w[i];
        s += match i % 3 {
            0 => a.sin(),
            1 if a > 0.5 => a * a,
            1 => a,
            _ => 1.0 / (1.0 + a),
        };
    }
    s
}
#[derive(Differentiable)]
pub struct View<'a> {
    pub data: &'a [f64],
    pub width: usize,
}
#[differentiable]
impl<'a> View<'a> {
    fn get(&self, i: usize, j: usize) -> f64 {
        self.data[i * self.width + j]
    }
}
#[differentiable]
pub fn laplacian(data: &[f64], width: usize) -> f64 {
    let v = View { data, width };
    let h = data.len() / width;
    let mut e = 0.0;
    for i in 1..h - 1 {
        for j in 1..width - 1 {
            let l = v.get(i - 1, j) + v.get(i + 1, j) + v.get(i, j - 1) + v.get(i, j + 1)
                - 4.0 * v.get(i, j);
            e += l * l;
        }
    }
    e
}
#[differentiable]
pub fn sgd(w0: &[f64], xs: &[Vec<f64>], ys: &[f64], lr: f64) -> f64 {
    let mut w = w0.to_vec();
    for (x, y) in xs.iter().zip(ys) {
        let pred: f64 = w.iter().zip(x).map(|(a, b)| a * b).sum();
        let e = pred - y;
        for (wi, xi) in w.iter_mut().zip(x) {
            *wi -= lr * e * xi;
        }
    }
    w.iter().map(|v| v * v).sum()
}
#[differentiable]
pub fn gibbs(lat: &[f64], n: usize, beta: f64) -> f64 {
    let mut m = lat.to_vec();
    for _ in 0..5 {
        for i in 0..n {
            for j in 0..n {
                let nb = m[(i + 1) % n * n + j]
                    + m[(i + n - 1) % n * n + j]
                    + m[i * n + (j + 1) % n]
                    + m[i * n + (j + n - 1) % n];
                m[i * n + j] = (beta * nb).tanh();
            }
        }
    }
    m.iter().sum()
}
#[differentiable]
pub fn geo_asian(z: &[f64], s0: f64, sigma: f64, paths: usize, steps: usize) -> f64 {
    let dt = 1.0 / steps as f64;
    let mut payoff = 0.0;
    for p in 0..paths {
        let mut s = s0;
        let mut avg = 0.0;
        for t in 0..steps {
            s *= ((0.05 - 0.5 * sigma * sigma) * dt + sigma * dt.sqrt() * z[p * steps + t]).exp();
            avg += s;
        }
        avg /= steps as f64;
        payoff += (avg - 1.0).max(0.0);
    }
    payoff / paths as f64
}
#[differentiable]
pub fn lo(v: f64) -> f64 {
    v * v.exp()
}
#[differentiable]
pub fn hi(v: f64) -> f64 {
    (v * v + 1.0).ln()
}
#[differentiable]
pub fn chosen_calls(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for &v in x {
        s += if v > 0.5 { lo(v) } else { hi(v) };
    }
    s
}
#[differentiable]
pub fn chosen_inline(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for &v in x {
        s += if v > 0.5 {
            v * v.exp()
        } else {
            (v * v + 1.0).ln()
        };
    }
    s
}
#[differentiable]
pub fn plain_calls(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for &v in x {
        s += lo(v) + hi(v);
    }
    s
}
#[differentiable]
pub fn early(x: &[f64], limit: f64) -> f64 {
    let mut s = 0.0;
    for &v in x {
        if s > limit {
            break;
        }
        s += lo(v);
    }
    s
}
#[derive(Differentiable, Clone)]
pub enum Shape {
    Disc { r: f64 },
    Rect { w: f64, h: f64 },
}
#[differentiable]
impl Shape {
    fn area(&self) -> f64 {
        match self {
            Shape::Disc { r } => 3.0 * r * r,
            Shape::Rect { w, h } => w * h,
        }
    }
    fn perimeter(&self) -> f64 {
        match self {
            Shape::Disc { r } => 6.0 * r,
            Shape::Rect { w, h } => 2.0 * (w + h),
        }
    }
}
#[differentiable]
pub fn compact(shapes: &[Shape]) -> f64 {
    let mut s = 0.0;
    for shape in shapes {
        let a = shape.area();
        if a > 0.3 {
            s += a / shape.perimeter();
        }
    }
    s
}
