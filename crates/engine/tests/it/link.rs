//! Planning the edit that lists a note among another's related notes.

use notekin_engine::{
    Audience, Engine, Error, LinkPlan, LinkReply, LinkRequest, LinkSection, LinkStyle,
    RelatedRequest, Subject,
};

use crate::vault::TestVault;

const RYE: &str = "# Rye\n\nRye flour makes a dark loaf with a sour crumb that keeps for a week.\n";
const LOAF: &str = "# Loaf\n\nA dark loaf of rye flour keeps for a week; its crumb is sour.\n";

fn vault() -> TestVault {
    TestVault::new()
        .note("bread/Rye.md", RYE)
        .note("bread/Loaf.md", LOAF)
        .note("grain/Wheat.md", "# Wheat\n\nSee [[Rye]].\n")
        .note("old/Wheat.md", "# Wheat\n\nWhat it was.\n")
}

fn ask(vault: &TestVault, from: &str, to: &str, style: LinkStyle) -> LinkReply {
    let style = Some(style);
    let request = LinkRequest { style, ..LinkRequest::new(from.to_owned(), to.to_owned()) };
    vault.engine().plan_link(&request, Audience::Owner).unwrap()
}

fn unlinked(vault: &TestVault, note: &str) -> Vec<String> {
    let request = RelatedRequest::new(Subject::Note(note.to_owned()));
    let reply = vault.engine().related(&request, Audience::Owner).unwrap();
    reply.related.into_iter().map(|row| row.path.as_str().to_owned()).collect()
}

#[test]
fn after_the_edit_nothing_is_embedded_and_the_row_is_gone() {
    let vault = vault().indexed();
    assert!(unlinked(&vault, "Rye").contains(&"bread/Loaf.md".to_owned()));
    let reply = ask(&vault, "Rye", "Loaf", LinkStyle::Usual);
    assert_eq!(reply.link, "[[Loaf]]");
    let LinkPlan::Insert(edit) = &reply.plan else { panic!("{reply:?}") };
    let edited = edit.apply(RYE).unwrap();
    assert_eq!(edited, format!("{RYE}\n## Related\n\n- [[Loaf]]\n"));
    vault.write("bread/Rye.md", &edited);
    let status = vault.sync();
    assert_eq!(status.embedded, 0, "{status:?}");
    assert!(!unlinked(&vault, "Rye").contains(&"bread/Loaf.md".to_owned()));
    let again = ask(&vault, "Rye", "bread/Loaf.md", LinkStyle::Markdown);
    assert!(matches!(again.plan, LinkPlan::AlreadyThere(_)), "{again:?}");
}

#[test]
fn a_link_is_written_as_the_vault_does_and_leads_there() {
    let vault = vault().indexed();
    let link = |to: &str, style| ask(&vault, "Rye", to, style).link;
    assert_eq!(link("grain/Wheat.md", LinkStyle::Usual), "[[Wheat]]", "the first by name");
    assert_eq!(link("old/Wheat.md", LinkStyle::Usual), "[[old/Wheat|Wheat]]");
    assert_eq!(link("grain/Wheat.md", LinkStyle::Markdown), "[Wheat](../grain/Wheat.md)");
    let vault = super::link::vault()
        .note("a.md", "[b](b.md) and [c](c.md)")
        .note("b.md", "b")
        .note("c.md", "c");
    vault.sync();
    assert_eq!(ask(&vault, "Rye", "Loaf", LinkStyle::Usual).link, "[Loaf](Loaf.md)");
}

#[test]
fn what_is_in_the_editor_counts() {
    let vault = vault().indexed();
    let text = Some("# Rye\n\nUnsaved.\n\n## Related\n\n- [[Loaf|the loaf]]\n".to_owned());
    let request = LinkRequest { text, ..LinkRequest::new("Rye".to_owned(), "Loaf".to_owned()) };
    let reply = vault.engine().plan_link(&request, Audience::Owner).unwrap();
    assert!(matches!(reply.plan, LinkPlan::AlreadyThere(_)), "{reply:?}");
}

#[test]
fn a_note_is_not_listed_in_itself_and_private_ones_are_not_named() {
    let vault = vault().note("Secret.md", "---\nprivate: true\n---\nrye\n").indexed();
    let ask = |to: &str, audience| {
        let request = LinkRequest::new("Rye".to_owned(), to.to_owned());
        vault.engine().plan_link(&request, audience).unwrap_err()
    };
    assert!(matches!(ask("bread/Rye.md", Audience::Owner), Error::Invalid(_)));
    assert!(matches!(ask("Secret", Audience::Assistant), Error::NoSuchNote { .. }));
}

#[test]
fn what_a_wish_leaves_open_is_as_the_settings_have_it() {
    let vault = vault().indexed();
    let mut settings = vault.settings();
    settings.links.style = LinkStyle::Markdown;
    settings.links.section = LinkSection { name: "Kin".to_owned(), level: 3 };
    let request = LinkRequest::new("Rye".to_owned(), "Loaf".to_owned());
    let reply = Engine::open(settings).plan_link(&request, Audience::Owner).unwrap();
    let LinkPlan::Insert(edit) = &reply.plan else { panic!("{reply:?}") };
    assert_eq!(edit.apply(RYE).unwrap(), format!("{RYE}\n### Kin\n\n- [Loaf](Loaf.md)\n"));
    let style = Some(LinkStyle::Wiki);
    let reply =
        vault.engine().plan_link(&LinkRequest { style, ..request }, Audience::Owner).unwrap();
    assert_eq!(reply.link, "[[Loaf]]");
}
