//! The loss of a stacked LSTM with diagonal weight matrices.

use super::Uniform;
use pullback::differentiable;

/// The loss of predicting each row of `sequence` from those before.
///
/// `main` holds weights and biases of every layer in turn, each of four blocks for the forget, in,
/// out and change gates; `extra` input weights, output weights and output bias; `state` the hidden
/// and the cell vector of every layer in turn.
#[differentiable]
pub fn lstm(
    main: &[f64],
    extra: &[f64],
    #[constant] state: &[f64],
    #[constant] sequence: &[f64],
) -> f64 {
    let b = extra.len() / 3;
    let layers = main.len() / (8 * b);
    let steps = sequence.len() / b - 1;
    let mut state = state.to_vec();
    let mut y = vec![0.0; b];
    let mut total = 0.0;
    for t in 0..steps {
        for j in 0..b {
            y[j] = sequence[t * b + j] * extra[j];
        }
        for i in 0..layers {
            layer(
                &main[8 * b * i..8 * b * (i + 1)],
                &mut state[2 * b * i..2 * b * (i + 1)],
                &mut y,
            );
        }
        for j in 0..b {
            y[j] = y[j] * extra[b + j] + extra[2 * b + j];
        }
        total += log_likelihood(&y, &sequence[(t + 1) * b..(t + 2) * b]);
    }
    -total / (b * steps) as f64
}

#[differentiable]
fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// One layer at one time step: `y` is its input, then its output.
#[differentiable]
fn layer(parameters: &[f64], state: &mut [f64], y: &mut [f64]) {
    let b = y.len();
    let (weights, biases) = (&parameters[..4 * b], &parameters[4 * b..]);
    for j in 0..b {
        let hidden = state[j];
        let forget = sigmoid(y[j] * weights[j] + biases[j]);
        let input = sigmoid(hidden * weights[b + j] + biases[b + j]);
        let output = sigmoid(y[j] * weights[2 * b + j] + biases[2 * b + j]);
        let change = (hidden * weights[3 * b + j] + biases[3 * b + j]).tanh();
        let cell = state[b + j] * forget + input * change;
        state[b + j] = cell;
        state[j] = output * cell.tanh();
        y[j] = state[j];
    }
}

#[differentiable]
fn log_likelihood(y: &[f64], #[constant] target: &[f64]) -> f64 {
    let mut sum = 2.0;
    for &v in y {
        sum += v.exp();
    }
    let normaliser = sum.ln();
    let mut total = 0.0;
    for j in 0..y.len() {
        total += target[j] * (y[j] - normaliser);
    }
    total
}

/// What the reverse sweep needs of one unit of one layer at one time step.
#[derive(Clone, Copy, Default)]
struct Unit {
    y: f64,
    hidden: f64,
    cell: f64,
    forget: f64,
    input: f64,
    output: f64,
    change: f64,
    squashed: f64,
}

/// Value, and gradient into `dmain` and `dextra`.
pub fn by_hand(
    main: &[f64],
    extra: &[f64],
    state: &[f64],
    sequence: &[f64],
    dmain: &mut [f64],
    dextra: &mut [f64],
) -> f64 {
    let b = extra.len() / 3;
    let layers = main.len() / (8 * b);
    let steps = sequence.len() / b - 1;
    let mut units = vec![Unit::default(); steps * layers * b];
    // Top of the stack of layers, and cotangent of the prediction made from it.
    let (mut tops, mut dpredictions) = (vec![0.0; steps * b], vec![0.0; steps * b]);
    let mut state = state.to_vec();
    let mut prediction = vec![0.0; b];
    let scale = -1.0 / (b * steps) as f64;
    let mut total = 0.0;
    for t in 0..steps {
        let y = &mut tops[t * b..(t + 1) * b];
        for j in 0..b {
            y[j] = sequence[t * b + j] * extra[j];
        }
        for i in 0..layers {
            forward_layer(
                &main[8 * b * i..8 * b * (i + 1)],
                &mut state[2 * b * i..2 * b * (i + 1)],
                y,
                &mut units[(t * layers + i) * b..(t * layers + i + 1) * b],
            );
        }
        for j in 0..b {
            prediction[j] = y[j] * extra[b + j] + extra[2 * b + j];
        }
        let target = &sequence[(t + 1) * b..(t + 2) * b];
        let dprediction = &mut dpredictions[t * b..(t + 1) * b];
        total += likelihood_by_hand(&prediction, target, scale, dprediction);
    }

    dmain.fill(0.0);
    dextra.fill(0.0);
    let mut dstate = vec![0.0; state.len()];
    let mut dy = vec![0.0; b];
    for t in (0..steps).rev() {
        for j in 0..b {
            let d = dpredictions[t * b + j];
            dextra[2 * b + j] += d;
            dextra[b + j] += d * tops[t * b + j];
            dy[j] = d * extra[b + j];
        }
        for i in (0..layers).rev() {
            reverse_layer(
                &main[8 * b * i..8 * b * (i + 1)],
                &units[(t * layers + i) * b..(t * layers + i + 1) * b],
                &mut dmain[8 * b * i..8 * b * (i + 1)],
                &mut dstate[2 * b * i..2 * b * (i + 1)],
                &mut dy,
            );
        }
        for j in 0..b {
            dextra[j] += dy[j] * sequence[t * b + j];
        }
    }
    total * scale
}

