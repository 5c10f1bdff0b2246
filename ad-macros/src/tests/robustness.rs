//! Whatever function it is given, the macro answers with a derivative or with errors: it never panics.

use crate::driver;
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::ToTokens;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use syn::visit::{self, Visit};

/// Only exponential behaviour takes this long.
const GENEROUS: Duration = Duration::from_secs(60);

/// Functions that together use most of what is supported, for mutation.
pub(super) const SAMPLES: &[&str] = &[
    "fn straight(x: f64, y: f64) -> f64 { let a = x * y; let mut b = a.sin() - 2.0; b *= -a; b.powi(3) / (a + 1.0) }",
    "fn branches(x: f64, n: i32) -> f64 { let y = if x > 0.0 && n != 2 { x.ln() } else if n < 0 { return x; } else { 2.0 }; y * x }",
    "fn sums(x: &[f64], w: &[f64]) -> f64 { let mut s = 0.0; for (a, b) in x.iter().zip(w) { s += a * b; } s.sqrt() }",
    "fn early(x: &[f64]) -> f64 { 'o: for i in 0..x.len() { for j in (0..i).rev() { if x[j] > x[i] { continue 'o; } if j > 3 { break 'o; } } if x[i] < 0.0 { return x[i] * x[0]; } } x[1] }",
    "fn grows(mut x: f64, k: f64) -> f64 { let mut n = 0; while x < 10.0 && n < 5 { x = x * k + 1.0; n += 1; } loop { x *= 0.5; if x < 1.0 { break x * k; } } }",
    "fn in_place(y: &mut [f64], x: &[f64; 4]) { y[0] = x[1]; for i in 1..4 { let t = y[i - 1]; y[i] += t * x[i]; } y.swap(0, 2); }",
    "fn tuples(p: (f64, [f64; 2])) -> (f64, f64) { let (a, [b, c]) = p; let mut q = (a * b, c); q.0 += q.1; (q.1, q.0) }",
    "fn generic<T: Real, const N: usize>(x: &[T; N], m: &mut [[T; N]; N]) -> T { let mut s = T::ZERO; for i in 0..N { for j in 0..N { m[i][j] += x[i] * x[j]; s += m[j][i]; } } s }",
    "fn chooses(x: f64, k: usize) -> f64 { let y = match k { 0 => x, 1 | 2 => { let z = x * x; z.cos() } n if n > 7 => return 0.0, _ => 1.0 }; match x { v if v > 0.0 => v * y, _ => y } }",
    "fn recursive(x: &[f64], n: usize, out: &mut f64) -> f64 { if n == 0 { return x[0]; } let r = recursive(&x[1..], n - 1, &mut *out); *out += r * x[0]; helpers::mix::<f64>(r, *out) }",
    "fn vectors(x: &[f64]) -> Vec<f64> { let mut v = vec![0.0; x.len()]; let mut w = x.to_vec(); for i in 0..v.len() { v[i] = w[i].exp(); w.push(v[i]); } std::mem::swap(&mut v, &mut w); v }",
    "fn deferred(x: f64, flag: bool) -> f64 { let a; let mut b = [x; 3]; if flag { a = x * x; b[1] = a; } else { a = 1.0; } { let r = &mut b[1..]; r[0] *= a; } let x = b[1]; let x = x as f64; assert!(x > 0.0, \"{x}\"); x }",
    "fn closures(a: &[f64], n: usize, x: f64) -> f64 { let mut t = 0.0; let at = |i: usize, j: usize| i * n + j; let mut add = |v: f64| t += v; let g = |v: f64| { for i in 0..n { if a[at(i, 0)] > v { return v; } } v * x }; let h = &g; add(h(x)); let mut c = x; let mut next = move || { c *= 2.0; c }; let p: fn(f64) -> f64 = if n > 2 { |v| v } else { f64::sin }; while next() < 9.0 { add(p(x)); } a.iter().map(g).sum::<f64>() + t }",
    "fn sugar(x: f64, n: usize) -> f64 { let Some(i) = n.checked_sub(1) else { return x; }; let mut j = n; if x > 0.0 && let Some(k) = n.checked_sub(2) && k > 1 { return x.powi(k as i32) + x * 2.0; } else { j += i * 2 + 3 * n; } while let Some(k) = j.checked_sub(3) && j < 99 { j = k; if k > 20 { break; } } let g = |k: usize| -> Option<usize> { let l = k.checked_sub(1)?; l.checked_mul(2) }; if let Some(3 | 4) = g(n) { return x.cos(); } let y = 'b: { for k in 0..3 { if k == i { break 'b x; } } if x < 1.0 { break 'b 2.0; } x * x }; y * j as f64 }",
];

/// The macro's answer to `item`; a panic names the function that caused it.
fn expand(item: TokenStream) -> TokenStream {
    let given = item.clone();
    catch_unwind(AssertUnwindSafe(|| {
        driver::differentiable(TokenStream::new(), item)
    }))
    .unwrap_or_else(|_| panic!("the macro panicked on\n{given}"))
}

/// Asserts that a parsable item comes back with something beside it: a companion, errors, or both.
fn assert_answered(item: TokenStream) {
    let given = item.to_string();
    let answer = expand(item);
    let parsed = syn::parse2::<syn::File>(answer.clone());
    let items = parsed
        .unwrap_or_else(|error| panic!("the macro answered with {error} to\n{given}\n{answer}"))
        .items
        .len();
    assert!(items > 1, "the macro said nothing to\n{given}");
}

