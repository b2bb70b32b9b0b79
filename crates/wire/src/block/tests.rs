//! The JSON of a note that has everything.

use notekin_engine::Format;
use notekin_engine::blocks::{LinkTarget, blocks};

use super::Block;

/// A note that has everything that can be shown.
const NOTE: &str = "---
tags: [soup]
---
# Soup [[Leek#Cut|leek]] #food
One *two **three*** ~~four~~ ==five== `six` $x$\\
[seven](https://a.org) ![eight](b.png) [[none]] [[Leek#^id]]

1. a
   - [x] b
- [ ] c

> d

> [!note] *E*
> f

| g | h |
|:-:|---|
| i |

```rust
j
```

$$
k
$$

---
<b>l</b>
";

#[test]
fn a_note_with_everything() {
    let resolve = |target: &LinkTarget| (target.path == "Leek").then(|| "food/Leek.md".to_owned());
    let blocks = Block::each(&blocks(NOTE.as_bytes(), Format::Markdown), &resolve);
    let lines: Vec<_> = blocks.iter().map(|block| serde_json::to_string(block).unwrap()).collect();
    insta::assert_snapshot!(lines.join("\n"), @r##"
    {"kind":"properties","lines":{"start":1,"end":3},"text":"tags: [soup]"}
    {"kind":"heading","lines":{"start":4,"end":4},"level":1,"text":[{"kind":"text","text":"Soup "},{"kind":"link","text":[{"kind":"text","text":"leek"}],"note":"food/Leek.md","heading":"Cut","url":null},{"kind":"text","text":" "},{"kind":"tag","text":"#food"}]}
    {"kind":"paragraph","lines":{"start":5,"end":6},"text":[{"kind":"text","text":"One "},{"kind":"emphasis","text":[{"kind":"text","text":"two "},{"kind":"strong","text":[{"kind":"text","text":"three"}]}]},{"kind":"text","text":" "},{"kind":"strike","text":[{"kind":"text","text":"four"}]},{"kind":"text","text":" "},{"kind":"mark","text":[{"kind":"text","text":"five"}]},{"kind":"text","text":" "},{"kind":"code","text":"six"},{"kind":"text","text":" "},{"kind":"math","source":"x"},{"kind":"break"},{"kind":"link","text":[{"kind":"text","text":"seven"}],"note":null,"heading":null,"url":"https://a.org"},{"kind":"text","text":" "},{"kind":"image","alt":"eight","note":null},{"kind":"text","text":" "},{"kind":"link","text":[{"kind":"text","text":"none"}],"note":null,"heading":null,"url":null},{"kind":"text","text":" "},{"kind":"link","text":[{"kind":"text","text":"Leek"}],"note":"food/Leek.md","heading":"^id","url":null}]}
    {"kind":"list","lines":{"start":8,"end":9},"ordered":true,"start":1,"items":[{"lines":{"start":8,"end":9},"checked":null,"blocks":[{"kind":"paragraph","lines":{"start":8,"end":8},"text":[{"kind":"text","text":"a"}]},{"kind":"list","lines":{"start":9,"end":9},"ordered":false,"start":null,"items":[{"lines":{"start":9,"end":9},"checked":true,"blocks":[{"kind":"paragraph","lines":{"start":9,"end":9},"text":[{"kind":"text","text":"b"}]}]}]}]}]}
    {"kind":"list","lines":{"start":10,"end":10},"ordered":false,"start":null,"items":[{"lines":{"start":10,"end":10},"checked":false,"blocks":[{"kind":"paragraph","lines":{"start":10,"end":10},"text":[{"kind":"text","text":"c"}]}]}]}
    {"kind":"quote","lines":{"start":12,"end":12},"callout":null,"blocks":[{"kind":"paragraph","lines":{"start":12,"end":12},"text":[{"kind":"text","text":"d"}]}]}
    {"kind":"quote","lines":{"start":14,"end":15},"callout":"note","title":[{"kind":"emphasis","text":[{"kind":"text","text":"E"}]}],"blocks":[{"kind":"paragraph","lines":{"start":15,"end":15},"text":[{"kind":"text","text":"f"}]}]}
    {"kind":"table","lines":{"start":17,"end":19},"align":["center",null],"head":[[{"kind":"text","text":"g"}],[{"kind":"text","text":"h"}]],"rows":[{"lines":{"start":19,"end":19},"cells":[[{"kind":"text","text":"i"}]]}]}
    {"kind":"code","lines":{"start":21,"end":23},"language":"rust","code":"j"}
    {"kind":"math","lines":{"start":25,"end":27},"source":"k"}
    {"kind":"rule","lines":{"start":29,"end":29}}
    {"kind":"paragraph","lines":{"start":30,"end":30},"text":[{"kind":"text","text":"<b>l</b>"}]}
    "##);
}

#[test]
fn the_deepest_tree_can_be_read_again() {
    let text = format!("{}a{}", "*a **b ".repeat(20), " b** a*".repeat(20));
    let lists = format!("{}{text}", "- ".repeat(50));
    let quotes =
        format!("{}|{text}|\n{}|-|\n{}|{text}|", "> ".repeat(50), "> ".repeat(50), "> ".repeat(50));
    for note in [lists, quotes] {
        let blocks = Block::each(&blocks(note.as_bytes(), Format::Markdown), &|_| None);
        let json = serde_json::to_string(&blocks).unwrap();
        // It stands some levels deep in a reply.
        let reply = format!("{{\"reply\":[{{\"note\":{json}}}]}}");
        assert!(json.contains("\"strong\""));
        assert!(serde_json::from_str::<serde_json::Value>(&reply).is_ok(), "{note}");
    }
}
