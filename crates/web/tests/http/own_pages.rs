//! Pages of the operator's own.

use crate::common::Site;

#[tokio::test(flavor = "multi_thread")]
async fn the_operators_own_pages_are_linked_at_the_foot_of_every_page() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("imprint.en.md", "# Imprint\n\nWho runs this: **Ada**.");
    write("imprint.de.md", "# Impressum\n\nWer das betreibt: **Ada**.");
    write("privacy.en.txt", "Privacy\n\nLittle is kept.");
    let pages = folder.path().to_owned();
    let site = Site::with(|settings| settings.own_pages = Some(pages)).await;
    let ada = site.player("Ada").await;
    let links = ["href=\"/about/imprint\">Imprint<", "href=\"/about/privacy\">Privacy<"];
    for path in ["/home", "/people", "/rules/nine", "/about/imprint"] {
        ada.page(path).await.says(&links);
    }
    ada.page("/no/such/page").await.expect(404).says(&links);
    let visitor = site.visitor();
    visitor
        .page("/about/imprint")
        .await
        .expect(200)
        .says(&["<strong>Ada</strong>", "<h1>Imprint</h1>"]);
    visitor.set_cookie("merels-language", "de");
    visitor.page("/about/imprint").await.expect(200).says(&["<h1>Impressum</h1>", "Privacy<"]);
    visitor.page("/about/privacy").await.expect(200).says(&["Little is kept."]);
    for path in ["/about/none", "/about/..%2Fimprint", "/about/imprint.en.md"] {
        visitor.page(path).await.expect(404);
    }
    // A site without any has no links.
    let plain = Site::start().await;
    assert!(!plain.visitor().page("/rules").await.body.contains("/about/"));
}