fn forward_layer(parameters: &[f64], state: &mut [f64], y: &mut [f64], units: &mut [Unit]) {
    let b = y.len();
    let (weights, biases) = parameters.split_at(4 * b);
    let (hiddens, cells) = state.split_at_mut(b);
    for j in 0..b {
        let gate = |block: usize, v: f64| v * weights[block * b + j] + biases[block * b + j];
        let mut unit = Unit {
            y: y[j],
            hidden: hiddens[j],
            cell: cells[j],
            forget: sigmoid(gate(0, y[j])),
            input: sigmoid(gate(1, hiddens[j])),
            output: sigmoid(gate(2, y[j])),
            change: gate(3, hiddens[j]).tanh(),
            squashed: 0.0,
        };
        cells[j] = unit.cell * unit.forget + unit.input * unit.change;
        unit.squashed = cells[j].tanh();
        hiddens[j] = unit.output * unit.squashed;
        y[j] = hiddens[j];
        units[j] = unit;
    }
}

fn reverse_layer(
    parameters: &[f64],
    units: &[Unit],
    dparameters: &mut [f64],
    dstate: &mut [f64],
    dy: &mut [f64],
) {
    let b = dy.len();
    let weights = &parameters[..4 * b];
    let (dweights, dbiases) = dparameters.split_at_mut(4 * b);
    let (dhiddens, dcells) = dstate.split_at_mut(b);
    for (j, u) in units.iter().enumerate() {
        let dhidden = dhiddens[j] + dy[j];
        let dcell = dcells[j] + dhidden * u.output * (1.0 - u.squashed * u.squashed);
        let dgates = [
            dcell * u.cell * u.forget * (1.0 - u.forget),
            dcell * u.change * u.input * (1.0 - u.input),
            dhidden * u.squashed * u.output * (1.0 - u.output),
            dcell * u.input * (1.0 - u.change * u.change),
        ];
        let reads = [u.y, u.hidden, u.y, u.hidden];
        for block in 0..4 {
            dweights[block * b + j] += dgates[block] * reads[block];
            dbiases[block * b + j] += dgates[block];
        }
        dcells[j] = dcell * u.forget;
        dy[j] = dgates[0] * weights[j] + dgates[2] * weights[2 * b + j];
        dhiddens[j] = dgates[1] * weights[b + j] + dgates[3] * weights[3 * b + j];
    }
}

/// The log likelihood, and `scale` times its gradient into `dy`.
fn likelihood_by_hand(y: &[f64], target: &[f64], scale: f64, dy: &mut [f64]) -> f64 {
    let mut sum = 2.0;
    for (d, y) in dy.iter_mut().zip(y) {
        *d = y.exp();
        sum += *d;
    }
    let normaliser = sum.ln();
    let bits: f64 = target.iter().sum();
    let mut total = 0.0;
    for ((d, y), target) in dy.iter_mut().zip(y).zip(target) {
        *d = scale * (target - bits * *d / sum);
        total += target * (y - normaliser);
    }
    total
}

/// The arguments of [`lstm()`].
#[derive(Clone, Debug)]
pub struct Input {
    /// Weights and biases of the layers.
    pub main: Vec<f64>,
    /// Input weights, output weights, output bias.
    pub extra: Vec<f64>,
    /// Hidden and cell vectors to begin with.
    pub state: Vec<f64>,
    /// Rows of bits.
    pub sequence: Vec<f64>,
}

/// A network of `layers` layers and `b` bits, and `rows` rows of text.
pub fn example(layers: usize, b: usize, rows: usize) -> Input {
    let mut uniform = Uniform::new(6);
    Input {
        main: uniform.vec(8 * layers * b, -1.0, 1.0),
        extra: uniform.vec(3 * b, -1.0, 1.0),
        state: uniform.vec(2 * layers * b, -1.0, 1.0),
        sequence: uniform
            .vec(rows * b, 0.0, 2.0)
            .iter()
            .map(|v| v.floor())
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gradbench::relative_error;

    #[test]
    fn by_hand_agrees() {
        for (layers, b, rows) in [(1, 1, 2), (1, 3, 4), (3, 4, 9)] {
            let i = example(layers, b, rows);
            let (mut by_hand_main, mut by_hand_extra) = (i.main.clone(), i.extra.clone());
            let by_hand = by_hand(
                &i.main,
                &i.extra,
                &i.state,
                &i.sequence,
                &mut by_hand_main,
                &mut by_hand_extra,
            );
            let (value, (dmain, dextra)) =
                lstm::value_and_gradient(&i.main, &i.extra, &i.state, &i.sequence);
            assert!(relative_error(&[value], &[by_hand]) < 1e-13);
            assert!(relative_error(&dmain, &by_hand_main) < 1e-12);
            assert!(relative_error(&dextra, &by_hand_extra) < 1e-12);
        }
    }
}
