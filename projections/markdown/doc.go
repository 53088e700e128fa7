// Package markdown turns what an editor types into the HTML that readers see: CommonMark with tables, strikethrough and autolinks, by
// the rules of the desk (design.md): a line is a paragraph, raw HTML is shown as typed, and links that lead away say so.
package markdown
