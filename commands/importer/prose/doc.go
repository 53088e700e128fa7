// Package prose turns the HTML of exports into Markdown that means the same under the desk's rules: a paragraph is one line, headings are
// marked with #, code is fenced, and addresses are whole.
//
// [Read] parses HTML once and walks it once, into a small tree of what Markdown can say and lists of what it shows and leads to.
// html-to-markdown writes the tree down. What has no Markdown form becomes a link or its text, or is left out.
package prose
