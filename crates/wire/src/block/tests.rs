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
    insta::assert_snapshot!(lines.join("\n"), @r#""#);
}
