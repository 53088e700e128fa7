// The converter: the tree as Markdown.

package prose

import (
	"bytes"
	"net/url"
	"regexp"
	"strings"

	"github.com/JohannesKaufmann/html-to-markdown/v2/converter"
	"github.com/JohannesKaufmann/html-to-markdown/v2/marker"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/base"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/commonmark"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/strikethrough"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/table"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Options says what is known of a text besides the text.
type Options struct {
	Base      *url.URL                  // what relative addresses are relative to; nil: unknown
	Breaks    bool                      // a line end is a line break, and a blank line begins a paragraph
	DropImage func(address string) bool // the picture is shown elsewhere; nil: none is
	DropVideo func(address string) bool
	Moved     func(address string) (here string, ok bool) // where a picture is now, for pictures and links to them; nil: where it was
}

// Markdown returns what HTML says as Markdown. Any text is HTML of some kind, and what can't be said is left out. Bytes that are not
// UTF-8 become U+FFFD.
func Markdown(text string, o Options) string {
	root := tree(strings.ToValidUTF8(text, "\uFFFD"), o)
	if root.FirstChild == nil {
		return ""
	}
	out, err := writer.ConvertNode(root)
	if err != nil { // it has no plugins
		panic(err)
	}
	return string(out)
}

// Text returns Markdown that says a text without markup.
func Text(text string) string { return Markdown(html.EscapeString(text), Options{Breaks: true}) }

// writer writes trees. It escapes nothing: the texts of a tree are escaped by our rules.
var writer = newWriter()

func newWriter() *converter.Converter {
	c := converter.NewConverter(converter.WithEscapeMode(converter.EscapeModeDisabled), converter.WithPlugins(
		base.NewBasePlugin(),
		commonmark.NewCommonmarkPlugin(commonmark.WithHorizontalRule("---"), commonmark.WithListEndComment(false)),
		strikethrough.NewStrikethroughPlugin(),
		table.NewTablePlugin(table.WithHeaderPromotion(true), table.WithSkipEmptyRows(true), table.WithCellPaddingBehavior(table.CellPaddingBehaviorMinimal)),
	))
	c.Register.RendererFor("a", converter.TagTypeInline, writeLink, converter.PriorityEarly)
	c.Register.RendererFor("img", converter.TagTypeInline, writeImage, converter.PriorityEarly)
	c.Register.RendererFor("code", converter.TagTypeInline, writeCode, converter.PriorityEarly)
	c.Register.RendererFor("li", converter.TagTypeBlock, writeItem, converter.PriorityEarly)
	c.Register.RendererFor("blockquote", converter.TagTypeBlock, writeQuote, converter.PriorityEarly)
	c.Register.PostRenderer(func(_ converter.Context, out []byte) []byte { return spaceLines.ReplaceAll(out, nil) }, converter.PriorityStandard+30)
	c.Register.PostRenderer(func(_ converter.Context, out []byte) []byte {
		return bytes.ReplaceAll(bytes.ReplaceAll(out, []byte(lessThan), []byte("<")), []byte(greaterThan), []byte(">"))
	}, converter.PriorityLate)
	return c
}

// destination writes an address between parentheses.
var destination = strings.NewReplacer(" ", "%20", "\t", "%09", "\n", "%0A", "\r", "%0D", "(", "%28", ")", "%29", "[", "%5B", "]", "%5D", "<", "%3C", ">", "%3E",
	`\`, "%5C", "|", "%7C", "`", "%60", `"`, "%22", "&", `\&`)

// address returns an address as it is written. An & means itself unless it begins an entity.
func address(text string) string {
	written := destination.Replace(text)
	if !strings.Contains(written, ";") {
		written = strings.ReplaceAll(written, `\&`, "&")
	}
	return written
}

func writeLink(ctx converter.Context, w converter.Writer, n *html.Node) converter.RenderStatus {
	to := n.Attr[0].Val
	if len(n.Attr) > 1 {
		_, _ = w.WriteString("<" + to + ">")
		return converter.RenderSuccess
	}
	var text bytes.Buffer
	ctx.RenderChildNodes(ctx, &text, n)
	said := text.String()
	trimmed := strings.TrimSpace(said)
	if trimmed == "" {
		return converter.RenderSuccess
	}
	from := strings.Index(said, trimmed)
	_, _ = w.WriteString(said[:from] + "[" + trimmed + "](" + address(to) + ")" + said[from+len(trimmed):])
	return converter.RenderSuccess
}

func writeImage(_ converter.Context, w converter.Writer, n *html.Node) converter.RenderStatus {
	_, _ = w.WriteString("![" + n.Attr[1].Val + "](" + address(n.Attr[0].Val) + ")")
	return converter.RenderSuccess
}

// writeCode writes code within a line, between more backticks than it holds.
func writeCode(_ converter.Context, w converter.Writer, n *html.Node) converter.RenderStatus {
	code := ""
	for c := n.FirstChild; c != nil; c = c.NextSibling { // the converter puts code together that follows other code
		code += c.Data
	}
	longest, run := 0, 0
	for _, c := range code {
		if run++; c != '`' {
			run = 0
		}
		longest = max(longest, run)
	}
	fence := strings.Repeat("`", longest+1)
	space := ""
	if strings.HasPrefix(code, "`") || strings.HasSuffix(code, "`") {
		space = " "
	}
	_, _ = w.WriteString(fence + space + code + space + fence)
	return converter.RenderSuccess
}

// spaceLines are the lines of lists that have nothing but their indentation.
var spaceLines = regexp.MustCompile(`(?m)^ +$`)

// writeItem writes an item of a list. A list in it follows at once: a blank line would space out both lists.
func writeItem(ctx converter.Context, w converter.Writer, n *html.Node) converter.RenderStatus {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		var block bytes.Buffer
		ctx.RenderNodes(ctx, &block, c)
		switch {
		case c.PrevSibling == nil:
		case (c.DataAtom == atom.Ul || c.DataAtom == atom.Ol) && c.PrevSibling.DataAtom == atom.P:
			_, _ = w.WriteString("\n")
		default:
			_, _ = w.WriteString("\n\n")
		}
		_, _ = w.Write(bytes.TrimSpace(block.Bytes()))
	}
	return converter.RenderSuccess
}

var blankLines = regexp.MustCompile(`\n{3,}`)

// writeQuote writes a quote, with its mark also before lines of code.
func writeQuote(ctx converter.Context, w converter.Writer, n *html.Node) converter.RenderStatus {
	var inside bytes.Buffer
	ctx.RenderChildNodes(ctx, &inside, n)
	text := blankLines.ReplaceAllString(strings.TrimSpace(inside.String()), "\n\n")
	text = strings.ReplaceAll(text, string(marker.MarkerCodeBlockNewline), "\n")
	_, _ = w.WriteString("\n\n")
	for line := range strings.SplitSeq(text, "\n") {
		if line != "" {
			line = " " + line
		}
		_, _ = w.WriteString(">" + line + "\n")
	}
	_, _ = w.WriteString("\n")
	return converter.RenderSuccess
}
