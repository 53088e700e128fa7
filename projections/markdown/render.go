package markdown

import (
	"bytes"
	"cmp"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"candor/events/characters"
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
	// Part begins the ids of headings and footnotes: the texts of one page are different parts of it. "" is "text".
	Part string
}

// Render renders source. Text that Render can't show within its bounds is shown as typed.
func Render(source string, o Options) Document {
	typed := normalized(source)
	var root ast.Node
	var images []*ast.Image
	if !attempt(func() { root = parse(typed); images = imagesOf(root) }) {
		return asTyped(source)
	}
	known := lookUp(images, o.Picture) // what panics in it is the caller's
	var d Document
	if !attempt(func() { d = show(root, typed, known, o) }) {
		return asTyped(source)
	}
	return d
}

// normalized returns a text with the line ends that the parser knows.
func normalized(source string) []byte { return []byte(strings.ReplaceAll(source, "\r\n", "\n")) }

// parse returns the nodes of a text. It panics with errTooMuch, or where the parser fails.
func parse(typed []byte) ast.Node {
	if bytes.Count(typed, []byte("\n")) >= maxLines {
		panic(errTooMuch)
	}
	return blocks().Parse(text.NewReader(typed))
}

// show renders the nodes of a text, with the pictures that are known. It panics with errTooLarge, or where the renderer fails.
func show(root ast.Node, typed []byte, known pictures, o Options) Document {
	most := max(20*len(typed), 64<<10)
	most += min(forPicture*known.show(), mostForPictures)
	part := cmp.Or(o.Part, "text")
	headings := numberHeadings(root, typed, part)
	markNotes(root, typed, part)
	marked := links{typed, o.Sponsored, most}
	marked.mark(root)
	plain := plainText(root, typed)
	return Document{HTML: htmlOf(root, typed, most), Text: plain, Headings: headings, Words: characters.Words(plain)}
}

// blocks returns a parser. It holds state of one text, so that each text gets its own.
func blocks() parser.Parser {
	b := &bounds{}
	c := &containers{bounds: b}
	return parser.NewParser(
		parser.WithBlockParsers(
			util.Prioritized(parser.NewThematicBreakParser(), 200),
			util.Prioritized(c.of(parser.NewListParser()), 300),
			util.Prioritized(c.of(parser.NewListItemParser()), 400),
			util.Prioritized(parser.NewATXHeadingParser(), 600),
			util.Prioritized(parser.NewFencedCodeBlockParser(), 700),
			util.Prioritized(c.of(parser.NewBlockquoteParser()), 800),
			util.Prioritized(c.of(notes{extension.NewFootnoteBlockParser(), b}), 900),
			util.Prioritized(paragraphs{parser.NewParagraphParser(), c}, 1000),
		),
		parser.WithInlineParsers(
			util.Prioritized(inline{parser.NewCodeSpanParser(), b}, 100),
			util.Prioritized(inline{extension.NewTaskCheckBoxParser(), b}, 150),
			util.Prioritized(inline{extension.NewFootnoteParser(), b}, 160),
			util.Prioritized(newBrackets(b), 200),
			util.Prioritized(inline{parser.NewAutoLinkParser(), b}, 300),
			util.Prioritized(emphasis{inline{parser.NewEmphasisParser(), b}}, 500),
			util.Prioritized(emphasis{inline{extension.NewStrikethroughParser(), b}}, 500),
			util.Prioritized(addresses{inline{linkify, b}}, 999),
		),
		parser.WithParagraphTransformers(
			util.Prioritized(fewReferences{parser.LinkReferenceParagraphTransformer, b}, 100),
			util.Prioritized(smallTables{extension.NewTableParagraphTransformer(), b}, 200),
			util.Prioritized(lineParagraphs{}, 300),
		),
		parser.WithASTTransformers(util.Prioritized(extension.NewTableASTTransformer(), 0),
			util.Prioritized(extension.NewFootnoteASTTransformer(), 1)),
	)
}

var pages = goldmark.New(goldmark.WithRenderer(renderer.NewRenderer(renderer.WithNodeRenderers(
	util.Prioritized(html.NewRenderer(), 1000),
	util.Prioritized(pictureRenderer{}, 500),
	util.Prioritized(newNoteRenderer(), 500),
	util.Prioritized(tasks{}, 500),
	util.Prioritized(extension.NewTableHTMLRenderer(extension.WithTableCellAlignMethod(extension.TableCellAlignStyle)), 500),
	util.Prioritized(extension.NewStrikethroughHTMLRenderer(), 500),
)))).Renderer()

// htmlOf renders a document. It panics with errTooLarge where its HTML would have more than so many bytes.
func htmlOf(root ast.Node, source []byte, most int) string {
	out := bounded{left: most}
	if err := pages.Render(&out, source, root); err != nil {
		panic(errTooLarge)
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
	return Document{HTML: out.String(), Text: plain, Words: characters.Words(plain)}
}
