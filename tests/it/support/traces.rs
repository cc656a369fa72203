//! Searches files for the id of a person.

use std::path::Path;

/// Returns the encodings in which some bytes contain a number.
pub fn traces(bytes: &[u8], number: u64) -> Vec<String> {
    let (big, little) = (number.to_be_bytes(), number.to_le_bytes());
    // SQLite omits leading zeros.
    let zeros = big.iter().take_while(|byte| **byte == 0).count();
    let forms = [
        ("decimal", number.to_string().into_bytes()),
        ("big-endian", big[zeros..].to_vec()),
        ("little-endian", little[..8 - zeros].to_vec()),
    ];
    assert!(zeros <= 2, "{number} is too short to be looked for");
    let found = forms.iter().filter(|(_, form)| {
        bytes
            .windows(form.len())
            .any(|window| window == form.as_slice())
    });
    found.map(|(name, _)| (*name).to_owned()).collect()
}

/// Returns the encodings in which the files of a folder contain a number, with the file names.
///
/// This process must hold no locks on these files: the system releases them when any handle on the file is closed.
pub fn traces_in(folder: &Path, number: u64) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let bytes = std::fs::read(&path).expect("a file");
        let name = path.file_name().expect("a name").to_string_lossy();
        found.extend(
            traces(&bytes, number)
                .iter()
                .map(|form| format!("{name}: {form}")),
        );
    }
    found
}
