//! Maximum likelihood by L-BFGS from several starts.

use std::cell::RefCell;

use argmin::core::observers::{Observe, ObserverMode};
use argmin::core::{CostFunction, Error, Executor, Gradient, IterState, KV, State};
use argmin::solver::linesearch::MoreThuenteLineSearch;
use argmin::solver::quasinewton::LBFGS;
use indicatif::{ProgressBar, ProgressStyle};

use crate::data::{Point, Standardisation};
use crate::mixture::Mixture;
use crate::model::negative_log_likelihood;

const STARTS: usize = 8;
const MAX_ITERATIONS: u64 = 500;
/// Beyond this a line search is lost, on its way to a point where the likelihood is infinite.
const MAX_EVALUATIONS: usize = 2000;
/// How many steps L-BFGS remembers of the curvature.
const HISTORY: usize = 10;
/// Well above the square root of the machine epsilon: nearer to the maximum than that, a step changes
/// the objective by less than its rounding error, and a line search gropes in the dark.
const GRADIENT_TOLERANCE: f64 = 1e-6;
/// The likelihood of a mixture grows without bound as a component closes in on a few points that
/// lie on a line. A fit with a component narrower than this fraction of the data is such a one.
const NARROWEST: f64 = 0.02;

/// What one run of the optimiser found.
pub struct Fit {
    pub mixture: Mixture,
    pub log_likelihood: f64,
    /// Bayesian information criterion; smaller is better.
    pub bic: f64,
    /// Norm of the gradient of the mean log likelihood, in standardised units.
    pub gradient_norm: f64,
    pub iterations: u64,
    /// Evaluations of value and gradient, together, in the line searches.
    pub evaluations: usize,
}

/// The likeliest mixture found from [`STARTS`] starts, or `None` if all of them collapsed.
pub fn best_of_starts(points: &[Point], components: usize) -> Result<Option<Fit>, Error> {
    let units = Standardisation::of(points);
    let standardised: Vec<Point> = points.iter().map(|p| units.apply(p)).collect();
    let progress = progress_bar();
    let mut best: Option<Fit> = None;
    for start in 0..STARTS {
        let first = start * points.len() / STARTS;
        let theta = spread_out(&standardised, components, first);
        let fit = run(&standardised, &units, theta, &progress)?;
        let better = |best: &Fit| fit.log_likelihood > best.log_likelihood;
        if !fit.collapsed(&units) && best.as_ref().is_none_or(better) {
            best = Some(fit);
        }
        progress.inc(1);
    }
    progress.finish_and_clear();
    Ok(best)
}

impl Fit {
    pub fn converged(&self) -> bool {
        self.gradient_norm < GRADIENT_TOLERANCE
    }

    fn collapsed(&self, units: &Standardisation) -> bool {
        self.mixture.components.iter().any(|c| {
            let independent = (1.0 - c.correlation.powi(2)).sqrt();
            let narrow = |i: usize| c.deviation[i] * independent < NARROWEST * units.scale[i];
            narrow(0) || narrow(1)
        })
    }
}

/// Round components of equal weight whose means are data points far from one another: the point
/// with index `first`, then always the point farthest from the ones chosen so far.
fn spread_out(points: &[Point], components: usize, first: usize) -> Vec<f64> {
    let mut means = vec![points[first]];
    while means.len() < components {
        let nearest = |p: &Point| {
            let distances = means.iter().map(|m| (p[0] - m[0]).hypot(p[1] - m[1]));
            distances.fold(f64::INFINITY, f64::min)
        };
        let farthest = points
            .iter()
            .max_by(|p, q| nearest(p).total_cmp(&nearest(q)));
        means.push(*farthest.expect("there are points"));
    }
    let ln_deviation = 0.5_f64.ln();
    let component = |m: &Point| [0.0, m[0], m[1], ln_deviation, 0.0, ln_deviation];
    means.iter().flat_map(component).collect()
}

fn run(
    points: &[Point],
    units: &Standardisation,
    theta: Vec<f64>,
    progress: &ProgressBar,
) -> Result<Fit, Error> {
    let free_parameters = theta.len() - 1; // adding a number to all logits changes nothing
    let solver = LBFGS::new(MoreThuenteLineSearch::new(), HISTORY)
        .with_tolerance_grad(GRADIENT_TOLERANCE)?;
    let objective = Objective::new(points, theta.len());
    let result = Executor::new(&objective, solver)
        .configure(|state| state.param(theta).max_iters(MAX_ITERATIONS))
        .add_observer(Reporter(progress.clone()), ObserverMode::Always)
        .run()?;

    let theta = result.state.get_best_param().expect("the start is one");
    let (value, gradient_norm) = objective.at(theta, |found| (found.value, norm(&found.gradient)));
    let n = points.len() as f64;
    let log_likelihood = n * (units.log_determinant() - value);
    Ok(Fit {
        mixture: Mixture::from_parameters(theta, units),
        log_likelihood,
        bic: free_parameters as f64 * n.ln() - 2.0 * log_likelihood,
        gradient_norm,
        iterations: result.state.get_iter(),
        evaluations: objective.last.into_inner().count,
    })
}

