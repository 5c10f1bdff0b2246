//! The command line.

use std::path::PathBuf;

/// What the command line asks for: `[FILTER] [--quick] [--out=FOLDER]`.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Only problems whose name and size contain this.
    pub filter: Option<String>,
    /// Few rounds, to see that everything runs.
    pub quick: bool,
    /// Where the CSV and the chart go.
    pub out: Option<PathBuf>,
}

impl Options {
    /// Reads arguments; what it does not know (cargo adds `--bench`) it passes over.
    ///
    /// ```
    /// use pullback_benches::suite::Options;
    /// let options = Options::new(["--bench", "gmm", "--out=/tmp"].map(String::from));
    /// assert_eq!(options.filter.as_deref(), Some("gmm"));
    /// assert_eq!(options.out.as_deref(), Some("/tmp".as_ref()));
    /// assert!(!options.quick);
    /// ```
    pub fn new(arguments: impl IntoIterator<Item = String>) -> Self {
        let mut options = Options::default();
        for argument in arguments {
            if let Some(folder) = argument.strip_prefix("--out=") {
                options.out = Some(folder.into());
            } else if argument == "--quick" {
                options.quick = true;
            } else if !argument.starts_with('-') {
                options.filter = Some(argument);
            }
        }
        options
    }

    pub(super) fn rounds(&self) -> usize {
        if self.quick { 3 } else { 40 }
    }
}
