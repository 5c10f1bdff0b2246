//! What the user's crate calls the facade.
//!
//! Receives the manifest of the crate that is compiled; promises the name under which it depends on the package
//! `pullback`, which is that of the package unless the manifest gives it another.
//!
//! ```text
//! [dependencies]
//! grad = { package = "pullback", version = "0.1" }      ::grad
//! ```
//!
//! The manifest is looked through line by line: a table's header, or an entry. That is all there is to see, and a
//! reader of TOML would be compiled by every user.

use proc_macro2::{Ident, Span};
use std::cell::RefCell;
use std::ffi::OsString;
use std::path::Path;
use std::{env, fs};

const PACKAGE: &str = "pullback";

thread_local! {
    /// The last crate that was asked for, and its name of the facade.
    static KNOWN: RefCell<Option<(OsString, String)>> = const { RefCell::new(None) };
}

/// The facade's name in the crate that is compiled.
pub(crate) fn name() -> Ident {
    let Some(directory) = env::var_os("CARGO_MANIFEST_DIR") else {
        return Ident::new(PACKAGE, Span::call_site());
    };
    let name = KNOWN.with_borrow_mut(|known| match known {
        Some((of, name)) if *of == directory => name.clone(),
        _ => {
            let name = name_in(Path::new(&directory)).unwrap_or_else(|| PACKAGE.to_string());
            *known = Some((directory, name.clone()));
            name
        }
    });
    syn::parse_str(&name).unwrap_or_else(|_| Ident::new(PACKAGE, Span::call_site()))
}

fn name_in(directory: &Path) -> Option<String> {
    let manifest = fs::read_to_string(directory.join("Cargo.toml")).ok()?;
    let above = || {
        let above = directory.ancestors().skip(1);
        above.filter_map(|folder| fs::read_to_string(folder.join("Cargo.toml")).ok())
    };
    renamed(&manifest, above)
}

/// The other name that a manifest gives the package, or that it takes from a workspace above.
fn renamed<M: Iterator<Item = String>>(manifest: &str, above: impl Fn() -> M) -> Option<String> {
    let own = dependencies(manifest, false);
    if own.iter().any(|d| d.name == PACKAGE && !d.is_other) {
        return None;
    }
    let is_taken = |shared: &Dependency| {
        shared.is_package && own.iter().any(|o| o.name == shared.name && o.is_shared)
    };
    let shared = || above().flat_map(|workspace| dependencies(&workspace, true));
    let stated = own.iter().find(|d| d.is_package).map(|d| d.name.clone());
    let found = stated.or_else(|| shared().find(is_taken).map(|d| d.name));
    found.map(|name| name.replace('-', "_"))
}

/// A line that says something of a dependency.
struct Dependency {
    name: String,
    /// Whether it is said to be the package.
    is_package: bool,
    /// Whether it is said to be another one.
    is_other: bool,
    /// Whether the workspace says what it is.
    is_shared: bool,
}

fn dependencies(manifest: &str, of_workspace: bool) -> Vec<Dependency> {
    let mut table: Vec<&str> = Vec::new();
    let mut found = Vec::new();
    for line in manifest.lines().map(str::trim) {
        if let Some(header) = line.strip_prefix('[').and_then(|l| l.split(']').next()) {
            table = header.split('.').map(unquoted).collect();
            continue;
        }
        let is_list = |part: &&str| part.ends_with("dependencies");
        let of_list = table.first() == Some(&"workspace");
        if of_list == of_workspace
            && let Some((name, said)) = match table.as_slice() {
                [.., list] if is_list(list) => entry(line),
                [.., list, name] if is_list(list) => Some((*name, line)),
                _ => None,
            }
        {
            found.push(dependency(name, said));
        }
    }
    found
}

/// `name = { … }`, or `name.key = …`
fn entry(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once('=')?;
    match key.split_once('.') {
        Some((name, _)) => Some((unquoted(name), &line[name.len() + 1..])),
        None => Some((unquoted(key), value)),
    }
}

fn dependency(name: &str, said: &str) -> Dependency {
    let said: String = said.chars().filter(|c| !c.is_whitespace()).collect();
    let package = said.split("package=").nth(1);
    let is_package = package.and_then(|p| p.split(['"', '\'']).nth(1)) == Some(PACKAGE);
    Dependency {
        name: name.to_string(),
        is_package,
        is_other: package.is_some() && !is_package,
        is_shared: said.contains("workspace=true"),
    }
}

fn unquoted(name: &str) -> &str {
    name.trim().trim_matches(['"', '\''])
}

#[cfg(test)]
mod tests {
    use super::renamed;

    fn alone(manifest: &str) -> Option<String> {
        renamed(manifest, std::iter::empty)
    }

    #[test]
    fn the_manifest_says_what_the_facade_is_called() {
        assert_eq!(alone("[dependencies]\npullback = \"0.1\""), None);
        assert_eq!(alone("[package]\nname = \"pullback\""), None);
        for manifest in [
            "[dependencies]\nserde = \"1\"\nauto-grad = { package = \"pullback\", version = \"0.1\" }",
            "[dependencies]\nauto-grad={version='0.1',package='pullback'} # our own name\n[features]\n",
            "[dependencies.auto-grad]\nversion = \"0.1\"\npackage = \"pullback\"",
            "[target.'cfg(unix)'.dev-dependencies]\n\"auto-grad\" = { package = \"pullback\", path = \"x\" }",
            "[dependencies]\nauto-grad.package = \"pullback\"\nauto-grad.version = \"0.1\"",
        ] {
            assert_eq!(alone(manifest).as_deref(), Some("auto_grad"), "{manifest}");
        }
        let both = "[dependencies]\npullback = \"0.1\"\nold = { package = \"pullback\", version = \"0.0\" }";
        assert_eq!(alone(both), None);
        let others = "[dependencies]\npullback = { package = \"pull\" }\ngrad = { package = \"pullback-core\" }";
        assert_eq!(alone(others), None);
        let taken =
            "[dependencies]\npullback = { package = \"pull\" }\ngrad = { package = \"pullback\" }";
        assert_eq!(alone(taken).as_deref(), Some("grad"));
    }

    #[test]
    fn a_workspace_may_say_it_for_its_members() {
        let workspace = "[workspace]\nmembers = [\"a\"]\n[workspace.dependencies]\ngrad = { package = \"pullback\", version = \"0.1\" }";
        let above = || [workspace.to_string()].into_iter();
        for member in [
            "[dependencies]\ngrad.workspace = true",
            "[dependencies]\ngrad = { workspace = true, features = [] }",
            "[dependencies.grad]\nworkspace = true",
        ] {
            assert_eq!(renamed(member, above).as_deref(), Some("grad"), "{member}");
        }
        assert_eq!(
            renamed("[dependencies]\nserde.workspace = true", above),
            None
        );
        assert_eq!(alone(workspace), None);
    }
}
