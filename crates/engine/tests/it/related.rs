//! What belongs with a note.

use notekin_engine::{
    Audience, Condition, Error, Filter, HubsRequest, Notice, RelatedReply, RelatedRequest, Show,
    Subject, SyncRequest, Test,
};

use crate::vault::TestVault;

const DRAFT: &str = "# Sourdough\n\nMix flour and water, wait for a day, feed it again, and wait until it doubles in a \
    few hours. Then bake a loaf every week and keep some of the starter in the fridge for the next one. A dark crust \
    tastes best, and steam in the oven helps it rise well.\n";

fn vault() -> TestVault {
    TestVault::new()
        .note("Sourdough.md", DRAFT)
        .note("Sourdough (copy).md", &DRAFT.replace("every week", "each week"))
        .note("Starter.md", "# Starter\n\nFeed the sourdough starter flour and water each day until it doubles.\n")
        .note("Yeast.md", "# Yeast\n\nYeast makes dough rise faster than a sourdough starter. See [[Sourdough]].\n")
        .note("Tax.md", "# Tax\n\nDeadline in July; forms are in the cabinet.\n")
        .note("Shelf.md", "# Shelf\n\nOnly [[Tax]] and [[Yeast]] stand here.\n")
}

fn of(note: &str) -> RelatedRequest {
    RelatedRequest::new(Subject::Note(note.to_owned()))
}

fn look(vault: &TestVault, note: &str, show: Show) -> RelatedReply {
    let request = RelatedRequest { show, ..of(note) };
    vault.engine().related(&request, Audience::Owner).unwrap()
}

fn paths(reply: &RelatedReply) -> Vec<&str> {
    reply.related.iter().map(|row| row.path.as_str()).collect()
}

#[test]
fn copies_are_told_from_kin_and_linked_notes_are_hidden() {
    let vault = vault();
    vault.sync();
    let reply = look(&vault, "Sourdough.md", Show::All);
    assert_eq!(reply.near_copies.len(), 1);
    assert_eq!(reply.near_copies[0].path.as_str(), "Sourdough (copy).md");
    assert!(reply.near_copies[0].coverage > 0.8);
    assert!(!paths(&reply).contains(&"Sourdough (copy).md"), "a note is in one part at most");
    assert!(!paths(&reply).contains(&"Sourdough.md"), "never the note itself");
    let yeast = reply.related.iter().find(|row| row.path.as_str() == "Yeast.md").unwrap();
    assert!(yeast.linked);
    assert_eq!((yeast.from.as_str(), yeast.to.as_str()), ("Sourdough", "Yeast"));
    assert!(!paths(&look(&vault, "Sourdough", Show::Unlinked)).contains(&"Yeast.md"));
    assert_eq!(paths(&look(&vault, "sourdough", Show::Linked)), ["Yeast.md"]);
}

#[test]
fn a_note_without_a_hub_belongs_under_the_nearest() {
    let spokes = ["Rye", "Wheat", "Spelt", "Barley", "Oats"];
    let list = spokes.map(|name| format!("- [[{name}]]")).join("\n");
    let mut vault = TestVault::new().note(
        "Grains.md",
        &format!(
            "# Grains\n\nAn old grain makes the best flour and dough of all.\n\n## All\n\n{list}"
        ),
    );
    for name in spokes {
        vault = vault.note(
            &format!("{name}.md"),
            &format!("# {name}\n\nA grain for flour. Up: [[Grains]]\n"),
        );
    }
    let vault = vault
        .note("Emmer.md", "# Emmer\n\nAn old grain that makes the best flour and dough of all.\n");
    vault.sync();
    let hub = look(&vault, "Emmer", Show::Unlinked).belongs_under.unwrap();
    assert_eq!(hub.path.as_str(), "Grains.md");
    assert!(look(&vault, "Rye", Show::Unlinked).belongs_under.is_none(), "it links to a hub");
    assert!(look(&vault, "Grains", Show::Unlinked).belongs_under.is_none(), "it is one");
}

