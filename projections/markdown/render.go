package markdown

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// Document is a rendered text.
type Document struct {
	HTML     string    // safe to put into a page as it is
	Text     string    // without markup, a block a line
	Headings []Heading // in the order of the text
	Words    int       // of Text
}

// Heading is a heading of a text.
type Heading struct {
	Level int    // 2 to 6
	ID    string // of its element, unique in the text
	Text  string
}

// Options tells what Render can't know from the text alone.
type Options struct {
	// Sponsored reports whether links to a host (lower case, without a port) are paid for. nil: none are.
	Sponsored func(host string) bool
	// Picture returns what is known of the picture at an address as it was typed; nil: it is none of the site's. nil: none are.
	Picture func(address string) *Picture
}

// Render renders source. Text that Render can't show within its limit on output is shown as typed.
func Render(source string, o Options) Document {
	typed := []byte(strings.ReplaceAll(source, "\r\n", "\n"))
	root := blocks().Parse(text.NewReader(typed))
	most := max(20*len(typed), 64<<10)
	if o.Picture != nil {
		most += min(forPicture*showPictures(root, o.Picture), mostForPictures)
	}
	headings := numberHeadings(root, typed)
	marked := links{typed, o.Sponsored}
	marked.mark(root)
	plain := plainText(root, typed)
	d := Document{HTML: htmlOf(root, typed, most), Text: plain, Headings: headings, Words: len(strings.Fields(plain))}
	if d.HTML == "" && plain != "" {
		return asTyped(source)
	}
	return d
}

// blocks returns a parser. It holds state of one text, so that each text gets its own.
func blocks() parser.Parser {
	c := &containers{}
	return parser.NewParser(
		parser.WithBlockParsers(
			util.Prioritized(parser.NewThematicBreakParser(), 200),
			util.Prioritized(parser.NewListParser(), 300),
			util.Prioritized(c.of(parser.NewListItemParser()), 400),
			util.Prioritized(parser.NewATXHeadingParser(), 600),
			util.Prioritized(parser.NewFencedCodeBlockParser(), 700),
			util.Prioritized(c.of(parser.NewBlockquoteParser()), 800),
			util.Prioritized(paragraphs{parser.NewParagraphParser(), c}, 1000),
		),
		parser.WithInlineParsers(
			util.Prioritized(parser.NewCodeSpanParser(), 100),
			util.Prioritized(&boundedLinks{InlineParser: parser.NewLinkParser(), left: maxLinkScan}, 200),
			util.Prioritized(parser.NewAutoLinkParser(), 300),
			util.Prioritized(parser.NewEmphasisParser(), 500),
			util.Prioritized(extension.NewStrikethroughParser(), 500),
			util.Prioritized(extension.NewLinkifyParser(), 999),
		),
		parser.WithParagraphTransformers(
			util.Prioritized(fewReferences{parser.LinkReferenceParagraphTransformer}, 100),
			util.Prioritized(smallTables{extension.NewTableParagraphTransformer()}, 200),
			util.Prioritized(lineParagraphs{}, 300),
		),
		parser.WithASTTransformers(util.Prioritized(extension.NewTableASTTransformer(), 0)),
	)
}

var pages = goldmark.New(goldmark.WithRenderer(renderer.NewRenderer(renderer.WithNodeRenderers(
	util.Prioritized(html.NewRenderer(), 1000),
	util.Prioritized(pictures{}, 500),
	util.Prioritized(extension.NewTableHTMLRenderer(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute)), 500),
	util.Prioritized(extension.NewStrikethroughHTMLRenderer(), 500),
)))).Renderer()

// htmlOf renders a document, or returns "" where it would be of more than so many bytes.
func htmlOf(root ast.Node, source []byte, most int) string {
	out := bounded{left: most}
	if err := pages.Render(&out, source, root); err != nil {
		return ""
	}
	return out.String()
}

// asTyped shows a text without any of its markup: a paragraph a line.
func asTyped(source string) Document {
	var out bytes.Buffer
	var lines []string
	for line := range strings.Lines(source) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
			out.WriteString("<p>")
			out.Write(util.EscapeHTML([]byte(line)))
			out.WriteString("</p>\n")
		}
	}
	plain := strings.Join(lines, "\n")
	return Document{HTML: out.String(), Text: plain, Words: len(strings.Fields(plain))}
}
