//! The catalogue of refusals and the compile-fail cases are the same list.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// `family/case` of each case in the last column of the tables.
fn in_the_catalogue() -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/refusals.md");
    let text = fs::read_to_string(path).expect("the catalogue");
    let rows = text.lines().filter(|line| line.starts_with('|'));
    let cells = rows.filter_map(|row| row.trim_end_matches('|').rsplit('|').next());
    let cases = cells.flat_map(|cell| cell.split('`').skip(1).step_by(2));
    cases.map(str::to_owned).collect()
}

fn on_disk() -> BTreeSet<String> {
    let ui = Path::new(env!("CARGO_MANIFEST_DIR")).join("ui");
    let families = fs::read_dir(ui).expect("the cases").flatten();
    let cases = families.flat_map(|family| {
        let name = family.file_name().into_string().expect("a plain name");
        let files = fs::read_dir(family.path()).expect("a family").flatten();
        files.filter_map(move |file| {
            let path = file.path();
            let is_case = path.extension().is_some_and(|e| e == "rs");
            let stem = path.file_stem()?.to_str()?;
            is_case.then(|| format!("{name}/{stem}"))
        })
    });
    cases.collect()
}

#[test]
fn every_case_is_in_the_catalogue_once() {
    let listed = in_the_catalogue();
    let set: BTreeSet<String> = listed.iter().cloned().collect();
    assert_eq!(listed.len(), set.len(), "a case is listed twice");
    let on_disk = on_disk();
    assert!(on_disk.len() > 60, "only {} cases", on_disk.len());
    assert_eq!(
        set.difference(&on_disk).collect::<Vec<_>>(),
        Vec::<&String>::new(),
        "listed without a case"
    );
    assert_eq!(
        on_disk.difference(&set).collect::<Vec<_>>(),
        Vec::<&String>::new(),
        "cases that the catalogue does not list"
    );
}

/// Cases in which rustc goes on after the library's error, with errors of its own.
const FOLLOWED_BY_OTHERS: [&str; 1] = ["closures/unwritten_unique_parameter"];

/// What users read has no name of the library's own making, and no syntax tree.
#[test]
fn messages_show_no_generated_names() {
    let ui = Path::new(env!("CARGO_MANIFEST_DIR")).join("ui");
    for case in on_disk() {
        let path = ui.join(&case).with_extension("stderr");
        let text = fs::read_to_string(&path).expect("an expectation");
        let heads = text.lines().filter(|l| l.starts_with("error"));
        let own = if FOLLOWED_BY_OTHERS.contains(&case.as_str()) {
            1
        } else {
            usize::MAX
        };
        let heads = heads.take(own);
        for head in heads {
            let made_up = ["__", "_rule_of_", "argument_0", "Ident"];
            assert!(
                !made_up.iter().any(|name| head.contains(name)),
                "{case}: {head}"
            );
        }
    }
}