fn is_refused(answer: &TokenStream) -> bool {
    answer.to_string().contains("compile_error !")
}

/// Gives every function of a file to the macro, methods and nested ones too.
#[derive(Default)]
struct EveryFunction {
    seen: usize,
}

impl<'ast> Visit<'ast> for EveryFunction {
    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        assert_answered(function.to_token_stream());
        self.seen += 1;
        visit::visit_item_fn(self, function);
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        assert_answered(function.to_token_stream());
        self.seen += 1;
        visit::visit_impl_item_fn(self, function);
    }
}

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder)
        .expect("a readable folder")
        .flatten()
    {
        let path = entry.path();
        let hidden = |name: &str| name.starts_with('.') || name == "target";
        if path
            .file_name()
            .and_then(|n| n.to_str())
            .is_some_and(hidden)
        {
            continue;
        }
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn every_function_of_this_workspace_is_answered() {
    let mut files = Vec::new();
    rust_files(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join(".."),
        &mut files,
    );
    let mut functions = EveryFunction::default();
    for file in files {
        let source = std::fs::read_to_string(&file).expect("a readable file");
        if let Ok(parsed) = syn::parse_file(&source) {
            functions.visit_file(&parsed);
        }
    }
    assert!(functions.seen > 300, "only {} functions", functions.seen);
}

#[test]
fn samples_are_differentiable() {
    for sample in SAMPLES {
        let answer = expand(sample.parse().expect("tokens"));
        assert!(!is_refused(&answer), "refused: {sample}\n{answer}");
    }
}

/// Every stream that lacks one token tree of `tokens`, at any depth.
pub(super) fn deletions(tokens: TokenStream) -> Vec<TokenStream> {
    let trees: Vec<_> = tokens.into_iter().collect();
    let mut mutants = Vec::new();
    for (i, tree) in trees.iter().enumerate() {
        let with = |middle: Option<TokenTree>| -> TokenStream {
            let (before, after) = (trees[..i].iter(), trees[i + 1..].iter());
            before
                .cloned()
                .chain(middle)
                .chain(after.cloned())
                .collect()
        };
        mutants.push(with(None));
        if let TokenTree::Group(group) = tree {
            for inner in deletions(group.stream()) {
                let group = Group::new(group.delimiter(), inner);
                mutants.push(with(Some(group.into())));
            }
        }
    }
    mutants
}

/// Every stream that ends early, with the delimiters closed that are open there.
pub(super) fn truncations(tokens: TokenStream) -> Vec<TokenStream> {
    let trees: Vec<_> = tokens.into_iter().collect();
    let mut mutants = Vec::new();
    for (i, tree) in trees.iter().enumerate() {
        let until = |last: Option<TokenTree>| trees[..i].iter().cloned().chain(last).collect();
        mutants.push(until(None));
        if let TokenTree::Group(group) = tree {
            for inner in truncations(group.stream()) {
                let group = Group::new(group.delimiter(), inner);
                mutants.push(until(Some(group.into())));
            }
        }
    }
    mutants
}

#[test]
fn mutilated_functions_are_answered() {
    for sample in SAMPLES {
        let tokens: TokenStream = sample.parse().expect("tokens");
        for mutant in deletions(tokens.clone())
            .into_iter()
            .chain(truncations(tokens))
        {
            if syn::parse2::<syn::ItemFn>(mutant.clone()).is_ok() {
                assert_answered(mutant);
            } else {
                expand(mutant);
            }
        }
    }
}

#[test]
fn invisible_groups_are_answered() {
    for sample in SAMPLES {
        let tokens: TokenStream = sample.parse().expect("tokens");
        let grouped = TokenTree::from(Group::new(Delimiter::None, tokens));
        expand(grouped.into());
    }
}

/// Expands on a thread with the stack that the compiler has.
fn expanded_in_time(source: String) {
    let expansion = move || {
        let start = Instant::now();
        let answer = expand(source.parse().expect("tokens"));
        assert!(!is_refused(&answer), "refused: {answer}");
        assert!(start.elapsed() < GENEROUS, "took {:?}", start.elapsed());
    };
    let thread = std::thread::Builder::new()
        .stack_size(8 << 20)
        .spawn(expansion);
    thread.expect("a thread").join().expect("expands in time");
}

#[test]
fn long_functions_expand_in_time() {
    let lines: String = (0..2000)
        .map(|i| format!("let y{} = y{i} * x + y{i}.sin();\n", i + 1))
        .collect();
    expanded_in_time(format!(
        "fn long(x: f64) -> f64 {{ let y0 = x;\n{lines} y2000 }}"
    ));
}

#[test]
fn deep_loops_expand_in_time() {
    let heads: String = (0..12)
        .map(|i| format!("for i{i} in 0..2 {{ y *= x; "))
        .collect();
    let tails = "y += x; } ".repeat(12);
    expanded_in_time(format!(
        "fn deep(x: f64) -> f64 {{ let mut y = x; {heads} {tails} y }}"
    ));
}

#[test]
fn deep_exits_expand_in_time() {
    let heads: String = (0..10)
        .map(|i| {
            format!("for i{i} in 0..2 {{ if y > {i}.0 {{ return y; }} if y < x {{ continue; }} ")
        })
        .collect();
    let tails = "y += x; if y > 9.0 { break; } } ".repeat(10);
    expanded_in_time(format!(
        "fn deep(x: f64) -> f64 {{ let mut y = x; {heads} {tails} y }}"
    ));
}