#[test]
fn without_a_model_links_still_tell() {
    let vault = vault().without_model();
    vault.sync();
    let reply = look(&vault, "Tax", Show::Unlinked);
    assert!(reply.related.is_empty(), "one note that links to both is not enough");
    assert_eq!(reply.notices.len(), 1);
    let request = RelatedRequest { everything: true, ..of("Tax") };
    let reply = vault.engine().related(&request, Audience::Owner).unwrap();
    let yeast = reply.related.iter().find(|row| row.path.as_str() == "Yeast.md").unwrap();
    assert!(yeast.score < reply.least && yeast.why.links.is_some(), "but it is something");
}

#[test]
fn without_vectors_a_link_itself_tells() {
    let words_only = SyncRequest { words_only: true, ..SyncRequest::default() };
    let vault = TestVault::new().note("a.md", "See [[b]].\n").note("b.md", "Alone.\n");
    vault.sync_as(words_only);
    for (note, other) in [("a", "b.md"), ("b", "a.md")] {
        let reply = look(&vault, note, Show::All);
        assert_eq!(paths(&reply), [other]);
        let row = &reply.related[0];
        assert!(row.linked && row.why.meaning.is_none());
        assert_eq!(paths(&look(&vault, note, Show::Linked)), [other]);
        assert!(look(&vault, note, Show::Unlinked).related.is_empty());
    }
}

#[test]
fn private_notes_are_not_betrayed() {
    let vault = vault().note(
        "Secret.md",
        "---\nprivate: true\n---\n# Secret\n\n[[Tax]] and [[Sourdough]] and dough and flour.\n",
    );
    vault.sync();
    for note in ["Sourdough", "Tax", "Starter"] {
        let request = RelatedRequest {
            show: Show::All,
            limit: 50,
            update: false,
            ..RelatedRequest::new(Subject::Note(note.to_owned()))
        };
        let reply = vault.engine().related(&request, Audience::Assistant).unwrap();
        assert!(!paths(&reply).contains(&"Secret.md"));
    }
    let request = RelatedRequest {
        show: Show::All,
        limit: 50,
        update: false,
        ..RelatedRequest::new(Subject::Note("Secret.md".to_owned()))
    };
    let error = vault.engine().related(&request, Audience::Assistant).unwrap_err();
    assert!(
        matches!(&error, Error::NoSuchNote { near, .. } if !near.contains(&"Secret.md".to_owned())),
        "{error:?}"
    );
}

#[test]
fn names_that_are_wrong_or_unclear_are_explained() {
    let vault = vault().note("old/Rent.md", "last year").note("new/Rent.md", "this year");
    vault.sync();
    let ask = |note: &str| {
        let request = RelatedRequest {
            show: Show::All,
            limit: 5,
            update: false,
            ..RelatedRequest::new(Subject::Note(note.to_owned()))
        };
        vault.engine().related(&request, Audience::Owner).unwrap_err()
    };
    assert!(matches!(ask("rent"), Error::Ambiguous { paths, .. } if paths.len() == 2));
    assert!(
        matches!(ask("Sourdouh"), Error::NoSuchNote { near, .. } if near[0].contains("Sourdough"))
    );
    assert!(matches!(ask("../etc/passwd"), Error::NoSuchNote { .. }));
}

#[test]
fn a_single_note_has_no_kin() {
    let vault = TestVault::new().note("one.md", "alone");
    vault.sync();
    let reply = look(&vault, "one", Show::All);
    assert!(
        reply.related.is_empty() && reply.near_copies.is_empty() && reply.belongs_under.is_none()
    );
}

