// Package prose turns the HTML of exports into Markdown that means the same under the desk's rules: a paragraph is one line, headings are
// marked with #, code is fenced, and addresses are whole.
//
// [Markdown] reads tokens into a small tree of what Markdown can say, which is bounded in depth and proportional in size to the HTML, and
// html-to-markdown writes it down. What has no Markdown form becomes a link or its text, or is left out.
package prose
