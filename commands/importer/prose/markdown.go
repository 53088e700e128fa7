// The converter: the tree as Markdown.

package prose

import (
	"bytes"
	"net/url"
	"regexp"
	"strconv"
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

// Options says how a document is written. The zero value writes it as it is.
type Options struct {
	Picture, Video string // addresses of what is shown elsewhere; "": nothing
	// where a picture is now, with the caption that is shown there; nil: none has moved
	Moved func(address string) (here, caption string, ok bool)
}

// Markdown returns the document as Markdown.
func (d *Document) Markdown(o Options) string {
	root := clone(d.root)
	o.settle(root)
	collapseSpaces(root)
	finish(root)
	if root.FirstChild == nil {
		return ""
	}
	out, err := writer.ConvertNode(root)
	if err != nil { // it has no plugins
		panic(err)
	}
	return string(out)
}

// settle gives what has moved its address, and removes what is shown elsewhere.
func (o Options) settle(n *html.Node) {
	for c := n.FirstChild; c != nil; {
		next := c.NextSibling
		switch {
		case c.Type != html.ElementNode:
		case o.elsewhere(c):
			n.RemoveChild(c)
		case c.DataAtom == atom.Img:
			c.Attr[0].Val = o.moved(c.Attr[0].Val)
		case c.DataAtom == atom.A:
			o.settle(c)
			to := o.moved(c.Attr[0].Val)
			if only := c.FirstChild; to != c.Attr[0].Val && only != nil && only == c.LastChild && only.DataAtom == atom.Img &&
				only.Attr[0].Val == to {
				moveChildren(c, n, c) // the picture that it enlarges is as large
				n.RemoveChild(c)
			}
			c.Attr[0].Val = to
		default:
			o.settle(c)
		}
		c = next
	}
}

// elsewhere reports whether what an element shows is shown elsewhere: a picture, its caption, or a video.
func (o Options) elsewhere(n *html.Node) bool {
	for _, a := range n.Attr {
		switch a.Key {
		case "src":
			return o.Picture != "" && o.moved(a.Val) == o.Picture
		case "of":
			if o.Picture != "" && o.moved(a.Val) == o.Picture {
				return true
			}
			if o.Moved != nil {
				_, caption, _ := o.Moved(a.Val)
				return caption != ""
			}
		case "video":
			return a.Val == o.Video
		}
	}
	return false
}

// moved returns where the picture with an address is now.
func (o Options) moved(address string) string {
	if o.Moved != nil {
		if here, _, ok := o.Moved(address); ok {
			return here
		}
	}
	return address
}

// Markdown returns what HTML says as Markdown, see [Read].
func Markdown(text string, base *url.URL, breaks bool) string {
	return Read(text, base, breaks).Markdown(Options{})
}

// Text returns Markdown that says a text without markup.
func Text(text string) string { return Markdown(html.EscapeString(text), nil, true) }

// writer writes trees. It escapes nothing: the texts of a tree are escaped by our rules.
var writer = newWriter()

func newWriter() *converter.Converter {
	c := converter.NewConverter(converter.WithEscapeMode(converter.EscapeModeDisabled), converter.WithPlugins(
		base.NewBasePlugin(),
		commonmark.NewCommonmarkPlugin(commonmark.WithHorizontalRule("---"), commonmark.WithListEndComment(false)),
		strikethrough.NewStrikethroughPlugin(),
		table.NewTablePlugin(table.WithHeaderPromotion(true), table.WithSkipEmptyRows(true),
			table.WithCellPaddingBehavior(table.CellPaddingBehaviorMinimal)),
	))
	c.Register.RendererFor("a", converter.TagTypeInline, writeLink, converter.PriorityEarly)
	c.Register.RendererFor("img", converter.TagTypeInline, writeImage, converter.PriorityEarly)
	c.Register.RendererFor("code", converter.TagTypeInline, writeCode, converter.PriorityEarly)
	c.Register.RendererFor("ul", converter.TagTypeBlock, writeList, converter.PriorityEarly)
	c.Register.RendererFor("ol", converter.TagTypeBlock, writeList, converter.PriorityEarly)
	c.Register.RendererFor("blockquote", converter.TagTypeBlock, writeQuote, converter.PriorityEarly)
	c.Register.PostRenderer(func(_ converter.Context, out []byte) []byte { return spaceLines.ReplaceAll(out, nil) },
		converter.PriorityStandard+30)
	c.Register.PostRenderer(func(_ converter.Context, out []byte) []byte {
		return bytes.ReplaceAll(bytes.ReplaceAll(out, []byte(lessThan), []byte("<")), []byte(greaterThan), []byte(">"))
	}, converter.PriorityLate)
	return c
}

// destination writes an address between parentheses.
var destination = strings.NewReplacer(" ", "%20", "\t", "%09", "\n", "%0A", "\r", "%0D", "(", "%28", ")", "%29", "[", "%5B", "]", "%5D",
	"<", "%3C", ">", "%3E", `\`, "%5C", "|", "%7C", "`", "%60", `"`, "%22", "&", `\&`)

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

// writeList writes a list. Two lists that follow each other have different marks, since they would be one.
func writeList(ctx converter.Context, w converter.Writer, n *html.Node) converter.RenderStatus {
	other := false
	for before := n.PrevSibling; before != nil && before.DataAtom == n.DataAtom; before = before.PrevSibling {
		other = !other
	}
	number, _ := strconv.Atoi(Attribute(n, "start"))
	if Attribute(n, "start") == "" {
		number = 1
	}
	between := "\n\n"
	for item := range n.ChildNodes() {
		mark := "- "
		switch {
		case n.DataAtom == atom.Ol && other:
			mark = strconv.Itoa(number) + ") "
		case n.DataAtom == atom.Ol:
			mark = strconv.Itoa(number) + ". "
		case other:
			mark = "* "
		}
		number++
		indent := "\n" + strings.Repeat(" ", len(mark))
		text := strings.ReplaceAll(writtenItem(ctx, item), "\n", indent)
		_, _ = w.WriteString(between + mark + strings.ReplaceAll(text, string(marker.MarkerCodeBlockNewline),
			string(marker.MarkerCodeBlockNewline)+indent[1:]))
		between = "\n"
	}
	_, _ = w.WriteString("\n\n")
	return converter.RenderSuccess
}

// writtenItem returns an item of a list. A list in it follows at once, since a blank line would space out both lists; but one whose numbers
// don't begin with 1 would be text there.
func writtenItem(ctx converter.Context, n *html.Node) string {
	var all bytes.Buffer
	for c := range n.ChildNodes() {
		var block bytes.Buffer
		ctx.RenderNodes(ctx, &block, c)
		switch {
		case c.PrevSibling == nil:
		case (c.DataAtom == atom.Ul || c.DataAtom == atom.Ol && len(c.Attr) == 0) && c.PrevSibling.DataAtom == atom.P:
			all.WriteString("\n")
		default:
			all.WriteString("\n\n")
		}
		all.Write(bytes.TrimSpace(block.Bytes()))
	}
	return all.String()
}

// spaceLines are the lines of lists that have nothing but their indentation.
var spaceLines = regexp.MustCompile(`(?m)^ +$`)

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
