//! Tables for a terminal and for a page.

use comfy_table::presets::NOTHING;
use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Width};
use maud::{html, Markup};
use std::fmt::{self, Display, Formatter};

/// A table: the first column to the left, the others to the right. No cell is broken into lines, unless its column [wraps](Table::wraps).
#[derive(Clone, Debug)]
pub struct Table {
    head: Vec<String>,
    rows: Vec<Vec<String>>,
    left: Vec<usize>,
    wraps: Option<usize>,
}

/// Between two columns.
const GAP: u16 = 2;
/// A column of text is at least so wide, or the table is not shown side by side.
const NARROWEST: u16 = 24;

impl Table {
    /// With these columns. There is no line for the heads if all of them are empty.
    pub fn new<S: Into<String>>(head: impl IntoIterator<Item = S>) -> Self {
        Table {
            head: head.into_iter().map(Into::into).collect(),
            rows: vec![],
            left: vec![0],
            wraps: None,
        }
    }

    /// These columns to the left as well.
    #[must_use]
    pub fn left(mut self, columns: &[usize]) -> Self {
        self.left.extend(columns);
        self
    }

    /// The cells of this column are broken into lines where the terminal is too narrow.
    #[must_use]
    pub fn wraps(mut self, column: usize) -> Self {
        self.wraps = Some(column);
        self
    }

    /// One more row.
    pub fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    /// As it is shown on a terminal so wide; where there is no terminal, as wide as it is.
    pub fn fitted(&self, terminal: Option<u16>) -> String {
        let mut table = self.comfy();
        let widths = table.column_max_content_widths();
        let gaps = GAP * widths.len().saturating_sub(1) as u16;
        let least = (widths.iter().enumerate()).map(|(at, &width)| match self.wraps {
            Some(wraps) if wraps == at => width.min(NARROWEST),
            _ => width,
        });
        match terminal {
            Some(terminal) if terminal < least.sum::<u16>() + gaps => {
                return match self.wraps {
                    Some(_) => self.stacked(),
                    None => self.banded(terminal, &widths),
                };
            }
            Some(terminal) => table
                .set_content_arrangement(ContentArrangement::Dynamic)
                .set_width(terminal),
            None => table.set_content_arrangement(ContentArrangement::Disabled),
        };
        lines(&table)
    }

    /// As HTML under a title, in its own box, which scrolls where the window is too narrow.
    pub fn html(&self, title: &str) -> Markup {
        html! { figure { figcaption { (title) } div.scroll { (self.grid()) } } }
    }

    /// The same, folded: only the title is shown until it is opened.
    pub fn folded(&self, title: &str) -> Markup {
        html! { details.table { summary { (title) } div.scroll { (self.grid()) } } }
    }