#[test]
fn a_section_is_looked_at_by_any_of_its_headings() {
    let long = "Clay pots keep the water of the spring cool through the whole summer. ".repeat(30);
    let note = format!(
        "# House\n\n## Pots\n\n{long}\n\n## Dough\n\nA sourdough starter of flour and water.\n\n### Feeding\n\nEach day, until it doubles.\n"
    );
    let vault = vault().note("House.md", &note).indexed();
    for heading in ["Pots", "dough", "Feeding", "House"] {
        let request = RelatedRequest { everything: true, ..of(&format!("House#{heading}")) };
        let reply = vault.engine().related(&request, Audience::Owner).unwrap();
        assert!(!reply.related.is_empty() && reply.near_copies.is_empty(), "{heading}");
    }
    let error = vault.engine().related(&of("House#Potts"), Audience::Owner).unwrap_err();
    assert!(matches!(&error, Error::NoSuchPart { near, .. } if near[0] == "Pots"), "{error:?}");
}

#[test]
fn a_text_that_is_no_note_is_looked_at() {
    let vault = vault().indexed();
    let text = "Feed the sourdough starter flour and water each day until it doubles.".to_owned();
    let request = RelatedRequest { everything: true, ..RelatedRequest::new(Subject::Text(text)) };
    let reply = vault.engine().related(&request, Audience::Owner).unwrap();
    assert_eq!((reply.path, reply.related[0].path.as_str()), (None, "Starter.md"));
    let nothing = RelatedRequest::new(Subject::Text(" \n".to_owned()));
    assert!(matches!(vault.engine().related(&nothing, Audience::Owner), Err(Error::Invalid(_))));
}

#[test]
fn only_notes_asked_for_are_shown() {
    let vault =
        vault().note("old/Loaf.md", "# Loaf\n\nA sourdough loaf of flour and water.\n").indexed();
    let paths = |request: RelatedRequest| -> Vec<String> {
        let request = RelatedRequest { everything: true, limit: 50, ..request };
        let reply = vault.engine().related(&request, Audience::Owner).unwrap();
        reply.related.iter().map(|row| row.path.as_str().to_owned()).collect()
    };
    assert!(paths(of("Starter")).len() > 1);
    assert_eq!(paths(RelatedRequest { elsewhere: true, ..of("Starter") }), ["old/Loaf.md"]);
    let filter = Filter { folders: vec!["old".to_owned()], ..Filter::default() };
    assert_eq!(paths(RelatedRequest { filter, ..of("Starter") }), ["old/Loaf.md"]);
}

#[test]
fn what_private_notes_hold_changes_nothing_for_an_assistant() {
    let seen = |secret: Option<&str>| {
        let mut vault = vault();
        if let Some(text) = secret {
            vault = vault.note("Secret.md", text);
        }
        vault.sync();
        let request = RelatedRequest { everything: true, show: Show::All, ..of("Yeast") };
        let reply = vault.engine().related(&request, Audience::Assistant).unwrap();
        let hubs = HubsRequest { filter: Filter::default(), update: false };
        let hubs = vault.engine().hubs(&hubs, Audience::Assistant).unwrap().hubs;
        let rows = reply.related.iter().map(|row| (row.path.as_str().to_owned(), row.why.title));
        (rows.collect::<Vec<_>>(), hubs)
    };
    let secret = "---\nprivate: true\n---\n[[Yeast]] and [[Tax]] and yeast, sourdough, tax\n";
    let (without, with) = (seen(None), seen(Some(secret)));
    assert_eq!(without.1, with.1);
    assert_eq!(without.0.len(), with.0.len());
    for (path, names) in &without.0 {
        let other = with.0.iter().find(|(known, _)| known == path).unwrap().1;
        let score = |part: Option<notekin_engine::Part>| part.map(|part| part.rank);
        assert_eq!(score(*names), score(other), "{path}");
    }
}

#[test]
fn a_note_that_only_names_another_is_not_taken_for_unread() {
    // More passages than are looked at for each vector lie nearer than the one that only mentions the name.
    let near = "Glaze of ash and feldspar for stoneware, fired slowly in the kiln.";
    let mut vault = TestVault::new().note("Zirconia.md", &format!("# Zirconia\n\n{near}\n"));
    for at in 0..320 {
        let other = near.replace("stoneware", &format!("stoneware of batch {at}"));
        vault = vault.note(&format!("{at}.md"), &format!("{other}\n"));
    }
    let vault = vault.note("list.md", "Tax, July, cabinet, forms: zirconia.\n").indexed();
    let request = RelatedRequest { everything: true, limit: 500, ..of("Zirconia") };
    let reply = vault.engine().related(&request, Audience::Owner).unwrap();
    let row = reply.related.iter().find(|row| row.path.as_str() == "list.md").unwrap();
    assert!(row.why.title.is_some() && !row.to.is_empty(), "it has a vector: {row:?}");
}

