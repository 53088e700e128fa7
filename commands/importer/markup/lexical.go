// Ghost's editor since version 5: its Lexical documents as HTML.

package markup

import (
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"strings"
)

// lexicalNode is a node of a Lexical document. Fields that several kinds of nodes have are named once.
type lexicalNode struct {
	Type     string          `json:"type"`
	Children []lexicalNode   `json:"children"`
	Text     string          `json:"text"`
	Format   json.RawMessage `json:"format"`   // of a text, bits
	Tag      string          `json:"tag"`      // of a heading or list
	ListType string          `json:"listType"` // "bullet", "number" or "check"
	Start    int             `json:"start"`
	cardNode
}

// Bits of a text's format.
const (
	lexicalBold = 1 << iota
	lexicalItalic
	lexicalStrikethrough
	lexicalUnderline
	lexicalCode
	lexicalSubscript
	lexicalSuperscript
)

// maxLexicalDepth is how deep nodes may lie in each other.
const maxLexicalDepth = 100

// Lexical returns a document as HTML; ok is false when it is none. lost is told the kinds of nodes that aren't known.
func Lexical(document string, lost *LeftOut) (text string, ok bool) {
	var doc struct {
		Root *lexicalNode `json:"root"`
	}
	err := json.Unmarshal([]byte(document), &doc)
	var otherType *json.UnmarshalTypeError // of a field that is left out
	if err != nil && !errors.As(err, &otherType) || doc.Root == nil || len(doc.Root.Children) == 0 {
		return "", false
	}
	w := lexicalWriter{lost: lost}
	w.nodes(doc.Root.Children, 0)
	return w.String(), true
}

type lexicalWriter struct {
	strings.Builder
	lost *LeftOut
}

func (w *lexicalWriter) nodes(nodes []lexicalNode, depth int) {
	for i := range nodes {
		w.node(&nodes[i], depth+1)
	}
}

// element writes nodes as an element.
func (w *lexicalWriter) element(tag string, n *lexicalNode, depth int) {
	w.WriteString("<" + tag + ">")
	w.nodes(n.Children, depth)
	name, _, _ := strings.Cut(tag, " ")
	w.WriteString("</" + name + ">")
}

func (w *lexicalWriter) node(n *lexicalNode, depth int) {
	if depth > maxLexicalDepth {
		w.lost.Add("text of more than %d levels", maxLexicalDepth)
		return
	}
	switch n.Type {
	case "text", "extended-text", "tab", "at-link-search", "zwnj", "code-highlight":
		w.text(n)
	case "linebreak":
		w.WriteString("<br>")
	case "paragraph":
		w.element("p", n, depth)
	case "heading", "extended-heading":
		w.element(headingTag(n.Tag), n, depth)
	case "quote", "extended-quote", "aside":
		w.element("blockquote", n, depth)
	case "list":
		tag := "ul"
		if n.ListType == "number" || n.Tag == "ol" {
			tag = "ol"
			if n.Start > 1 {
				tag = fmt.Sprintf(`ol start="%d"`, n.Start)
			}
		}
		w.list(tag, n, depth)
	case "listitem":
		w.element("li", n, depth)
	case "link", "autolink", "at-link":
		w.element(`a href="`+html.EscapeString(n.URL)+`"`, n, depth)
	case "code":
		w.element("pre", n, depth)
	case "table":
		w.element("table", n, depth)
	case "tablerow":
		w.element("tr", n, depth)
	case "tablecell":
		w.element("td", n, depth)
	default:
		text, ok := n.html(n.Type)
		if !ok {
			w.lost.Add("card %s", n.Type)
		}
		w.WriteString(text)
		w.nodes(n.Children, depth) // whose texts are not lost with a node that isn't known
	}
}

// list writes a list. Lexical has the list in an item as an item of its own.
func (w *lexicalWriter) list(tag string, n *lexicalNode, depth int) {
	w.WriteString("<" + tag + ">")
	open := false
	for i := range n.Children {
		item := &n.Children[i]
		inner := len(item.Children) == 1 && item.Children[0].Type == "list"
		if open && !inner {
			w.WriteString("</li>")
		}
		if !open || !inner {
			w.WriteString("<li>")
		}
		open = true
		if item.Type == "listitem" {
			w.nodes(item.Children, depth+1)
		} else {
			w.node(item, depth+1)
		}
	}
	if open {
		w.WriteString("</li>")
	}
	w.WriteString("</" + tag[:2] + ">")
}

// headingTag returns a heading's tag.
func headingTag(tag string) string {
	if len(tag) == 2 && tag[0] == 'h' && tag[1] >= '1' && tag[1] <= '6' {
		return tag
	}
	return "h2"
}

// text writes a text with what marks it.
func (w *lexicalWriter) text(n *lexicalNode) {
	var format int
	_ = json.Unmarshal(n.Format, &format) // that of other nodes is a text
	text := html.EscapeString(n.Text)
	for _, mark := range []struct {
		bit int
		tag string
	}{{lexicalCode, "code"}, {lexicalSubscript, "sub"}, {lexicalSuperscript, "sup"}, {lexicalUnderline, "u"}, {lexicalStrikethrough,
		"s"}, {lexicalItalic, "em"}, {lexicalBold, "strong"}} {
		if format&mark.bit != 0 {
			text = "<" + mark.tag + ">" + text + "</" + mark.tag + ">"
		}
	}
	w.WriteString(text)
}
