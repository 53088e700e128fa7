// Served pages, read as a browser reads them.

package httpapi_test

import (
	"encoding/json"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// markup is the parsed markup of an answer.
type markup struct {
	*answer
	root *html.Node
}

func (a *answer) page() *markup {
	a.Helper()
	root, err := html.Parse(strings.NewReader(a.body))
	if err != nil {
		a.Fatalf("%s: %v", a.what, err)
	}
	return &markup{a, root}
}

// all returns the elements of a kind that fit, in the order of the document.
func (p *markup) all(kind atom.Atom, fits ...func(*html.Node) bool) (found []*html.Node) {
	for n := range p.root.Descendants() {
		if n.Type == html.ElementNode && n.DataAtom == kind &&
			!slices.ContainsFunc(fits, func(fit func(*html.Node) bool) bool { return !fit(n) }) {
			found = append(found, n)
		}
	}
	return found
}

// links returns the addresses of the links whose text contains the words.
func (p *markup) links(words string) (to []string) {
	for _, link := range p.all(atom.A) {
		if strings.Contains(text(link), words) {
			to = append(to, attribute(link, "href"))
		}
	}
	return to
}

// shows checks that the texts stand in the page's main part, where markup ends no words.
func (p *markup) shows(texts ...string) *markup {
	p.Helper()
	main := ""
	for _, n := range p.all(atom.Main) {
		main += text(n)
	}
	for _, want := range texts {
		if !strings.Contains(main, want) {
			p.Errorf("%s: the page lacks %q: %s", p.what, want, main)
		}
	}
	return p
}

// text returns the text of an element, without scripts and styles, with single spaces.
func text(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode && d.Parent.DataAtom != atom.Script && d.Parent.DataAtom != atom.Style {
			b.WriteString(d.Data)
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

func having(name, value string) func(*html.Node) bool {
	return func(n *html.Node) bool { return attribute(n, name) == value }
}

// harmless checks that nothing in the page runs that somebody may have written: no handler, no address that is a program, and no script
// with the mark but whole data.
func (p *markup) harmless(mark string) *markup {
	p.Helper()
	for n := range p.root.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		for _, a := range n.Attr {
			scheme, _, _ := strings.Cut(strings.ToLower(strings.TrimLeft(a.Val, "\x00\t\n\r ")), ":")
			address := slices.Contains([]string{"href", "src", "action", "formaction"}, a.Key)
			if strings.HasPrefix(a.Key, "on") || a.Key == "srcdoc" ||
				address && slices.Contains([]string{"javascript", "vbscript", "data"}, scheme) {
				p.Errorf("%s: <%s %s=%q>", p.what, n.Data, a.Key, a.Val)
			}
		}
		if n.DataAtom == atom.Script && n.FirstChild != nil && strings.Contains(n.FirstChild.Data, mark) {
			if !strings.Contains(attribute(n, "type"), "json") || !json.Valid([]byte(n.FirstChild.Data)) {
				p.Errorf("%s: a script with what somebody wrote: %.300s", p.what, n.FirstChild.Data)
			}
		}
	}
	return p
}

// object returns the JSON object of names and values.
func object(pairs ...any) string {
	fields := map[string]any{}
	for i := 0; i+1 < len(pairs); i += 2 {
		fields[pairs[i].(string)] = pairs[i+1]
	}
	text, err := json.Marshal(fields)
	if err != nil {
		panic(err) // there is nothing in them that JSON lacks
	}
	return string(text)
}
