//! What the macros refuse, and how they say it.
//!
//! One folder for each family, one small file for each refusal. `TRYBUILD=overwrite` rewrites the
//! expectations; read every changed one before keeping it.

#[test]
fn refusals() {
    trybuild::TestCases::new().compile_fail("ui/*/*.rs");
}
