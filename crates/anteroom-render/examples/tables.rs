//! Draws tables of leagues and ladders, brackets, and charts of chances, to be judged by eye.
//!
//! `cargo run --release -p anteroom-render --example tables -- DIR [THEME…]` writes each table for each theme, in full
//! size and as wide as a phone shows it. It prints the size of each file and the processor time to make it.

#[path = "../tests/it/sample_tables.rs"]
mod sample_tables;

use std::error::Error;
use std::path::Path;
use std::{fs, io};

use anteroom_render::{Sheet, Theme};
use image::RgbImage;
use image::imageops::{FilterType, resize};

const PHONE: u32 = 350;
const RUNS: u32 = 50;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or("usage: tables DIR [THEME…]")?;
    let folder = Path::new(&folder);
    fs::create_dir_all(folder)?;
    let mut themes = arguments
        .map(|name| name.parse())
        .collect::<Result<Vec<Theme>, _>>()?;
    if themes.is_empty() {
        themes.extend(Theme::ALL);
    }
    for theme in themes {
        for (name, sheet) in sample_tables::all()
            .into_iter()
            .chain(sample_tables::charts())
        {
            let file = sheet.png(theme)?;
            let picture = picture(&file)?;
            let (width, height) = picture.dimensions();
            println!(
                "{name:16} {theme:14} {width}x{height} {:5.1} kB {:5.2} ms",
                file.len() as f64 / 1000.0,
                cost(&sheet, theme)
            );
            fs::write(folder.join(format!("{name}-{theme}.png")), &file)?;
            let small = resize(
                &picture,
                PHONE,
                height * PHONE / width,
                FilterType::CatmullRom,
            );
            let path = folder.join(format!("{name}-{theme}-phone.png"));
            let file = io::BufWriter::new(fs::File::create(path)?);
            let mut encoder = png::Encoder::new(file, small.width(), small.height());
            encoder.set_color(png::ColorType::Rgb);
            encoder.write_header()?.write_image_data(small.as_raw())?;
        }
    }
    Ok(())
}

/// Returns the processor time to make a picture in milliseconds. The system counts it too coarsely for a single run.
fn cost(sheet: &Sheet, theme: Theme) -> f64 {
    let start = processor();
    for _ in 0..RUNS {
        drop(sheet.png(theme));
    }
    (processor() - start) as f64 / 1e6 / f64::from(RUNS)
}

/// Returns the processor time of this thread in nanoseconds, on Linux.
fn processor() -> u64 {
    let times = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let first = times.split_ascii_whitespace().next();
    first.and_then(|time| time.parse().ok()).unwrap_or(0)
}

fn picture(file: &[u8]) -> Result<RgbImage, Box<dyn Error>> {
    let mut decoder = png::Decoder::new(io::Cursor::new(file));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info()?;
    let mut pixels = vec![0; reader.output_buffer_size().ok_or("no size")?];
    let info = reader.next_frame(&mut pixels)?;
    Ok(RgbImage::from_raw(info.width, info.height, pixels).ok_or("no picture")?)
}
