//! An address as a QR code.

use std::fmt::Write as _;

use qrcodegen::{QrCode, QrCodeEcc};

/// The quiet zone around the code, in modules.
const EDGE: i32 = 4;

/// The QR code; `None` if the text is too long.
pub fn svg(text: &str) -> Option<String> {
    let code = QrCode::encode_text(text, QrCodeEcc::Medium).ok()?;
    let size = code.size() + 2 * EDGE;
    let mut path = String::new();
    for y in 0..code.size() {
        for x in (0..code.size()).filter(|x| code.get_module(*x, y)) {
            write!(path, "M{},{}h1v1h-1z", x + EDGE, y + EDGE).expect("a string takes any text");
        }
    }
    // Always dark on white, also on dark pages: not every scanner reads inverted codes.
    Some(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\" shape-rendering=\"crispEdges\">\
         <path fill=\"#fff\" d=\"M0,0h{size}v{size}H0z\"/><path fill=\"#000\" d=\"{path}\"/></svg>"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_becomes_a_square_with_three_corners() {
        let svg = svg("https://cats.example/t/00000000000000000000000000").unwrap();
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>"));
        // The first corner: seven dark modules in a row after the edge.
        for x in 4..11 {
            assert!(svg.contains(&format!("M{x},4h1v1h-1z")), "{svg}");
        }
        assert!(!svg.contains("M11,4h"));
    }

    #[test]
    fn a_text_that_is_too_long_has_no_qr_code() {
        assert_eq!(svg(&"x".repeat(4000)), None);
    }
}