    fn grid(&self) -> Markup {
        let class = |at: usize| self.left.contains(&at).then_some("left");
        html! {
            table {
                @if self.head.iter().any(|head| !head.is_empty()) {
                    thead {
                        tr {
                            @for (at, head) in self.head.iter().enumerate() {
                                th scope="col" class=[class(at)] { (head) }
                            }
                        }
                    }
                }
                tbody {
                    @for row in &self.rows {
                        tr {
                            @for (at, cell) in row.iter().enumerate() {
                                @if at == 0 {
                                    th.left scope="row" { (cell) }
                                } @else {
                                    td class=[class(at)] { (cell) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    /// Prints it, as wide as the terminal.
    pub fn print(&self) {
        let terminal = console::Term::stdout().size_checked();
        print!("{}", self.fitted(terminal.map(|(_, columns)| columns)));
    }

    fn comfy(&self) -> comfy_table::Table {
        let mut table = comfy_table::Table::new();
        table.load_style(NOTHING);
        if self.head.iter().any(|head| !head.is_empty()) {
            table.set_header(&self.head);
        }
        table.add_rows(&self.rows);
        for (at, column) in table.column_iter_mut().enumerate() {
            column.set_padding((if at == 0 { 0 } else { GAP }, 0));
            if !self.left.contains(&at) {
                column.set_cell_alignment(CellAlignment::Right);
            }
            column.set_constraint(match self.wraps {
                Some(wraps) if wraps == at => ColumnConstraint::LowerBoundary(Width::Fixed(1)),
                _ => ColumnConstraint::ContentWidth,
            });
        }
        table
    }

    /// For a narrow terminal: as many columns as fit, then the next ones, each time with the first.
    fn banded(&self, terminal: u16, widths: &[u16]) -> String {
        let mut bands: Vec<Vec<usize>> = vec![];
        let mut room = 0;
        for (at, &width) in widths.iter().enumerate().skip(1) {
            match bands.last_mut() {
                Some(band) if room >= GAP + width => band.push(at),
                _ => {
                    room = terminal.saturating_sub(widths[0]);
                    bands.push(vec![at]);
                }
            }
            room = room.saturating_sub(GAP + width);
        }
        let shown: Vec<String> = bands.iter().map(|band| lines(&self.band(band))).collect();
        shown.join("\n")
    }

    /// The first column and these, without the rows that have nothing in them.
    fn band(&self, columns: &[usize]) -> comfy_table::Table {
        let cells = |row: &Vec<String>| {
            let cell = |&at: &usize| row.get(at).cloned().unwrap_or_default();
            std::iter::once(&0).chain(columns).map(cell).collect()
        };
        let rows = self.rows.iter().map(cells);
        let left = columns.iter().enumerate();
        let left = left.filter(|(_, at)| self.left.contains(at));
        let band = Table {
            head: cells(&self.head),
            rows: rows
                .filter(|row: &Vec<String>| row[1..].iter().any(|cell| !cell.is_empty()))
                .collect(),
            left: left.map(|(at, _)| at + 1).chain([0]).collect(),
            wraps: None,
        };
        band.comfy()
    }

    /// For a narrow terminal: the cells of a row below each other.
    fn stacked(&self) -> String {
        let mut all = String::new();
        for row in &self.rows {
            let mut table = comfy_table::Table::new();
            table.load_style(NOTHING);
            let named = self.head.iter().chain(std::iter::repeat(&EMPTY)).zip(row);
            for (head, cell) in named.skip(1).filter(|(_, cell)| !cell.is_empty()) {
                table.add_row([format!("  {head}"), format!("  {cell}")]);
            }
            for column in table.column_iter_mut() {
                column.set_padding((0, 0));
            }
            all += &format!("{}\n{}", row.first().unwrap_or(&EMPTY), lines(&table));
        }
        all
    }
}

static EMPTY: String = String::new();

/// Each with its end, and no space before it.
fn lines(table: &comfy_table::Table) -> String {
    let lines = table.lines().map(|line| line.trim_end().to_string() + "\n");
    lines.collect()
}

impl Display for Table {
    /// As wide as it is.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fitted(None))
    }
}

#[cfg(test)]
mod tests {
    use super::Table;

    fn table() -> Table {
        let mut table = Table::new(["", "N = 2", "says"]).left(&[2]).wraps(2);
        table.row(vec![
            "µ".into(),
            "1".into(),
            "one two three four five six seven".into(),
        ]);
        table.row(vec!["bakery".into(), "10".into()]);
        table
    }

    #[test]
    fn as_wide_as_it_is() {
        let shown = "        N = 2  says\n\
                     µ           1  one two three four five six seven\n\
                     bakery     10\n";
        assert_eq!(table().to_string(), shown);
        assert_eq!(table().fitted(Some(200)), shown);
    }

    #[test]
    fn as_wide_as_the_terminal() {
        let shown = "        N = 2  says\n\
                     µ           1  one two three four five\n               \
                     six seven\n\
                     bakery     10\n";
        assert_eq!(table().fitted(Some(40)), shown);
    }

    #[test]
    fn narrow() {
        let shown = "µ\n  N = 2  1\n  says   one two three four five six seven\n\
                     bakery\n  N = 2  10\n";
        assert_eq!(table().fitted(Some(20)), shown);
    }

    #[test]
    fn in_bands() {
        let mut table = Table::new(["CC", "N = 2", "N = 4", "grows"]).left(&[3]);
        table.row(["bakery", "10", "18", "4N + 2"].map(String::from).to_vec());
        table.row(["waiting", "4", "10"].map(String::from).to_vec());
        let shown = "CC       N = 2  N = 4\n\
                     bakery      10     18\n\
                     waiting      4     10\n\
                     \n\
                     CC      grows\n\
                     bakery  4N + 2\n";
        assert_eq!(table.fitted(Some(28)), shown);
        assert_eq!(table.fitted(Some(29)), table.to_string());
        assert_eq!(table.fitted(Some(1)).matches("bakery").count(), 3);
    }

    #[test]
    fn as_html() {
        let mut table = Table::new(["", "<N>"]).left(&[1]);
        table.row(vec!["a".into(), "&".into()]);
        let shown = table.html("x < y").into_string();
        assert!(
            shown.contains("<figcaption>x &lt; y</figcaption>"),
            "{shown}"
        );
        assert!(shown.contains("class=\"left\">&lt;N&gt;</th>"), "{shown}");
        let row = "<th class=\"left\" scope=\"row\">a</th><td class=\"left\">&amp;</td>";
        assert!(shown.contains(row), "{shown}");
        let shown = table.folded("x < y").into_string();
        assert!(shown.contains("<summary>x &lt; y</summary>"), "{shown}");
    }

    #[test]
    fn without_heads() {
        let mut table = Table::new(["", ""]);
        table.row(vec!["a".into(), "1".into()]);
        assert_eq!(table.to_string(), "a  1\n");
        assert_eq!(table.fitted(Some(1)), "a  1\n");
        assert_eq!(Table::new(["", ""]).to_string(), "");
    }
}
