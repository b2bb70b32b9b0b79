//! Plots as SVG, in the colours of the page they stand in.

use super::html::{escaped, put};

/// The plot's size; it is shown as wide as there is room for.
const WIDTH: f32 = 720.0;
const HEIGHT: f32 = 260.0;
const LEFT: f32 = 84.0;
const RIGHT: f32 = 28.0;
const TOP: f32 = 14.0;
const BOTTOM: f32 = 50.0;

/// A line of a plot.
pub(super) struct Line {
    /// What it is called.
    pub(super) name: String,
    /// Its points, from left to right, both from 0 to 1.
    pub(super) points: Vec<(f32, f32)>,
    /// Whether the area below is filled.
    pub(super) filled: bool,
    /// Which of the page's colours it has, from 0: what is the same has the same in every plot.
    pub(super) colour: usize,
}

/// A plot over the square from 0 to 1.
pub(super) struct Plot<'a> {
    /// What it shows, for those who can't see it.
    pub(super) label: &'a str,
    /// What stands below the horizontal axis.
    pub(super) across: &'a str,
    /// What stands beside the vertical axis.
    pub(super) up: &'a str,
    /// Marks of the horizontal axis: where, and what is written there.
    pub(super) ticks: Vec<(f32, String)>,
    /// Marks of the vertical axis.
    pub(super) heights: Vec<(f32, String)>,
    /// The lines.
    pub(super) lines: Vec<Line>,
    /// A vertical line with words.
    pub(super) bar: Option<(f32, String)>,
    /// What the diagonal is called, if it is drawn.
    pub(super) diagonal: Option<&'a str>,
}

impl Plot<'_> {
    /// Returns the plot as an SVG element with a legend below.
    pub(super) fn svg(&self) -> String {
        let mut svg = format!(
            "<figure><svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{}\">",
            escaped(self.label)
        );
        self.axes(&mut svg);
        if self.diagonal.is_some() {
            let (left, right, bottom, top) = (across(0.0), across(1.0), height(0.0), height(1.0));
            put(
                &mut svg,
                format_args!(
                    "<line class=\"bar\" x1=\"{left}\" x2=\"{right}\" y1=\"{bottom}\" y2=\"{top}\"/>"
                ),
            );
        }
        self.lines.iter().for_each(|line| drawn(&mut svg, line));
        if let Some((at, words)) = &self.bar {
            let (x, top, bottom) = (across(*at), TOP, HEIGHT - BOTTOM);
            // On the side with more room.
            let (anchor, shift) = if *at > 0.5 { ("end", -6.0) } else { ("start", 6.0) };
            put(
                &mut svg,
                format_args!(
                    "<line class=\"bar\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{top}\" y2=\"{bottom}\"/>\
                 <text x=\"{:.1}\" y=\"{}\" text-anchor=\"{anchor}\">{}</text>",
                    x + shift,
                    TOP + 10.0,
                    escaped(words)
                ),
            );
        }
        svg.push_str("</svg><figcaption>");
        for Line { name, colour, .. } in &self.lines {
            let name = escaped(name);
            put(&mut svg, format_args!("<span class=\"key line{colour}\">{name}</span> "));
        }
        if let Some(name) = self.diagonal {
            put(&mut svg, format_args!("<span class=\"key dashed\">{}</span> ", escaped(name)));
        }
        svg.push_str("</figcaption></figure>");
        svg
    }

    fn axes(&self, svg: &mut String) {
        for (at, words) in &self.heights {
            let (y, right) = (height(*at), WIDTH - RIGHT);
            put(
                svg,
                format_args!(
                    "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{right}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
                 <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{words}</text>",
                    LEFT - 6.0,
                    y + 4.0
                ),
            );
        }
        for (at, words) in &self.ticks {
            let (x, y) = (across(*at), HEIGHT - BOTTOM + 19.0);
            put(
                svg,
                format_args!("<text x=\"{x:.1}\" y=\"{y}\" text-anchor=\"middle\">{words}</text>"),
            );
        }
        let (x, y) = (12.0, f32::midpoint(height(0.0), height(1.0)));
        put(
            svg,
            format_args!(
                "<text x=\"{x}\" y=\"{y}\" text-anchor=\"middle\" transform=\"rotate(-90 {x} {y})\">{}</text>",
                escaped(self.up)
            ),
        );
        let middle = f32::midpoint(LEFT, WIDTH - RIGHT);
        put(
            svg,
            format_args!(
                "<text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
                HEIGHT - 6.0,
                escaped(self.across)
            ),
        );
    }
}

fn drawn(svg: &mut String, line: &Line) {
    let number = line.colour;
    let point = |(x, y): &(f32, f32)| format!("{:.1},{:.1}", across(*x), height(*y));
    let points: Vec<String> = line.points.iter().map(point).collect();
    if let (true, Some(first), Some(last)) = (line.filled, line.points.first(), line.points.last())
    {
        let base = height(0.0);
        put(
            svg,
            format_args!(
                "<polygon class=\"fill line{number}\" points=\"{:.1},{base} {} {:.1},{base}\"/>",
                across(first.0),
                points.join(" "),
                across(last.0)
            ),
        );
    }
    put(svg, format_args!("<polyline class=\"line{number}\" points=\"{}\"/>", points.join(" ")));
}

fn across(at: f32) -> f32 {
    LEFT + at * (WIDTH - LEFT - RIGHT)
}

fn height(at: f32) -> f32 {
    HEIGHT - BOTTOM - at * (HEIGHT - TOP - BOTTOM)
}
