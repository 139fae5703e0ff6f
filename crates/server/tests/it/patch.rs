//! What the script of a page does with an event: the whole live part, or elements in the places of those with their ids.

/// The live part of a page, once an event has come.
pub(crate) fn patch(page: &mut String, event: &str, html: &str) {
    match event {
        "view" => html.clone_into(page),
        "parts" => {
            let mut rest = html;
            while !rest.is_empty() {
                let end = end_of(rest);
                put(page, &rest[..end]);
                rest = &rest[end..];
            }
        }
        other => panic!("an event of an unknown kind: {other}"),
    }
}

/// Puts an element in the place of the one with its id, or sentences before those that are there.
fn put(page: &mut String, element: &str) {
    let (tag, inside) = element.split_once('>').unwrap();
    let id = between(tag, " id=\"", "\"").unwrap_or_else(|| panic!("no id: {tag}"));
    let at = page.find(&format!(" id=\"{id}\"")).unwrap_or_else(|| panic!("no {id}: {page}"));
    let start = page[..at].rfind('<').unwrap();
    let end = start + end_of(&page[start..]);
    let Some(n_kept) = between(tag, "data-keep=\"", "\"") else {
        page.replace_range(start..end, element);
        return;
    };
    let inner = start + page[start..].find('>').unwrap() + 1;
    let old = &page[inner..end - "</ol>".len()];
    let items = [inside.strip_suffix("</ol>").unwrap(), old].concat();
    let kept = items.split_inclusive("</li>").take(n_kept.parse().unwrap());
    let items: String = kept.collect();
    page.replace_range(inner..end - "</ol>".len(), &items);
}

/// Where the element ends with which a text begins.
fn end_of(html: &str) -> usize {
    let name = html[1..].split([' ', '>']).next().unwrap();
    let (opens, closes) = (format!("<{name}"), format!("</{name}>"));
    let mut depth = 0;
    let mut place = 0;
    loop {
        let rest = &html[place..];
        let next = rest.find(&closes).unwrap_or_else(|| panic!("{name} has no end: {html}"));
        let is_other = |at: usize| rest[at + opens.len()..].starts_with([' ', '>']);
        let inner = rest[..next].match_indices(&opens).filter(|(at, _)| is_other(*at)).count();
        depth += inner;
        place += next + closes.len();
        depth -= 1;
        if depth == 0 {
            return place;
        }
    }
}

fn between<'a>(text: &'a str, before: &str, behind: &str) -> Option<&'a str> {
    text.split_once(before)?.1.split(behind).next()
}

#[test]
fn events_change_what_they_name() {
    let mut page = String::new();
    let view = "<p id=\"a\">1</p><ol class=\"x\" id=\"story\"><li>c</li><li>b</li></ol><div id=\"d\"><div></div></div>";
    patch(&mut page, "view", view);
    let parts = "<p class=\"n\" id=\"a\">2</p><div id=\"d\"></div><ol id=\"story\" data-keep=\"3\"><li>e</li><li>d</li></ol>";
    patch(&mut page, "parts", parts);
    let lines = "<li>e</li><li>d</li><li>c</li>";
    assert_eq!(
        page,
        format!(
            "<p class=\"n\" id=\"a\">2</p><ol class=\"x\" id=\"story\">{lines}</ol><div id=\"d\"></div>"
        )
    );
}
