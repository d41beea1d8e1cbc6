//! The figures for those who watch over the site.

use std::collections::BTreeSet;

use crate::common::Site;

/// The figures that a text names.
fn named(text: &str) -> BTreeSet<&str> {
    let ends = |letter: char| !(letter.is_ascii_alphanumeric() || letter == '_');
    text.split(ends).filter(|word| word.starts_with("merels_")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_figure_in_the_dashboard_and_the_alerts_is_told() {
    let site = Site::with(|settings| settings.metrics_token = Some("token".to_owned())).await;
    site.visitor().page("/rules").await.expect(200);
    let headers = [("authorization", "Bearer token")];
    let told = site.visitor().send("GET", "/metrics", &headers, "").await.expect(200).body;
    let dashboard = include_str!("../../../../packaging/grafana-dashboard.json");
    let alerts = include_str!("../../../../packaging/alerts.yml");
    serde_json::from_str::<serde_json::Value>(dashboard).unwrap();
    for text in [dashboard, alerts] {
        let wanted = named(text);
        assert!(wanted.len() >= 4, "{wanted:?}");
        for figure in wanted {
            assert!(told.contains(&format!("\n{figure}")), "{figure} is not in {told}");
        }
    }
    // And the other way round: whatever is told is shown.
    let shown = named(dashboard);
    let is_shown = |figure: &&str| {
        let bare = figure.trim_end_matches("_sum").trim_end_matches("_count");
        shown.contains(bare)
    };
    let hidden: Vec<&str> = named(&told).into_iter().filter(|figure| !is_shown(figure)).collect();
    assert!(hidden.is_empty(), "{hidden:?}");
    for meaning in
        ["# HELP merels_moves_total Moves stored", "merels_pushes_total{result=\"failed\"}"]
    {
        assert!(told.contains(meaning), "{meaning} is not in {told}");
    }
}
