use crate::assert_grad;
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, Differentiable)]
struct Patient {
    clearance: f64,
    volume: f64,
    absorption: f64,
}

#[derive(Clone, Copy, Debug)]
enum Route {
    Oral,
    Iv,
    Infusion { hours: f64 },
}

#[derive(Clone, Copy, Debug, Default, Differentiable)]
struct Body {
    gut: f64,
    plasma: f64,
}

#[differentiable]
impl Body {
    fn flow(&self, p: &Patient) -> Body {
        let absorbed = p.absorption * self.gut;
        Body {
            gut: -absorbed,
            plasma: absorbed - p.clearance / p.volume * self.plasma,
        }
    }

    fn step(self, p: &Patient, dt: f64) -> Body {
        let k1 = self.flow(p);
        let mid = Body {
            gut: self.gut + 0.5 * dt * k1.gut,
            plasma: self.plasma + 0.5 * dt * k1.plasma,
        };
        let k2 = mid.flow(p);
        Body {
            gut: self.gut + dt * k2.gut,
            plasma: self.plasma + dt * k2.plasma,
        }
    }
}

#[differentiable]
fn auc(p: &Patient, dose: f64, #[constant] route: Route, hours: usize) -> f64 {
    let mut body = match route {
        Route::Oral => Body {
            gut: dose,
            ..Body::default()
        },
        Route::Iv => Body {
            plasma: dose,
            ..Default::default()
        },
        Route::Infusion { .. } => Body::default(),
    };
    let dt = 0.5;
    let mut area = 0.0;
    for i in 0..2 * hours {
        if let Route::Infusion { hours } = route
            && (i as f64) * dt < hours
        {
            body.plasma += dose / hours * dt;
        }
        body = body.step(p, dt);
        area += body.plasma / p.volume * dt;
    }
    area
}

#[test]
fn gradient_is_right() {
    let v = [0.8, 5.0, 1.1, 10.0];
    for route in [Route::Oral, Route::Iv, Route::Infusion { hours: 2.0 }] {
        let mk = |v: &[f64]| Patient {
            clearance: v[0],
            volume: v[1],
            absorption: v[2],
        };
        let (dp, dd) = auc::gradient(&mk(&v), v[3], route, 5);
        assert_grad(
            |v| auc(&mk(v), v[3], route, 5),
            &v,
            &[dp.clearance, dp.volume, dp.absorption, dd],
        );
    }
}
