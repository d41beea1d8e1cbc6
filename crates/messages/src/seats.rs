//! Players, clocks, and the quick words between players.

use merels_model::{ClockClass, Phrase, Seat, TimeControl};

use crate::Language;

/// The digits in the name that the site gives to a guest.
pub const GUEST_DIGITS: usize = 7;

/// The number in a name that the site gave to a guest, in whichever language: people cannot have such
/// names.
pub fn guest_number(name: &str) -> Option<&str> {
    let (word, number) = name.split_once(' ')?;
    let digits = number.len() == GUEST_DIGITS && number.bytes().all(|byte| byte.is_ascii_digit());
    let is_guest = |language: Language| language.say("name-guest").eq_ignore_ascii_case(word);
    (digits && Language::ALL.into_iter().any(is_guest)).then_some(number)
}

impl Language {
    /// A player's name. The name of a guest is said in the language of the reader.
    pub fn player_name(self, name: &str) -> String {
        match guest_number(name) {
            Some(number) => format!("{} {number}", self.say("name-guest")),
            None => name.to_owned(),
        }
    }

    pub fn seat(self, seat: &Seat) -> String {
        match seat {
            Seat::Player { name, .. } => self.player_name(name),
            Seat::Computer(level) => self.computer(level),
            Seat::Gone => self.say("seat-gone"),
        }
    }

    /// A clock, or that there is none.
    pub fn time_control(self, control: Option<TimeControl>) -> String {
        match control {
            None => self.say("clock-none"),
            Some(TimeControl::Live { minutes, increment }) => {
                let values = [("minutes", minutes.into()), ("seconds", increment.into())];
                self.say_with("clock-live", &values)
            }
            Some(TimeControl::Days(days)) => self.say_with("clock-days", &[("days", days.into())]),
        }
    }

    /// A clock in as few letters as a button has room for.
    pub fn short_clock(self, control: TimeControl) -> String {
        match control {
            TimeControl::Live { .. } => control.to_string(),
            TimeControl::Days(days) => self.say_with("clock-short-days", &[("days", days.into())]),
        }
    }

    pub fn clock_class(self, class: ClockClass) -> String {
        self.say(&format!("class-{}", class.name()))
    }

    /// The time that a side has left, in milliseconds, as `web/app/clock.js` shows it.
    pub fn time_left(self, milliseconds: i64) -> String {
        let tenths = milliseconds.max(0) / 100;
        let seconds = tenths / 10;
        let (days, hours, minutes) = (seconds / 86_400, seconds / 3_600, seconds / 60);
        if days > 0 {
            let values = [("days", days.into()), ("hours", (hours % 24).into())];
            return self.say_with("app-clock-days", &values);
        }
        match (hours, minutes, seconds) {
            (1.., ..) => format!("{hours}:{:02}:{:02}", minutes % 60, seconds % 60),
            (_, _, 10..) => format!("{minutes}:{:02}", seconds % 60),
            _ => format!("0:{seconds:02}.{}", tenths % 10),
        }
    }

    pub fn phrase(self, phrase: Phrase) -> String {
        self.say(&format!("phrase-{}", phrase.name()))
    }

    /// The number of spectators; nothing if there is none.
    pub fn watchers(self, count: u32) -> String {
        match count {
            0 => String::new(),
            count => self.say_with("watch-count", &[("count", count.into())]),
        }
    }
}
