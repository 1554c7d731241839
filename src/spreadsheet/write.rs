//! Tables written for a spreadsheet.

use std::borrow::Cow;

/// For whom a table is written: by what its values are parted and what stands before them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CsvFor {
    /// Programs: commas, and nothing before them.
    #[default]
    Programs,
    /// A spreadsheet that writes 1.5: commas, and the mark by which it knows UTF-8.
    Excel,
    /// A spreadsheet that writes 1,5, as in German, French or Dutch: semicolons, decimal commas, and the mark.
    De,
}

/// A table row by row.
#[derive(Debug)]
pub struct Writer {
    csv: csv::Writer<Vec<u8>>,
    wanted: CsvFor,
}

impl Writer {
    pub fn new(wanted: CsvFor) -> Self {
        let sign = if wanted == CsvFor::De { b';' } else { b',' };
        Self::parted(wanted, sign)
    }

    /// Parted by tabs, as a clipboard has it.
    pub fn tabs() -> Self {
        Self::parted(CsvFor::Programs, b'\t')
    }

    fn parted(wanted: CsvFor, sign: u8) -> Self {
        let mark = if wanted == CsvFor::Programs { &b""[..] } else { "\u{feff}".as_bytes() };
        Self { csv: csv::WriterBuilder::new().delimiter(sign).from_writer(mark.to_vec()), wanted }
    }

    /// The cell that says this text, as [`data::cell`] has it.
    pub fn text<'t>(&self, text: &'t str) -> Cow<'t, str> {
        data::cell::of_text(text)
    }

    /// The cell that says this number, as the spreadsheet writes it.
    pub fn number<'t>(&self, number: &'t str) -> Cow<'t, str> {
        if self.wanted == CsvFor::De && number.contains('.') {
            Cow::Owned(number.replace('.', ","))
        } else {
            Cow::Borrowed(number)
        }
    }

    /// A row of these cells, each as [`Writer::text`] or [`Writer::number`] gives it.
    pub fn row<C: AsRef<[u8]>>(&mut self, cells: impl IntoIterator<Item = C>) {
        // Text in memory can always be written, and rows may be of any length.
        drop(self.csv.write_record(cells));
    }

    /// The whole table.
    pub fn finish(self) -> Vec<u8> {
        self.csv.into_inner().unwrap_or_default()
    }
}
