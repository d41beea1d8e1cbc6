//! Enumerated words, each kind listed once in the description of the API.

use std::borrow::Cow;

use merels_engine::Theme;
use merels_model::{ClockClass, Standing};
use merels_rules::morris::Variant;
use merels_rules::{GameId, Wdl};
use merels_services as services;
use strum::VariantNames;
use utoipa::openapi::schema::{ObjectBuilder, SchemaType, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// A kind of words, described by the words that there are.
macro_rules! words {
    ($kind:ident, $about:literal, $all:expr) => {
        #[doc = $about]
        pub(crate) struct $kind;

        impl PartialSchema for $kind {
            fn schema() -> RefOr<Schema> {
                ObjectBuilder::new()
                    .schema_type(SchemaType::new(Type::String))
                    .description(Some($about))
                    .enum_values(Some($all))
                    .into()
            }
        }

        impl ToSchema for $kind {
            fn name() -> Cow<'static, str> {
                stringify!($kind).into()
            }
        }
    };
}

words!(Colour, "A side as the protocol writes it.", ["white", "black"]);
words!(GameName, "Which game, such as `nine`.", game_ids());
words!(StatusName, "How a game stands for a player.", Standing::ALL.map(Standing::name));
words!(ClassName, "With which clocks.", ClockClass::ALL.map(ClockClass::name));
words!(ResultName, "What a side can reach with best play.", Wdl::ALL.map(Wdl::word));
words!(DrawResponse, "The answer to a proposal.", services::DrawResponse::VARIANTS.to_vec());
words!(ClaimOf, "The result that is claimed.", services::ClaimOf::VARIANTS.to_vec());
words!(ThemeName, "What a puzzle is about.", Theme::ALL.map(Theme::name));

fn game_ids() -> Vec<&'static str> {
    let mut ids: Vec<&str> = GameId::ALL.map(GameId::id).to_vec();
    ids.extend(
        Variant::all()
            .map(Variant::id)
            .filter(|id| !GameId::ALL.iter().any(|game| game.id() == *id)),
    );
    ids
}
