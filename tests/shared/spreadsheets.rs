//! Files as spreadsheets write them, made by the tests that read them.

use std::io::{Cursor, Write as _};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// Files in one.
fn zipped(files: &[(String, String)]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let plain = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for (name, text) in files {
        zip.start_file(name, plain).expect("it is begun");
        zip.write_all(text.as_bytes()).expect("it is written");
    }
    zip.finish().expect("it is closed").into_inner()
}

/// A workbook of these sheets: the name, whether it is hidden, and its rows as XML, with the cells that are merged behind them.
pub fn xlsx(sheets: &[(&str, bool, &str)]) -> Vec<u8> {
    let each = |text: fn(usize, &(&str, bool, &str)) -> String| -> String {
        sheets.iter().enumerate().map(|(index, sheet)| text(index + 1, sheet)).collect()
    };
    let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let package = "http://schemas.openxmlformats.org/package/2006/relationships";
    let listed = each(|id, (name, hidden, _)| {
        let state = if *hidden { " state='hidden'" } else { "" };
        format!("<sheet name='{name}' sheetId='{id}' r:id='r{id}'{state}/>")
    });
    let related = each(|id, _| {
        let kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet";
        format!("<Relationship Id='r{id}' Type='{kind}' Target='worksheets/sheet{id}.xml'/>")
    });
    let book = format!("<workbook xmlns='{main}' xmlns:r='{office}'><sheets>{listed}</sheets></workbook>");
    let top = format!("<Relationship Id='r' Type='{office}/officeDocument' Target='xl/workbook.xml'/>");
    let relations = |all: &str| format!("<Relationships xmlns='{package}'>{all}</Relationships>");
    let styles = format!(
        "<styleSheet xmlns='{main}'><cellXfs><xf numFmtId='0'/><xf numFmtId='14'/></cellXfs></styleSheet>"
    );
    let mut files = vec![
        ("_rels/.rels".to_owned(), relations(&top)),
        ("xl/workbook.xml".to_owned(), book),
        ("xl/_rels/workbook.xml.rels".to_owned(), relations(&related)),
        ("xl/styles.xml".to_owned(), styles),
    ];
    for (index, (_, _, rows)) in sheets.iter().enumerate() {
        let (rows, merged) = rows.split_at(rows.find("<mergeCells").unwrap_or(rows.len()));
        let text = format!("<worksheet xmlns='{main}'><sheetData>{rows}</sheetData>{merged}</worksheet>");
        files.push((format!("xl/worksheets/sheet{}.xml", index + 1), text));
    }
    zipped(&files)
}

/// An open document with one sheet of texts.
pub fn ods(name: &str, rows: &[&[&str]]) -> Vec<u8> {
    let cell = |text: &&str| {
        format!("<table:table-cell office:value-type='string'><text:p>{text}</text:p></table:table-cell>")
    };
    let row = |cells: &&[&str]| {
        format!("<table:table-row>{}</table:table-row>", cells.iter().map(cell).collect::<String>())
    };
    let rows: String = rows.iter().map(row).collect();
    let spaces = ["office", "table", "text"]
        .map(|space| format!("xmlns:{space}='urn:oasis:names:tc:opendocument:xmlns:{space}:1.0'"))
        .join(" ");
    let content = format!(
        "<office:document-content {spaces}><office:body><office:spreadsheet><table:table table:name='{name}'>{rows}</table:table></office:spreadsheet></office:body></office:document-content>"
    );
    let manifest = "<manifest:manifest xmlns:manifest='urn:oasis:names:tc:opendocument:xmlns:manifest:1.0'/>";
    zipped(&[
        ("mimetype".to_owned(), "application/vnd.oasis.opendocument.spreadsheet".to_owned()),
        ("META-INF/manifest.xml".to_owned(), manifest.to_owned()),
        ("content.xml".to_owned(), content),
    ])
}
