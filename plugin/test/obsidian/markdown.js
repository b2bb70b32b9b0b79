// Markdown as elements. Like Obsidian's own it lets HTML through, less what would run, and fetches what pictures it
// finds: a text that must stay a text, or must not reach out, has to be kept from here.

import { Component } from "./component.js";

const FORBIDDEN = "script, style, iframe, object, embed, link, meta, base, form";

function escaped(text) {
  return text.replace(/&(?![a-z#]\w*;)/gi, "&amp;").replace(/"/g, "&quot;");
}

/** Writes the inside of a line as HTML. */
function inline(text) {
  const kept = [];
  const keep = (html) => `\u0000${kept.push(html) - 1}\u0000`;
  const html = text
    .replace(/\\([\\`*_{}[\]()#+.!<>|-])/g, (whole, mark) => keep(mark === "<" ? "&lt;" : mark))
    .replace(/(`+)(.+?)\1/g, (whole, ticks, code) => keep(`<code>${code.trim().replace(/&/g, "&amp;").replace(/</g, "&lt;")}</code>`))
    .replace(/!\[\[([^[\]|]+)(?:\|([^[\]]*))?\]\]/g, (whole, link) => keep(`<span class="internal-embed" src="${escaped(link)}"></span>`))
    .replace(/\[\[([^[\]|]+)(?:\|([^[\]]*))?\]\]/g, (whole, link, shown) => keep(`<a class="internal-link" data-href="${escaped(link)}" href="${escaped(link)}">${shown ?? link}</a>`))
    .replace(/!\[([^[\]]*)\]\(([^()\s]+)\)/g, (whole, alt, address) => keep(`<img alt="${escaped(alt)}" src="${escaped(address)}">`))
    .replace(/\[([^[\]]*)\]\(([^()\s]+)\)/g, (whole, shown, address) => `${keep(`<a class="${/^[a-z]+:/i.test(address) ? "external-link" : "internal-link"}" data-href="${escaped(address)}" href="${escaped(address)}">`)}${shown}${keep("</a>")}`)
    .replace(/(\*\*|__)(?=\S)(.+?)\1/g, "<strong>$2</strong>")
    .replace(/([*_])(?=\S)([^*_]+?)\1/g, "<em>$2</em>")
    .replace(/~~(.+?)~~/g, "<del>$1</del>")
    .replace(/==(.+?)==/g, "<mark>$1</mark>");
  return html.replace(/\u0000(\d+)\u0000/g, (whole, at) => kept[at]);
}

function blocks(markdown) {
  const html = [];
  const lines = markdown.split("\n");
  for (let at = 0; at < lines.length; ) {
    const line = lines[at];
    const fence = /^(`{3,}|~{3,})(\S*)/.exec(line);
    const heading = /^(#{1,6}) (.*)$/.exec(line);
    const take = (fits) => {
      const taken = [];
      while (at < lines.length && fits(lines[at])) taken.push(lines[at++]);
      return taken;
    };
    if (line.trim() === "") at += 1;
    else if (fence) {
      at += 1;
      const code = take((each) => !each.startsWith(fence[1])).join("\n");
      at += 1;
      html.push(`<pre><code class="language-${escaped(fence[2])}">${code.replace(/&/g, "&amp;").replace(/</g, "&lt;")}\n</code></pre>`);
    } else if (heading) {
      at += 1;
      html.push(`<h${heading[1].length}>${inline(heading[2])}</h${heading[1].length}>`);
    } else if (/^>/.test(line)) html.push(`<blockquote>${blocks(take((each) => /^>/.test(each)).map((each) => each.replace(/^> ?/, "")).join("\n"))}</blockquote>`);
    else if (/^\s*([-*+]|\d+[.)]) /.test(line)) {
      const tag = /^\s*\d/.test(line) ? "ol" : "ul";
      const items = take((each) => each.trim() !== "" && /^\s*([-*+]|\d+[.)]|\S) ?/.test(each));
      html.push(`<${tag}>${items.map((each) => `<li>${inline(each.replace(/^\s*([-*+]|\d+[.)]) /, ""))}</li>`).join("")}</${tag}>`);
    } else if (/^\|/.test(line)) {
      const rows = take((each) => /^\|/.test(each)).filter((each) => !/^\|[\s:|-]+\|$/.test(each));
      html.push(`<table><tbody>${rows.map((row) => `<tr>${row.split("|").slice(1, -1).map((cell) => `<td>${inline(cell.trim())}</td>`).join("")}</tr>`).join("")}</tbody></table>`);
    } else if (/^(-{3,}|\*{3,})\s*$/.test(line)) {
      at += 1;
      html.push("<hr>");
    } else html.push(`<p>${inline(take((each) => each.trim() !== "" && !/^(#{1,6} |>|```|~~~|\|)/.test(each)).join("\n")).replace(/\n/g, "<br>\n")}</p>`);
  }
  return html.join("\n");
}

/** Makes elements of HTML, less what would run. */
export function sanitizeHTMLToDom(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  for (const bad of template.content.querySelectorAll(FORBIDDEN)) bad.remove();
  for (const element of template.content.querySelectorAll("*")) {
    for (const { name, value } of [...element.attributes]) {
      if (name.startsWith("on") || /^\s*javascript:/i.test(value)) element.removeAttribute(name);
    }
  }
  return document.importNode(template.content, true);
}

export class MarkdownRenderChild extends Component {
  constructor(containerEl) {
    super();
    this.containerEl = containerEl;
  }
}

export class MarkdownRenderer extends MarkdownRenderChild {
  static async render(app, markdown, element, sourcePath, component) {
    if (!(component instanceof Component)) throw new TypeError("Markdown is rendered for no component");
    element.appendChild(sanitizeHTMLToDom(blocks(markdown)));
  }

  static async renderMarkdown(markdown, element, sourcePath, component) {
    await MarkdownRenderer.render(window.app, markdown, element, sourcePath, component);
  }
}
