//! Buffers and tangents of the wrong size are named by the path of the field.

use pullback::Differentiable;
use std::panic::{AssertUnwindSafe, catch_unwind};

#[derive(Differentiable)]
struct Layer {
    weights: Vec<f64>,
    id: usize,
}

#[derive(Differentiable)]
struct Network<'a> {
    layers: Vec<Layer>,
    output: Box<Layer>,
    r#type: (f64, [Vec<f64>; 1]),
    input: &'a [f64],
    pair: Pair,
}

#[derive(Differentiable)]
struct Pair(usize, Vec<f64>);

fn network(input: &[f64]) -> Network<'_> {
    let layer = |id| Layer {
        weights: vec![1.0; 3],
        id,
    };
    Network {
        layers: vec![layer(0), layer(1)],
        output: Box::new(layer(2)),
        r#type: (1.0, [vec![2.0; 2]]),
        input,
        pair: Pair(3, vec![1.0]),
    }
}

/// The message of the panic when one part of the buffer is spoilt.
fn refusal(spoil: impl FnOnce(&mut NetworkTangent)) -> String {
    let network = network(&[1.0, 2.0]);
    assert_eq!((network.output.id, network.pair.0), (2, 3));
    let mut buffer = network.zero_tangent();
    network.check_buffer(&buffer, "net");
    spoil(&mut buffer);
    let check = AssertUnwindSafe(|| network.check_buffer(&buffer, "net"));
    *catch_unwind(check).unwrap_err().downcast().unwrap()
}

#[test]
fn the_field_is_named() {
    let says = |path: &str, found: usize, expected: usize| {
        format!(
            "gradient buffer for argument `{path}`: its length is {found}, that of the argument is {expected}"
        )
    };
    assert_eq!(
        refusal(|buffer| buffer.layers[1].weights.truncate(2)),
        says("net.layers.weights", 2, 3)
    );
    assert_eq!(
        refusal(|buffer| buffer.layers.clear()),
        says("net.layers", 0, 2)
    );
    assert_eq!(
        refusal(|buffer| buffer.output.weights.push(1.0)),
        says("net.output.weights", 4, 3)
    );
    assert_eq!(
        refusal(|buffer| buffer.r#type.1[0].clear()),
        says("net.type", 0, 2)
    );
    assert_eq!(
        refusal(|buffer| buffer.input.clear()),
        says("net.input", 0, 2)
    );
    assert_eq!(
        refusal(|buffer| buffer.pair.1.clear()),
        says("net.pair.1", 0, 1)
    );
}

#[test]
fn a_slice_of_structs_is_checked() {
    let layers = [Layer {
        weights: vec![1.0],
        id: 0,
    }];
    let buffer = [LayerTangent { weights: vec![] }];
    let check = AssertUnwindSafe(|| layers[..].check_buffer(&buffer, "layers"));
    let message: String = *catch_unwind(check).unwrap_err().downcast().unwrap();
    assert!(message.contains("`layers.weights`"), "{message}");
}