fn norm(vector: &[f64]) -> f64 {
    vector.iter().map(|x| x * x).sum::<f64>().sqrt()
}

/// The objective as argmin wants it. It asks for value and gradient at one point by two calls;
/// both are answered from one evaluation.
struct Objective<'a> {
    points: &'a [Point],
    last: RefCell<Evaluation>,
}

struct Evaluation {
    theta: Vec<f64>,
    value: f64,
    gradient: Vec<f64>,
    count: usize,
}

impl<'a> Objective<'a> {
    fn new(points: &'a [Point], parameters: usize) -> Self {
        let nowhere = Evaluation {
            theta: Vec::new(),
            value: f64::NAN,
            gradient: vec![0.0; parameters],
            count: 0,
        };
        Self {
            points,
            last: RefCell::new(nowhere),
        }
    }

    fn at<R>(&self, theta: &[f64], read: impl FnOnce(&Evaluation) -> R) -> R {
        let last = &mut *self.last.borrow_mut();
        if last.theta != theta {
            last.theta.clear();
            last.theta.extend_from_slice(theta);
            last.value = negative_log_likelihood::value_and_gradient_into(
                theta,
                self.points,
                &mut last.gradient,
            );
            last.count += 1;
        }
        read(last)
    }
}

impl CostFunction for &Objective<'_> {
    type Param = Vec<f64>;
    type Output = f64;

    fn cost(&self, theta: &Vec<f64>) -> Result<f64, Error> {
        let (value, count) = self.at(theta, |found| (found.value, found.count));
        if count > MAX_EVALUATIONS {
            return Err(Error::msg("too many evaluations"));
        }
        Ok(value)
    }
}

impl Gradient for &Objective<'_> {
    type Param = Vec<f64>;
    type Gradient = Vec<f64>;

    fn gradient(&self, theta: &Vec<f64>) -> Result<Vec<f64>, Error> {
        Ok(self.at(theta, |found| found.gradient.clone()))
    }
}

/// A bar over the starts; indicatif draws it only if standard error is a terminal.
fn progress_bar() -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} start {pos} of {len}, {msg}")
        .expect("the template is valid");
    ProgressBar::new(STARTS as u64).with_style(style)
}

/// Shows how far the current start has come.
struct Reporter(ProgressBar);

impl Observe<IterState<Vec<f64>, Vec<f64>, (), (), (), f64>> for Reporter {
    fn observe_iter(
        &mut self,
        state: &IterState<Vec<f64>, Vec<f64>, (), (), (), f64>,
        _: &KV,
    ) -> Result<(), Error> {
        let (iteration, cost) = (state.get_iter(), state.get_cost());
        self.0
            .set_message(format!("iteration {iteration}: {cost:.6}"));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::old_faithful;

    /// Weighted mean and covariance of the points, and the total weight.
    fn moments(points: &[Point], weights: &[f64]) -> (f64, Point, [f64; 3]) {
        let total: f64 = weights.iter().sum();
        let average = |f: &dyn Fn(&Point) -> f64| {
            let terms = points.iter().zip(weights).map(|(p, w)| w * f(p));
            terms.sum::<f64>() / total
        };
        let mean = [average(&|p| p[0]), average(&|p| p[1])];
        let product = |i: usize, j: usize| average(&|p| (p[i] - mean[i]) * (p[j] - mean[j]));
        (total, mean, [product(0, 0), product(0, 1), product(1, 1)])
    }

    fn assert_close(a: f64, b: f64) {
        assert!((a - b).abs() <= 1e-6 * b.abs(), "{a} is not {b}");
    }

    /// A step of expectation maximisation, which needs no gradient, stays at the maximum.
    #[test]
    fn is_a_fixed_point_of_expectation_maximisation() {
        let points = old_faithful();
        for components in 1..=3 {
            let fit = best_of_starts(&points, components).unwrap().unwrap();
            assert!(fit.converged());
            for component in &fit.mixture.components {
                let share = |p: &Point| component.density(p) / fit.mixture.density(p);
                let weights: Vec<f64> = points.iter().map(share).collect();
                let (total, mean, [xx, xy, yy]) = moments(&points, &weights);
                assert_close(component.weight, total / points.len() as f64);
                assert_close(component.mean[0], mean[0]);
                assert_close(component.mean[1], mean[1]);
                assert_close(component.deviation[0], xx.sqrt());
                assert_close(component.deviation[1], yy.sqrt());
                assert_close(component.correlation, xy / (xx * yy).sqrt());
            }
        }
    }

    #[test]
    fn log_likelihood_is_that_of_the_mixture_in_original_units() {
        let points = old_faithful();
        let fit = best_of_starts(&points, 2).unwrap().unwrap();
        let sum: f64 = points.iter().map(|p| fit.mixture.density(p).ln()).sum();
        assert_close(fit.log_likelihood, sum);
        assert!((fit.log_likelihood + 1130.264).abs() < 1e-3);
    }
}
