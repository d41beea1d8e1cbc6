//! The pages, each a function from what it shows to its markup.

mod analysis;
mod atlas;
mod board;
mod chooser;
mod game;
mod home;
mod invitation;
mod layout;
mod lesson;
mod login;
mod ratings;
mod replay;
mod review;
mod rules;
mod set_up;
mod variants;
mod waiting;

pub(crate) use analysis::{AnalysisPage, analysis, board_svg};
pub(crate) use atlas::atlas;
pub(crate) use game::{GamePage, Notice, game};
pub(crate) use home::{HomePage, RunningGame, home};
pub(crate) use invitation::{FriendPage, InvitationPage, friend, hosting, invited};
pub(crate) use layout::failure;
pub(crate) use lesson::{LessonPage, lesson};
pub(crate) use login::{LoginCard, SignupErrors, SignupForm, first, signup};
pub(crate) use ratings::{Leaderboard, fair_play, leaderboard};
pub(crate) use replay::{Replay, replay};
pub(crate) use review::review;
pub(crate) use rules::{rules, rules_index};
pub(crate) use set_up::set_up;
pub(crate) use variants::variants;
pub(crate) use waiting::waiting;
