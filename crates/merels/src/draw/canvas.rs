//! A rectangle of characters to draw on.

pub(crate) struct Canvas {
    rows: Vec<Vec<char>>,
}

impl Canvas {
    pub(crate) fn new(width: usize, height: usize) -> Canvas {
        Canvas { rows: vec![vec![' '; width]; height] }
    }

    /// Puts a character; outside the rectangle nothing happens.
    pub(crate) fn put(&mut self, x: usize, y: usize, character: char) {
        if let Some(cell) = self.rows.get_mut(y).and_then(|row| row.get_mut(x)) {
            *cell = character;
        }
    }

    pub(crate) fn write(&mut self, x: usize, y: usize, text: &str) {
        for (i, character) in text.chars().enumerate() {
            self.put(x + i, y, character);
        }
    }

    /// The rows as lines, without blanks at their ends.
    pub(crate) fn lines(&self) -> impl Iterator<Item = String> {
        self.rows.iter().map(|row| row.iter().collect::<String>().trim_end().to_owned())
    }
}
