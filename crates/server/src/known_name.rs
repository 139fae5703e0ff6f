//! The name that a visitor used last and the coat that they chose, each in a cookie of its own: forms offer them again.
//!
//! They are written by the browser, so they are read as if they had been typed.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::header::SET_COOKIE;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{IntoResponseParts, ResponseParts};
use table::cat::CoatName;
use table::name;

use crate::app::App;
use crate::config::Config;
use crate::visitor::{self, MAX_AGE};

/// The name in the visitor's cookie, if it is one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct KnownName(pub(crate) Option<String>);

impl FromRequestParts<App> for KnownName {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<KnownName, Infallible> {
        Ok(KnownName(find(&parts.headers, app.config())))
    }
}

/// The coat in the visitor's cookie, if it is one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct KnownCoat(pub(crate) Option<CoatName>);

impl FromRequestParts<App> for KnownCoat {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<KnownCoat, Infallible> {
        let value = visitor::value_of(&parts.headers, coat_cookie(app.config()));
        Ok(KnownCoat(value.and_then(CoatName::named)))
    }
}

/// A change of what the visitor's cookies remember.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Reminder(HeaderValue);

impl Reminder {
    /// Remembers the name that was typed.
    pub(crate) fn of_name(typed: &str, config: &Config) -> Option<Reminder> {
        let name = name::read(typed).ok()?;
        let value: String = form_urlencoded::byte_serialize(name.as_bytes()).collect();
        Some(Reminder(visitor::cookie(name_cookie(config), &value, MAX_AGE, config)))
    }

    /// Forgets the name.
    pub(crate) fn of_no_name(config: &Config) -> Reminder {
        Reminder(visitor::cookie(name_cookie(config), "", 0, config))
    }

    /// Remembers the coat that was chosen in place of the known one, if that is another one.
    pub(crate) fn of_coat(
        chosen: Option<CoatName>,
        known: KnownCoat,
        config: &Config,
    ) -> Option<Reminder> {
        let (value, max_age) = chosen.map_or(("", 0), |coat| (coat.name(), MAX_AGE));
        let cookie = || visitor::cookie(coat_cookie(config), value, max_age, config);
        (chosen != known.0).then(|| Reminder(cookie()))
    }
}

impl IntoResponseParts for Reminder {
    type Error = Infallible;

    fn into_response_parts(self, mut response: ResponseParts) -> Result<ResponseParts, Infallible> {
        response.headers_mut().append(SET_COOKIE, self.0);
        Ok(response)
    }
}

fn find(headers: &HeaderMap, config: &Config) -> Option<String> {
    let value = visitor::value_of(headers, name_cookie(config))?;
    let (typed, _) = form_urlencoded::parse(value.as_bytes()).next()?;
    name::read(&typed).ok()
}

/// As for the visitor's other cookie, the prefix limits it to this host and https.
fn name_cookie(config: &Config) -> &'static str {
    if config.is_https() { "__Host-nekoza-name" } else { "nekoza-name" }
}

fn coat_cookie(config: &Config) -> &'static str {
    if config.is_https() { "__Host-nekoza-coat" } else { "nekoza-coat" }
}

#[cfg(test)]
mod tests {
    use axum::http::header::COOKIE;

    use super::*;

    fn config() -> Config {
        Config::new("127.0.0.1:0".parse().unwrap())
    }

    fn found(cookie: &str) -> Option<String> {
        let headers = HeaderMap::from_iter([(COOKIE, HeaderValue::from_str(cookie).unwrap())]);
        find(&headers, &config())
    }

    #[test]
    fn a_name_comes_back_as_it_was_typed() {
        for name in ["Mia", "ミア", "a b", "Zoë & Co=; x", "🐈", "\"><script>"] {
            let Reminder(cookie) = Reminder::of_name(&format!("  {name} "), &config()).unwrap();
            let pair = cookie.to_str().unwrap().split(';').next().unwrap();
            assert_eq!(found(&format!("nekoza=00; {pair}")).as_deref(), Some(name), "{pair}");
        }
    }

    #[test]
    fn what_is_no_name_is_not_kept_and_not_believed() {
        let too_long = "a".repeat(21);
        for bad in ["", "...", "\u{200b}", &too_long] {
            assert_eq!(Reminder::of_name(bad, &config()), None);
        }
        for bad in
            ["", "nekoza-name=", "nekoza-name=...", "nekoza-name=%E2%80%8B", "xnekoza-name=Mia"]
        {
            assert_eq!(found(bad), None, "{bad}");
        }
        assert_eq!(found(&format!("nekoza-name={too_long}")), None);
        // Invisible characters are left out, as in a form.
        assert_eq!(found("nekoza-name=M%E2%80%AEi%0Aa").as_deref(), Some("Mi a"));
    }

    #[test]
    fn the_cookie_is_protected() {
        let mut config = config();
        config.public_url = Some("https://cats.example".parse().unwrap());
        let Reminder(cookie) = Reminder::of_name("Mia", &config).unwrap();
        let text =
            "__Host-nekoza-name=Mia; HttpOnly; SameSite=Lax; Path=/; Max-Age=34560000; Secure";
        assert_eq!(cookie.to_str().unwrap(), text);
        assert!(cookie.is_sensitive());
        let Reminder(gone) = Reminder::of_no_name(&config);
        assert!(
            gone.to_str().unwrap().contains("-name=; HttpOnly; SameSite=Lax; Path=/; Max-Age=0")
        );
        let cream = CoatName::named("cream");
        let remind = |chosen, known| Reminder::of_coat(chosen, KnownCoat(known), &config);
        let text = |reminder: Option<Reminder>| reminder.unwrap().0.to_str().unwrap().to_owned();
        assert!(text(remind(cream, None)).starts_with("__Host-nekoza-coat=cream; HttpOnly;"));
        assert!(
            text(remind(None, cream)).contains("-coat=; HttpOnly; SameSite=Lax; Path=/; Max-Age=0")
        );
        assert_eq!([remind(cream, cream), remind(None, None)], [None, None], "it is known already");
    }
}
