// Looking for a few letters in a text.

export function prepareFuzzySearch(query) {
  const letters = [...query.toLowerCase().replace(/\s+/g, "")];
  return (text) => {
    const lower = text.toLowerCase();
    const matches = [];
    let at = 0;
    for (const letter of letters) {
      const found = lower.indexOf(letter, at);
      if (found < 0) return null;
      const last = matches[matches.length - 1];
      if (last?.[1] === found) last[1] = found + letter.length;
      else matches.push([found, found + letter.length]);
      at = found + letter.length;
    }
    return { score: -matches.length - text.length / 1000, matches };
  };
}

export function prepareSimpleSearch(query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return (text) => {
    const lower = text.toLowerCase();
    const matches = words.map((word) => [lower.indexOf(word), lower.indexOf(word) + word.length]);
    return matches.some(([from]) => from < 0) ? null : { score: -text.length / 1000, matches };
  };
}

export function renderMatches(element, text, matches, offset = 0) {
  let read = 0;
  for (const [from, to] of matches ?? []) {
    const [start, end] = [from + offset, to + offset];
    if (end <= 0 || start >= text.length) continue;
    element.appendText(text.slice(read, Math.max(start, 0)));
    element.createSpan({ cls: "suggestion-highlight", text: text.slice(Math.max(start, 0), end) });
    read = end;
  }
  element.appendText(text.slice(read));
}

export const renderResults = (element, text, result, offset) => renderMatches(element, text, result.matches, offset);
export const sortSearchResults = (results) => void results.sort((a, b) => b.match.score - a.match.score);