/// Notes of which the first two belong together and the others with nothing.
const FEW: [(&str, &str); 5] = [
    (
        "Leaven.md",
        "# Leaven\n\nFeed the sourdough starter with rye flour and water every morning until it doubles.\n",
    ),
    (
        "Starter.md",
        "# Starter\n\nA sourdough starter of rye flour and water doubles in the morning when it is fed.\n",
    ),
    ("Tax.md", "# Tax\n\nThe deadline is in July; the forms lie in the cabinet upstairs.\n"),
    ("Bicycle.md", "# Bicycle\n\nOil the chain once a month and keep air in both tyres.\n"),
    ("Choir.md", "# Choir\n\nRehearsals move to Thursday, the concert stays before Advent.\n"),
];

/// Returns the chances of the pair that belongs together, and of every other note, in a vault of the first so many.
fn chances(vault: TestVault, count: usize) -> (f32, Vec<f32>) {
    let vault =
        FEW[..count].iter().fold(vault, |vault, (path, text)| vault.note(path, text)).indexed();
    let request = RelatedRequest { everything: true, show: Show::All, ..of("Leaven") };
    let reply = vault.engine().related(&request, Audience::Owner).unwrap();
    assert!(reply.near_copies.is_empty() && reply.belongs_under.is_none());
    assert!(reply.related.iter().all(|row| (0.0..=1.0).contains(&row.score)), "{reply:?}");
    let score = |path: &str| {
        reply.related.iter().find(|row| row.path.as_str() == path).map_or(0.0, |row| row.score)
    };
    let others = FEW[..count].iter().skip(2).map(|(path, _)| score(path)).collect();
    assert!(reply.related.iter().all(|row| row.path.as_str() != "Leaven.md"));
    (score("Starter.md"), others)
}

/// Checks that few notes are judged as in a large vault: kin is kin and strangers are strangers, however few there are.
fn check_few(vault: impl Fn() -> Option<TestVault>) {
    let Some(made) = vault() else { return };
    assert_eq!(chances(made, 1), (0.0, Vec::new()));
    let (of_two, _) = chances(vault().unwrap(), 2);
    let (of_five, strangers) = chances(vault().unwrap(), 5);
    assert!(of_two >= 0.5 && of_five >= 0.5, "{of_two} {of_five}");
    assert!((of_two - of_five).abs() < 0.2, "{of_two} of two, {of_five} of five");
    assert!(strangers.iter().all(|stranger| *stranger < 0.5), "{strangers:?}");
}

#[test]
fn few_notes_are_judged_like_many() {
    check_few(|| Some(TestVault::new()));
}

#[test]
fn few_notes_are_judged_like_many_by_the_built_in_model() {
    check_few(|| TestVault::new().with_real_model());
}

#[test]
fn notes_that_share_a_footer_alone_are_no_copies() {
    let footer = "---\n\nThis garden is under a free licence. Copy what you like, change what you must, name where it \
        comes from, and write to the gardener at the old mill if anything is wrong, out of date or plainly missing. \
        Thanks to everyone who walked along the hedges, counted birds and sent their lists in every single week.\n";
    let note = |name: &str, text: &str| format!("# {name}\n\n{text}\n\n{footer}");
    let vault = TestVault::new()
        .note("Roses.md", &note("Roses", "Cut them back in March above an eye that looks outward, and feed them after the first bloom."))
        .note("Compost.md", &note("Compost", "Turn the heap when it cools down; browns and greens in layers, and a lid against the rain."))
        .indexed();
    assert!(look(&vault, "Roses", Show::All).near_copies.is_empty());
    assert!(look(&vault, "Compost", Show::All).near_copies.is_empty());
}

