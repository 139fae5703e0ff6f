//! The forms and moves on a page, read from its HTML.

/// A form on a page: its path, its hidden fields and its buttons.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Form {
    /// The path that it is sent to.
    pub action: String,
    /// Names and values of the hidden fields.
    pub hidden: Vec<(String, String)>,
    /// Name and value of each button; both empty if the button has none.
    pub buttons: Vec<(String, String)>,
}

impl Form {
    /// The body that a browser sends when this button is pressed. A button without a name adds nothing.
    pub fn body(&self, name: &str, value: &str) -> String {
        let button = (!name.is_empty()).then(|| (name.to_owned(), value.to_owned()));
        let fields = self.hidden.iter().cloned().chain(button);
        let encoded = fields.map(|(name, value)| format!("{name}={}", encode(&value)));
        encoded.collect::<Vec<_>>().join("&")
    }
}

/// A text as forms send it.
pub fn encode(text: &str) -> String {
    let each = |byte: u8| {
        let plain = byte.is_ascii_alphanumeric();
        if plain { char::from(byte).to_string() } else { format!("%{byte:02X}") }
    };
    text.bytes().map(each).collect()
}

/// The moves that a page offers: each a form and the value of a button. After a round that is the next one, without a
/// value.
pub fn decisions(page: &str) -> Vec<(Form, String)> {
    let acts = forms(page).into_iter().filter(|form| form.action.ends_with("/act"));
    let acts = acts.filter(|form| !is_change(form));
    let each = acts.flat_map(|form| {
        let buttons = form.buttons.clone();
        buttons.into_iter().map(move |(name, value)| {
            assert_eq!(name, "action");
            (form.clone(), value)
        })
    });
    let next = next_round(page).map(|form| (form, String::new()));
    each.chain(next).collect()
}

/// Whether a form changes a choice that is made already.
fn is_change(form: &Form) -> bool {
    form.hidden.iter().any(|(name, value)| name == "at" && value.matches('.').count() == 2)
}

/// The form that asks for the next round, if the page offers it.
pub fn next_round(page: &str) -> Option<Form> {
    forms(page).into_iter().find(|form| form.action.ends_with("/next"))
}

/// All forms of a page.
pub fn forms(page: &str) -> Vec<Form> {
    let forms = page.split("<form ").skip(1);
    forms.map(|form| read_form(form.split("</form>").next().unwrap())).collect()
}

fn read_form(form: &str) -> Form {
    let tags = |tag: &str| form.split(&format!("<{tag} ")).skip(1).map(to_end).collect::<Vec<_>>();
    let hidden = tags("input").into_iter().filter(|tag| tag.contains("type=\"hidden\""));
    let hidden = hidden.map(|tag| (attribute(tag, "name"), attribute(tag, "value")));
    let bare = form.matches("<button>").map(|_| (String::new(), String::new()));
    let offered = tags("button").into_iter().filter(|tag| !tag.contains("type=\"button\""));
    let buttons = offered.map(|tag| (attribute(tag, "name"), attribute(tag, "value")));
    Form {
        action: attribute(to_end(form), "action"),
        hidden: hidden.collect(),
        buttons: buttons.chain(bare).collect(),
    }
}

fn to_end(tag: &str) -> &str {
    tag.split('>').next().unwrap()
}

fn attribute(tag: &str, name: &str) -> String {
    // The text begins after the tag's name, so the first attribute has no space before it.
    let value = format!(" {tag}").split(&format!(" {name}=\"")).nth(1).map(str::to_owned);
    let value = value.as_deref().and_then(|rest| rest.split('"').next()).unwrap_or_default();
    value.replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"")
}
