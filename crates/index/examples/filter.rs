//! Measures how long it takes to find the notes that pass a filter.
//!
//! `cargo run --release -p notekin-index --example filter [NOTES]`. Each of the made-up notes has five properties, a tag
//! and two links, and every kind of test lets some part of them through.
#![expect(clippy::print_stdout, reason = "it prints what it measures")]

use std::error::Error;
use std::time::{Duration, Instant};

use notekin_index::{
    Condition, Filter, Glob, Is, Layout, Moment, NoteDraft, NoteId, Order, Reader, Stamp, Test,
    Writer,
};
use notekin_note::{Days, Format, NotePath, Settings, TitleRule, parse};

const REPEATS: usize = 51;

fn main() -> Result<(), Box<dyn Error>> {
    let notes = std::env::args().nth(1).map_or(Ok(26_000), |notes| notes.parse())?;
    let home = tempfile::tempdir()?;
    let layout = Layout { folder: home.path().join("index"), vectors: home.path().join("vectors") };
    let start = Instant::now();
    fill(&layout, notes)?;
    println!("{notes} notes written in {:?}", start.elapsed());
    let reader = Reader::open(&layout)?;
    for (name, conditions) in filters()? {
        let filter = Filter { conditions, ..Filter::default() };
        let mut best = Duration::MAX;
        let mut passing = 0;
        for _ in 0..REPEATS {
            let start = Instant::now();
            passing = reader.matching(&filter)?.map_or(notes, |set| set.len());
            best = best.min(start.elapsed());
        }
        println!("{name:40} {passing:6} pass, {best:?}");
    }
    let all = (1..=notes).map(|id| NoteId(id as u32)).collect();
    for _ in 0..5 {
        let start = Instant::now();
        println!("newest of all: {}, {:?}", reader.newest(&all)?.len(), start.elapsed());
    }
    Ok(())
}

fn fill(layout: &Layout, notes: usize) -> Result<(), Box<dyn Error>> {
    let mut writer = Writer::open(layout, "filter")?;
    for at in 0..notes {
        let path = NotePath::parse(&format!(
            "folder {}/2024-{:02}-{:02} note {at}.md",
            at % 40,
            at % 12 + 1,
            at % 28 + 1
        ))?;
        let raw = format!(
            "---\ntags: [t{}/x{}]\nstatus: {}\nrating: {}\ndue: {}-{:02}-{:02}\npeople: [Ann, Ben, Note {}]\n---\n\
             Short text. [[note {}]]\n",
            at % 7,
            at % 60,
            ["open", "done", "in progress"][at % 3],
            at % 10,
            2000 + at % 26,
            at % 12 + 1,
            at % 28 + 1,
            at % 500,
            at % 300,
        );
        let note = parse(raw.as_bytes(), Format::Markdown, &Settings::default());
        let titles = note.titles(&path, TitleRule::FileName);
        let modified = 1_000_000_000_000_000_000 + at as i64 * 10_000_000_000_000;
        let stamp = Stamp { size: raw.len() as u64, modified_ns: modified };
        let draft = NoteDraft {
            path: &path,
            stamp,
            created_ns: Some(modified),
            hash: [0; 16],
            titles: &titles,
            raw: raw.as_bytes(),
            private: false,
            note: &note,
        };
        let id = writer.put(&draft)?;
        writer.set_links(id, &[Some(NoteId((at % 300 + 1) as u32))])?;
    }
    writer.commit()?;
    Ok(())
}

/// A filter and what it is called.
type Named = (&'static str, Vec<Condition>);

fn filters() -> Result<Vec<Named>, Box<dyn Error>> {
    let is = |test| vec![Condition { negated: false, test }];
    let property = |name: &str, is| Test::Property { name: name.to_owned(), is };
    let compared = |order, value: &str| Is::Compared(order, value.to_owned());
    let year = Days::parse("2008").ok_or("a year")?;
    Ok(vec![
        ("folder", is(Test::Folder(vec!["folder 7".to_owned()]))),
        ("folder of all", is(Test::Folder(vec![String::new()]))),
        ("tag", is(Test::Tag("t3".to_owned()))),
        ("path folder 1*/**", is(Test::Path(Glob::parse("folder 1*/**")?))),
        ("path *77", is(Test::Path(Glob::parse("*77")?))),
        ("property:status", is(property("status", Is::There))),
        ("property:status=done", is(property("status", compared(Order::Equal, "Done")))),
        ("property:status!=done", is(property("status", compared(Order::Unequal, "done")))),
        ("property:rating>=4", is(property("rating", compared(Order::AtLeast, "4")))),
        ("property:due<2010", is(property("due", compared(Order::Less, "2010")))),
        ("property:people=ann", is(property("people", compared(Order::Equal, "ann")))),
        ("created:2008", is(Test::On(Moment::Created, year))),
        ("modified:2008", is(Test::On(Moment::Modified, year))),
        ("date:2008", is(Test::On(Moment::Date, year))),
        ("links-to", is(Test::LinksTo(Some(NoteId(7))))),
        ("linked-from", is(Test::LinkedFrom(Some(NoteId(999))))),
        ("-tag", vec![Condition { negated: true, test: Test::Tag("t3".to_owned()) }]),
        (
            "tag, status=done, -path *77, date",
            vec![
                Condition { negated: false, test: Test::Tag("t3".to_owned()) },
                Condition {
                    negated: false,
                    test: property("status", compared(Order::Equal, "done")),
                },
                Condition { negated: true, test: Test::Path(Glob::parse("*77")?) },
                Condition {
                    negated: false,
                    test: Test::On(Moment::Date, Days::parse("2024").ok_or("a year")?),
                },
            ],
        ),
    ])
}