#[test]
fn a_translation_is_related_and_no_copy() {
    let Some(vault) = TestVault::new().with_real_model() else { return };
    let vault = vault
        .note("Sourdough.md", "# Sourdough\n\nMix rye flour and water and leave it in a warm place for a day. Feed it \
            every morning until it doubles within hours, then bake the first loaf in a hot oven with steam.\n")
        .note("Sauerteig.md", "# Sauerteig\n\nRoggenmehl und Wasser mischen und einen Tag warm stehen lassen. Jeden \
            Morgen füttern, bis er sich in Stunden verdoppelt, dann das erste Brot im heißen Ofen mit Dampf backen.\n")
        .note("Steuer.md", "# Steuer\n\nDie Frist endet im Juli; die Formulare liegen im Schrank im ersten Stock.\n")
        .note("Tax.md", "# Tax\n\nThe deadline is in July; the forms lie in the cabinet upstairs.\n")
        .indexed();
    for (note, translation) in [("Sourdough", "Sauerteig.md"), ("Sauerteig", "Sourdough.md")] {
        let reply = look(&vault, note, Show::Unlinked);
        assert!(reply.near_copies.is_empty(), "{note}");
        assert_eq!(paths(&reply), [translation], "{note}: {reply:?}");
    }
    // A sentence alone says too little for that, but more than any other note.
    let request = RelatedRequest { everything: true, ..of("Tax") };
    let reply = vault.engine().related(&request, Audience::Owner).unwrap();
    assert_eq!(paths(&reply).first(), Some(&"Steuer.md"));
}

#[test]
fn a_name_may_stand_in_the_brackets_of_a_link() {
    let vault = vault()
        .note("House.md", "# House\n\nA house.\n\n## Dough\n\nA sourdough starter of flour.\n")
        .indexed();
    for name in ["[[Starter]]", "![[Starter]]", "[[Starter|the thing]]", " [[starter.md]] "] {
        assert_eq!(look(&vault, name, Show::All).path.unwrap().as_str(), "Starter.md", "{name}");
    }
    assert_eq!(look(&vault, "[[House#Dough]]", Show::All).path.unwrap().as_str(), "House.md");
    let error = vault.engine().related(&of("[[Nobody]]"), Audience::Owner).unwrap_err();
    assert!(matches!(&error, Error::NoSuchNote { note, .. } if note == "Nobody"), "{error:?}");
}

#[test]
fn what_a_filter_lets_through_is_told() {
    let vault = vault().note("old/Loaf.md", "# Loaf\n\nA loaf.\n").indexed();
    let scope = |filter: Filter| {
        let hubs = HubsRequest { filter: filter.clone(), update: false };
        let hubs = vault.engine().hubs(&hubs, Audience::Owner).unwrap().scope;
        let reply =
            vault.engine().related(&RelatedRequest { filter, ..of("Tax") }, Audience::Owner);
        assert_eq!(reply.unwrap().scope, hubs);
        hubs.map(|scope| (scope.passing, scope.total))
    };
    assert_eq!(scope(Filter::default()), None);
    let old = Filter { folders: vec!["old".to_owned()], ..Filter::default() };
    assert_eq!(scope(old.clone()), Some((1, 7)));
    let not_old = Condition { negated: true, test: Test::Folder(vec!["old".to_owned()]) };
    assert_eq!(scope(old.with(vec![not_old])), Some((0, 7)));
}

