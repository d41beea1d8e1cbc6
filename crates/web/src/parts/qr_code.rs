//! QR codes: an address as a picture for the camera of a phone.

use maud::{Markup, html};
use qrcodegen::{QrCode, QrCodeEcc};

/// The white edge that readers want, in modules.
const QUIET_ZONE: i32 = 4;

/// A text as a QR code; nothing if it is too long for one.
pub(crate) fn qr_code(text: &str, label: &str) -> Markup {
    let Ok(code) = QrCode::encode_text(text, QrCodeEcc::Medium) else { return html! {} };
    let side = code.size() + 2 * QUIET_ZONE;
    let mut dark = String::new();
    for y in 0..code.size() {
        for x in (0..code.size()).filter(|x| code.get_module(*x, y)) {
            dark += &format!("M{} {}h1v1h-1z", x + QUIET_ZONE, y + QUIET_ZONE);
        }
    }
    html! {
        svg.qr viewBox={ "0 0 " (side) " " (side) } role="img" aria-label=(label) shape-rendering="crispEdges" {
            rect width=(side) height=(side) {}
            path d=(dark) {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_drawn_as_a_qr_code_with_its_white_edge() {
        let markup = qr_code("http://127.0.0.1:8080/invite/abcdefghijkm", "QR").into_string();
        // Version 3 has 29 modules a side; its first finder pattern begins after the edge.
        assert!(markup.contains("viewBox=\"0 0 37 37\""), "{markup}");
        assert!(markup.contains("M4 4h1v1h-1z") && !markup.contains("M3 "), "{markup}");
        assert!(qr_code(&"x".repeat(5000), "QR").into_string().is_empty());
    }
}
