//! Tests of the macro as a function from tokens to tokens, outside of any compiler.

mod derive;
mod golden;
mod half_typed;
mod reads;
mod robustness;

use crate::desugar::own::Own;
use crate::diagnostics::Sink;
use crate::emit::paths;
use crate::ir::Function;
use crate::{attr, desugar, lower};

/// The IR of a function that nothing refuses.
#[track_caller]
pub(crate) fn lowered(source: &str) -> Function {
    let sink = Sink::new();
    let mut item: syn::ItemFn = syn::parse_str(source).expect("a function");
    let constants = attr::take_constants(&mut item.sig, &sink);
    desugar::simplify(
        &mut item,
        desugar::Heaps::Stay,
        &paths::runtime(None),
        &sink,
    );
    let f = lower::function(&item, &constants, Own::NOTHING, &sink);
    assert!(sink.is_empty(), "the function was refused");
    f
}
