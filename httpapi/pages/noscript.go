// What a shell says where JavaScript is off. Rendered pages read whole without it.

package pages

import (
	"bytes"
	"html"
)

// noScriptStyle lays out what noScript writes, with the tokens of the web app's stylesheet. #root, which stays empty, is as high as the
// screen.
const noScriptStyle = `    <noscript><style>#root{display:none}.noscript{max-width:75rem;margin:0 auto;padding:0 1.5rem}.noscript>a{display:block;padding:1.25rem 0;border-bottom:1px solid var(--border-default);font:600 1.625rem/1 var(--font-serif);letter-spacing:-.025em}.noscript>main{min-height:0;max-width:34rem;padding:4rem 0}.noscript h1{font-size:var(--size-h3);line-height:1.1}.noscript p{margin-top:1rem}.noscript p>a{text-decoration:underline}</style></noscript>
`

// noScriptTexts say what each part of the web app needs.
var noScriptTexts = map[Part]string{
	SitePart:      "This page can't be shown without JavaScript right now. Please try again in a moment.",
	PreviewPart:   "Previews need JavaScript. Turn it on in your browser's settings, then reload this page.",
	SignInPart:    "Signing in needs JavaScript. Turn it on in your browser's settings, then reload this page.",
	DashboardPart: "The dashboard needs JavaScript. Turn it on in your browser's settings, then reload this page.",
}

// noScript appends the page that is shown where JavaScript is off.
func (h *Head) noScript(b *bytes.Buffer, name string) {
	title := h.Title
	if title == "" {
		title = name
	}
	b.WriteString("\n    <noscript><div class=\"noscript\">\n      <a href=\"/\">" + html.EscapeString(name) +
		"</a>\n      <main>\n        <h1>" +
		html.EscapeString(title) + "</h1>\n")
	b.WriteString("        <p>" + html.EscapeString(noScriptTexts[h.Part]) +
		"</p>\n        <p><a href=\"/\">Back to the site</a></p>\n      </main>\n    </div></noscript>")
}