#[test]
fn a_footer_of_many_notes_relates_none_of_them() {
    let footer = "\n\n## About these notes\n\n".to_owned()
        + &"The club keeps them in the old school, and whoever finds a slip tells its editor. "
            .repeat(25);
    let subjects = [
        "whales sing below polar ice",
        "copper bends when it is annealed",
        "a fugue answers its own theme",
        "lichens colour north facing walls",
        "ledgers balance debit with credit",
        "glaciers carve valleys like troughs",
        "a loom lifts warp over weft",
        "quinces stew long before jelly sets",
        "sextants shoot stars at dusk",
        "beavers dam brooks with willow",
    ];
    let mut vault = TestVault::new();
    for (number, subject) in subjects.iter().enumerate() {
        let text = format!("# Note {number}\n\n{subject}. {subject}, and again {subject}.{footer}");
        vault = vault.note(&format!("{number}.md"), &text);
    }
    vault.sync();
    for note in ["0", "4", "9"] {
        let reply = look(&vault, note, Show::Unlinked);
        assert!(reply.related.is_empty(), "{:?}", reply.related);
        // Whatever else is asked for, it is the same footer.
        let filter = Filter { folders: vec![".".to_owned()], ..Filter::default() };
        let everything = RelatedRequest { everything: true, filter, ..of(note) };
        let reply = vault.engine().related(&everything, Audience::Owner).unwrap();
        assert!(reply.related.iter().all(|row| row.to != "About these notes"));
    }
}

/// Entries of a diary, of which the first two are about one outing, each behind the same form; or without it.
fn diary(with_form: bool) -> Option<TestVault> {
    const FORM: &str = "## Tasks\n\n- Stretch for ten minutes\n- Empty the inbox to the last letter\n- Look through \
        the calendar of the whole week\n\n## Thanks\n\nThree things that I am thankful for today, and one that I would do \
        differently tomorrow.\n\n## Evening\n\nWhat went well today? What could be better tomorrow? Lights out at \
        eleven sharp, and no telephone beside the bed.\n";
    let mut vault = TestVault::new().with_real_model()?;
    for (day, entry) in [
        "Cycled round the lake with Tom, and saw two herons and a kingfisher beside the lock.",
        "Took the bicycle to the lock again; this time the kingfisher sat quite still above the lake.",
        "The landlord answered at last, and the heating is to be repaired before the frost.",
        "Finished the tax return at lunch; the office wants receipts for every train ride.",
        "Choir practice was long, and the altos lost their place in the second movement.",
        "Mother called about the wedding cake; she prefers almonds and no marzipan at all.",
        "The printer is broken again, so that the slides had to be drawn on the whiteboard.",
        "A new passport takes six weeks, and the photograph must not show any smile.",
    ]
    .into_iter()
    .enumerate()
    {
        let form = if with_form { FORM } else { "" };
        vault = vault.note(&format!("day {day}.md"), &format!("{entry}\n\n{form}"));
    }
    Some(vault.indexed())
}

#[test]
fn what_a_form_says_neither_relates_notes_nor_hides_what_does() {
    let scores = |vault: &TestVault| {
        let request = RelatedRequest { everything: true, ..of("day 0") };
        let reply = vault.engine().related(&request, Audience::Owner).unwrap();
        assert_eq!(paths(&reply).first(), Some(&"day 1.md"), "{reply:?}");
        let scores: Vec<f32> = reply.related.iter().map(|row| row.score).collect();
        (scores[0], scores[1])
    };
    let (Some(with), Some(without)) = (diary(true), diary(false)) else { return };
    let ((with, with_next), (without, without_next)) = (scores(&with), scores(&without));
    assert!((with - without).abs() < 0.1, "{with} is far from {without}");
    assert!(with_next < 0.3 && without_next < 0.3, "{with_next} {without_next}");
}

#[test]
fn a_short_section_is_said_to_be_read_with_its_neighbours() {
    let long = "A sourdough starter of flour and water that doubles in hours. ".repeat(40);
    let vault = vault()
        .note(
            "House.md",
            "# House\n\nA house.\n\n## Dough # 1\n\nA starter.\n\n## Roof\n\nTiles.\n",
        )
        .note("Long.md", &format!("# Long\n\n{long}\n\n## Own\n\n{long}\n"))
        .indexed();
    let told = |note: &str| {
        let notices = look(&vault, note, Show::All).notices;
        notices.iter().any(|notice| matches!(notice, Notice::Neighbours { .. }))
    };
    assert!(told("House#Dough # 1") && told("House#Roof"));
    assert!(!told("Long#Own") && !told("House"));
}
