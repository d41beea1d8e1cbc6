//! GAMESMAN's web interface, for programs that read it: docs/analysis.md.

use axum::extract::Path;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use merels_messages::{Language, RuleSection};
use merels_rules::morris::{MorrisPosition, Variant, gamesman};
use merels_rules::{AnyPosition, Game, GameId};
use merels_services::analysis::gamesman::Question;
use serde_json::json;

use crate::app::App;
use crate::edge::fair_play::ValueSeeker;
use crate::edge::fields::Fields;
use crate::edge::reply::data;
use crate::error::{Failure, Result};

/// The one game that there is, with variants.
const GAME: &str = "mills";
const NAME: &str = "Mills";

/// GAMESMAN's own board can be drawn from the characters of `autoguiPosition`; it gets no pictures.
const GUI: &str = "v1";

/// A refusal: an object with `error`, as GAMESMAN's clients expect.
pub(crate) struct Refused {
    status: StatusCode,
    reason: String,
    retry_after: Option<u64>,
}

impl Refused {
    fn because(status: StatusCode, reason: impl Into<String>) -> Refused {
        Refused { status, reason: reason.into(), retry_after: None }
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let mut response = open(data(self.status, json!({ "error": self.reason })));
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        response
    }
}

impl From<Failure> for Refused {
    fn from(failure: Failure) -> Refused {
        failure.log();
        let retry_after = failure.retry_after();
        Refused {
            retry_after,
            ..Refused::because(failure.status(), failure.words(Language::ENGLISH))
        }
    }
}

/// Refuses an unknown address in the same form.
pub(crate) async fn no_page() -> Refused {
    Failure::NoPage.into()
}

pub(crate) async fn wrong_method() -> Refused {
    Failure::WrongMethod.into()
}

pub(crate) async fn games(app: App) -> Response {
    let game = json!({"id": GAME, "name": NAME, "type": "twoPlayer", "gui": GUI});
    let games = if app.services.analysis.variants().is_empty() { vec![] } else { vec![game] };
    open(data(StatusCode::OK, games))
}

pub(crate) async fn game(app: App, Path(game): Path<String>) -> Result<Response, Refused> {
    check_game(&game)?;
    let variant = |variant: &Variant| {
        let name = Language::ENGLISH.variant_title(*variant);
        json!({"id": variant.id(), "name": name, "gui": GUI})
    };
    let variants: Vec<_> = app.services.analysis.variants().iter().map(variant).collect();
    let answer = json!({
        "id": GAME,
        "name": NAME,
        "allowCustomVariantCreation": false,
        "supportsWinBy": false,
        "variants": variants,
    });
    Ok(open(data(StatusCode::OK, answer)))
}

pub(crate) async fn variant(
    app: App,
    Path((game, variant)): Path<(String, String)>,
) -> Result<Response, Refused> {
    let variant = known(&app, &game, &variant)?;
    let start = gamesman::position_text(&MorrisPosition::start(variant));
    let answer = json!({
        "id": variant.id(),
        "name": Language::ENGLISH.variant_title(variant),
        "gui": GUI,
        "startPosition": start,
        "autoguiStartPosition": start,
        "imageAutoGUIData": null,
    });
    Ok(open(data(StatusCode::OK, answer)))
}

pub(crate) async fn positions(
    app: App,
    Path((game, variant)): Path<(String, String)>,
    seeker: Result<ValueSeeker>,
    fields: Result<Fields>,
) -> Result<Response, Refused> {
    let (seeker, fields) = (seeker?, fields?);
    let variant = known(&app, &game, &variant)?;
    let visitor = seeker.about(&app, GameId::Morris(variant)).await?;
    let malformed = |reason: String| Refused::because(StatusCode::BAD_REQUEST, reason);
    let text =
        fields.get("p").ok_or_else(|| malformed("the position is missing: p=…".to_owned()))?;
    let question = Question::read(variant, text).map_err(|error| malformed(error.to_string()))?;
    let position = Game::new(AnyPosition::Morris(question.position));
    let judgement =
        app.services.analysis.judge(visitor.fair(), position).await.map_err(Failure::from)?;
    let answer = question.answer(&judgement).ok_or_else(|| {
        malformed("no game can come to these men in hand: the sides place in turn".to_owned())
    })?;
    Ok(open(data(StatusCode::OK, answer)))
}

pub(crate) async fn instructions(
    app: App,
    Path((game, variant)): Path<(String, String)>,
    fields: Result<Fields>,
) -> Result<Response, Refused> {
    let fields = fields?;
    let variant = known(&app, &game, &variant)?;
    let language = fields.get("lang").and_then(Language::from_code).unwrap_or(Language::ENGLISH);
    Ok(open(data(StatusCode::OK, json!({"instructions": markdown(language, variant)}))))
}

fn markdown(language: Language, variant: Variant) -> String {
    let game = GameId::Morris(variant);
    let mut text = format!("# {}\n\n{}\n", language.title(game), language.about(game));
    for RuleSection { heading, sentences } in language.rules(game) {
        if let Some(heading) = heading {
            text += &format!("\n## {}\n\n", language.say(heading));
        }
        for sentence in sentences {
            text += &format!("- {sentence}\n");
        }
    }
    text
}

fn check_game(game: &str) -> Result<(), Refused> {
    match game {
        GAME => Ok(()),
        _ => {
            let reason = "there is no such game: mills is the one there is";
            Err(Refused::because(StatusCode::NOT_FOUND, reason))
        }
    }
}

/// A variant whose tables the site has.
fn known(app: &App, game: &str, variant: &str) -> Result<Variant, Refused> {
    check_game(game)?;
    let wanted: Option<Variant> = variant.parse().ok();
    wanted.filter(|wanted| app.services.analysis.variants().contains(wanted)).ok_or_else(|| {
        Refused::because(StatusCode::NOT_FOUND, "this site has no tables of such a variant")
    })
}

/// Pages of other sites may read this. Nobody's cookies go with that.
fn open(mut response: Response) -> Response {
    let everybody = HeaderValue::from_static("*");
    response.headers_mut().insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, everybody);
    response
}
