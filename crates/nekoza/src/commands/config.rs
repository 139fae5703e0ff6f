//! The settings of a server, and `nekoza config`, which prints them as a file to edit.

use rules::{Fact, Say};
use server::{BadSettings, KEYS, SETTINGS_FILE, Settings, Sources, variable_of};
use words::Words;

use super::files::read_text;
use crate::args::ServeArgs;
use crate::environment::variable;
use crate::output::{Failure, Output};

pub(crate) fn config(output: &mut Output) -> Result<(), Failure> {
    output.line(SETTINGS_FILE.trim_end())
}

/// The settings of a server: options win over the environment, the environment over the file.
pub(crate) fn settings(args: &ServeArgs, words: &Words) -> Result<Settings, Failure> {
    let bad = |error: BadSettings| {
        Failure::Usage(words.message(&format!("serve-{}", error.code()), &error.facts()))
    };
    let mut sources = Sources::default();
    if let Some(path) = &args.config {
        let text = read_text(path, words)?;
        sources.read_file(&path.display().to_string(), &text).map_err(bad)?;
    }
    for key in KEYS {
        let name = variable_of(key);
        if let Some(text) = variable(&name) {
            sources.set(&name, key, &text).map_err(bad)?;
        }
    }
    for pair in &args.set {
        let (key, text) = pair.split_once('=').ok_or_else(|| {
            let found = [("found", Fact::Text(pair.clone()))];
            Failure::Usage(words.message("serve-bad-pair", &found))
        })?;
        sources.set("--set", key.trim(), text.trim()).map_err(bad)?;
    }
    let ServeArgs { listen, data, public_url, behind_proxy, open_metrics, log, .. } = args;
    let given = [
        ("listen", listen.map(|address| address.to_string())),
        ("data", data.as_ref().map(|folder| folder.display().to_string())),
        ("public_url", public_url.clone()),
        ("behind_proxy", behind_proxy.then(|| true.to_string())),
        ("open_metrics", open_metrics.then(|| true.to_string())),
        ("log", log.clone()),
    ];
    for (key, text) in given {
        if let Some(text) = text {
            sources.set(&format!("--{}", key.replace('_', "-")), key, &text).map_err(bad)?;
        }
    }
    let mut settings = sources.read().map_err(bad)?;
    if let Some(folder) = data {
        // A folder may have a name that is not text.
        settings.data.clone_from(folder);
    }
    Ok(settings)
}
