//! Tables written as texts.

/// Reads the rows of a table: lines `left → right`.
///
/// The right part may stand on a line of its own that begins with `→`. Lines that begin with `//` are comments.
pub fn rows(table: &str) -> Vec<(&str, &str)> {
    let mut rows: Vec<(&str, &str)> = Vec::new();
    let lines = table.lines().map(str::trim_start);
    for line in lines.filter(|line| !line.is_empty() && !line.starts_with("//")) {
        match line.split_once("→ ") {
            Some(("", right)) => rows.last_mut().expect(line).1 = right,
            Some((left, right)) => rows.push((left.strip_suffix(' ').expect(line), right)),
            None => rows.push((line, "")),
        }
    }
    rows
}
