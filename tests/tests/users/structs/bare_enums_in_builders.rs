use crate::check;
use pullback::{Differentiable, differentiable};
#[derive(Debug, Clone, Copy, PartialEq)]
enum Scheme {
    Upwind,
    LaxFriedrichs,
}
#[derive(Debug, Clone, Differentiable)]
struct AdvectionBuilder {
    cells: usize,
    speed: f64,
    cfl: f64,
    #[constant]
    scheme: Scheme,
    initial: Option<Vec<f64>>,
}
#[derive(Debug, Clone, Differentiable)]
struct Advection {
    u: Vec<f64>,
    c: f64,
    dt: f64,
    dx: f64,
    #[constant]
    scheme: Scheme,
}
impl Default for AdvectionBuilder {
    fn default() -> Self {
        Self {
            cells: 8,
            speed: 1.0,
            cfl: 0.5,
            scheme: Scheme::Upwind,
            initial: None,
        }
    }
}
#[differentiable]
impl AdvectionBuilder {
    fn new() -> Self {
        Self::default()
    }
    fn cells(mut self, n: usize) -> Self {
        self.cells = n;
        self
    }
    fn speed(mut self, c: f64) -> Self {
        self.speed = c;
        self
    }
    fn cfl(self, cfl: f64) -> Self {
        Self { cfl, ..self }
    }
    fn scheme(mut self, scheme: Scheme) -> Self {
        self.scheme = scheme;
        self
    }
    fn initial<F: Fn(f64) -> f64>(mut self, f: F) -> Self {
        let n = self.cells;
        self.initial = Some((0..n).map(|i| f((i as f64 + 0.5) / n as f64)).collect());
        self
    }
    fn build(self) -> Result<Advection, String> {
        let dx = 1.0 / self.cells as f64;
        if self.cfl > 1.0 {
            return Err(format!("cfl {} too large", self.cfl));
        }
        let u = self
            .initial
            .ok_or_else(|| "no initial condition".to_string())?;
        Ok(Advection {
            u,
            c: self.speed,
            dt: self.cfl * dx / self.speed.abs(),
            dx,
            scheme: self.scheme,
        })
    }
}
#[differentiable]
impl Advection {
    fn flux(&self, l: f64, r: f64) -> f64 {
        match self.scheme {
            Scheme::Upwind => {
                if self.c > 0.0 {
                    self.c * l
                } else {
                    self.c * r
                }
            }
            Scheme::LaxFriedrichs => 0.5 * self.c * (l + r) - 0.5 * self.dx / self.dt * (r - l),
        }
    }
    fn advance(&mut self) {
        let n = self.u.len();
        let fluxes: Vec<f64> = (0..n)
            .map(|i| self.flux(self.u[(i + n - 1) % n], self.u[i]))
            .collect();
        for i in 0..n {
            self.u[i] -= self.dt / self.dx * (fluxes[(i + 1) % n] - fluxes[i]);
        }
    }
    fn total_variation(&self) -> f64 {
        let n = self.u.len();
        (0..n)
            .map(|i| (self.u[(i + 1) % n] - self.u[i]).abs())
            .sum()
    }
}
#[differentiable]
fn objective(p: &[f64], scheme: Scheme) -> f64 {
    let built = AdvectionBuilder::new()
        .cells(10)
        .speed(p[0])
        .cfl(p[1])
        .scheme(scheme)
        .initial(|x| (-(x - p[2]).powi(2) / 0.02).exp())
        .build();
    let mut sim = match built {
        Ok(s) => s,
        Err(_) => return 0.0,
    };
    for _ in 0..5 {
        sim.advance();
    }
    let peak = sim.u.iter().copied().fold(f64::MIN, f64::max);
    sim.total_variation() + peak * sim.u[3]
}
#[test]
fn bare_enums_in_builders() {
    for s in [Scheme::Upwind, Scheme::LaxFriedrichs] {
        check(
            |x| objective(x, s),
            |x| objective::gradient(x, s),
            &[&[1.5, 0.4, 0.33], &[-1.0, 0.7, 0.6]],
        );
    }
}
