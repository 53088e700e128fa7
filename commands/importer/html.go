// What a piece of HTML holds besides its Markdown: its plain text, pictures with their captions, videos, links and linked data.

package importer

import (
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"candor/commands/importer/prose"
)

// document is the content of a piece of HTML.
type document struct {
	html       string
	base       *url.URL
	breaks     bool
	paragraphs []paragraph
	images     []image
	videos     []string // addresses
	links      []string // addresses of all links
	enlarged   []string // addresses of picture files to which links lead
	linkedData []string // the JSON of each application/ld+json script
}

// image is a picture of the document.
type image struct {
	address string
	alt     string
	caption string // without markup; "" also for one with links
	from    int    // where the caption's element begins in the HTML
	to      int    // and where it ends
}

// paragraph is one line of text.
type paragraph struct {
	text  string
	tight bool // follows the one before without a blank line, as the lines of a list do
}

// reader turns HTML into a document.
type reader struct {
	base   *url.URL // what relative addresses are relative to; nil: they stay
	breaks bool     // a line end in a text is one (WordPress without blocks)

	doc    document
	line   strings.Builder
	tight  bool // what comes next is another line of the same paragraph
	mark   string
	lists  []int // of each open list the number of its last item; -1 for one without numbers
	root   int   // counts the lists that stand in no other
	listed int   // root of the list whose line was the last paragraph; 0: it was none
	link   []openLink
	pre    int
	skip   atom.Atom // inside an element that says nothing to readers
	depth  int       // of elements of that name
	data   bool      // that element is linked data

	from, to int          // of the present tag in the HTML
	pictures int          // of the present figure
	caption  *openCaption // nil: none is open
}

type openLink struct {
	address    string
	paragraphs int // how many there were
	start      int // of the link's text in the line
}

// openCaption is the beginning of a caption that belongs to one picture.
type openCaption struct {
	from       int // in the HTML
	paragraphs int // how many there were
	links      int
}

// read returns what the HTML says. Any text is HTML of some kind: it never fails.
func read(text string, base *url.URL, breaks bool) document {
	r := &reader{base: base, breaks: breaks, doc: document{html: text, base: base, breaks: breaks}}
	z := html.NewTokenizer(strings.NewReader(text))
	for {
		next := z.Next()
		r.from, r.to = r.to, r.to+len(z.Raw())
		switch next {
		case html.ErrorToken:
			r.flush(false)
			return r.doc
		case html.TextToken:
			if r.data {
				r.doc.linkedData = append(r.doc.linkedData, string(z.Text()))
			} else if r.skip == 0 {
				r.text(string(z.Text()))
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			t := z.Token()
			r.start(t)
		case html.EndTagToken:
			t := z.Token()
			r.end(t.DataAtom)
		}
	}
}

// text adds text to the line; white space becomes one space, and ends paragraphs where the element says so.
func (r *reader) text(text string) {
	if r.pre > 0 || r.breaks {
		lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
		for i, line := range lines {
			if i > 0 { // a blank line separates paragraphs
				r.flush(i == 1 || strings.TrimSpace(lines[i-1]) != "")
			}
			r.words(line)
		}
		return
	}
	r.words(text)
}

func (r *reader) words(text string) {
	fields := strings.FieldsFunc(text, func(c rune) bool {
		return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\u00a0'
	})
	if len(fields) == 0 {
		if text != "" {
			r.space()
		}
		return
	}
	if c := text[0]; c == ' ' || c == '\t' || c == '\n' || c == '\r' {
		r.space()
	}
	r.line.WriteString(strings.Join(fields, " "))
	if c := text[len(text)-1]; c == ' ' || c == '\t' || c == '\n' || c == '\r' {
		r.space()
	}
}

// space adds one space unless there is one.
func (r *reader) space() {
	if s := r.line.String(); s != "" && !strings.HasSuffix(s, " ") {
		r.line.WriteByte(' ')
	}
}

// flush ends the line. Its successor is another line of the same paragraph, or a new one.
func (r *reader) flush(tightNext bool) {
	text := strings.TrimSpace(r.line.String())
	r.line.Reset()
	if text != "" {
		switch {
		case prose.IsVideo(text) && !strings.ContainsAny(text, " "):
			r.video(text)
		default:
			inList := r.mark != "" && r.root > 0
			r.doc.paragraphs = append(r.doc.paragraphs, paragraph{text: r.mark + text, tight: r.tight || inList && r.listed == r.root})
			r.listed = 0
			if inList {
				r.listed = r.root
			}
		}
		r.mark = ""
		r.tight = tightNext
		return
	}
	r.tight = r.tight && tightNext
}

// blocks are the elements that begin and end a paragraph.
var blocks = map[atom.Atom]bool{
	atom.P: true, atom.Div: true, atom.Section: true, atom.Article: true, atom.Header: true, atom.Footer: true, atom.Figure: true,
	atom.Figcaption: true, atom.Blockquote: true, atom.H1: true, atom.H2: true, atom.H3: true, atom.H4: true, atom.H5: true, atom.H6: true,
	atom.Dl: true, atom.Dt: true, atom.Dd: true, atom.Table: true, atom.Tr: true, atom.Hr: true, atom.Address: true, atom.Aside: true,
	atom.Main: true, atom.Form: true, atom.Fieldset: true, atom.Details: true, atom.Summary: true, atom.Caption: true, atom.Body: true, atom.Html: true,
}

// silent are the elements whose content is not shown.
var silent = map[atom.Atom]bool{
	atom.Script: true, atom.Style: true, atom.Noscript: true, atom.Template: true, atom.Head: true, atom.Title: true, atom.Svg: true,
	atom.Select: true, atom.Textarea: true, atom.Button: true, atom.Noembed: true, atom.Noframes: true, atom.Canvas: true, atom.Object: true, atom.Iframe: true,
}

func (r *reader) start(t html.Token) {
	if r.skip != 0 {
		if t.DataAtom == r.skip && t.Type == html.StartTagToken {
			r.depth++
		}
		return
	}
	if silent[t.DataAtom] && t.Type == html.StartTagToken {
		r.skip, r.depth = t.DataAtom, 1
		r.data = t.DataAtom == atom.Script && strings.EqualFold(strings.TrimSpace(prose.Attribute(t, "type")), "application/ld+json")
	}
	switch t.DataAtom {
	case atom.Br:
		r.flush(true)
	case atom.Ul, atom.Ol:
		r.flush(false)
		if len(r.lists) == 0 {
			r.root++
		}
		first := -1
		if t.DataAtom == atom.Ol {
			first = 0
		}
		r.lists = append(r.lists, first)
	case atom.Li:
		r.item()
	case atom.Td, atom.Th:
		if strings.TrimSpace(r.line.String()) != "" {
			r.space()
			r.line.WriteString("| ")
		}
	case atom.Pre:
		r.flush(false)
		r.pre++
	case atom.Img:
		r.image(t)
	case atom.Iframe, atom.Embed, atom.Video, atom.Source:
		if address := prose.Attribute(t, "src", "data-src"); address != "" && (t.DataAtom != atom.Source || strings.HasPrefix(prose.Attribute(t, "type"), "video/")) {
			r.flush(false)
			r.video(address)
		}
	case atom.A:
		r.link = append(r.link, openLink{prose.Absolute(prose.Attribute(t, "href"), r.base), len(r.doc.paragraphs), r.line.Len()})
	default:
		if blocks[t.DataAtom] {
			r.flush(false)
			r.figure(t.DataAtom)
		}
	}
}

// figure begins a figure or its caption. A caption belongs to the picture before it, if the figure has no other.
func (r *reader) figure(a atom.Atom) {
	switch a {
	case atom.Figure:
		r.pictures, r.caption = 0, nil
	case atom.Figcaption:
		if r.caption = nil; r.pictures == 1 {
			r.caption = &openCaption{r.from, len(r.doc.paragraphs), len(r.doc.links)}
		}
	}
}

// endFigure ends a figure or its caption.
func (r *reader) endFigure(a atom.Atom) {
	switch a {
	case atom.Figure:
		r.pictures, r.caption = 0, nil
	case atom.Figcaption:
		if c := r.caption; c != nil && len(r.doc.links) == c.links {
			var lines []string
			for _, p := range r.doc.paragraphs[c.paragraphs:] {
				lines = append(lines, p.text)
			}
			last := &r.doc.images[len(r.doc.images)-1]
			last.caption, last.from, last.to = strings.Join(lines, " "), c.from, r.to
		}
		r.caption = nil
	}
}

// item begins an item of a list, as a line of its own.
func (r *reader) item() {
	r.flush(false)
	r.mark = "• "
	if n := len(r.lists) - 1; n >= 0 && r.lists[n] >= 0 {
		r.lists[n]++
		r.mark = strconv.Itoa(r.lists[n]) + ". "
	}
}

func (r *reader) end(a atom.Atom) {
	if r.skip != 0 {
		if a == r.skip {
			if r.depth--; r.depth == 0 {
				r.skip, r.data = 0, false
			}
		}
		return
	}
	switch a {
	case atom.Ul, atom.Ol:
		r.flush(false)
		if n := len(r.lists); n > 0 {
			r.lists = r.lists[:n-1]
		}
	case atom.Li:
		r.flush(false)
		r.mark = ""
	case atom.Pre:
		r.flush(false)
		r.pre = max(0, r.pre-1)
	case atom.A:
		r.endLink()
	default:
		if blocks[a] {
			r.flush(false)
			r.endFigure(a)
		}
	}
}

// endLink writes the address behind the text of a link.
func (r *reader) endLink() {
	n := len(r.link) - 1
	if n < 0 {
		return
	}
	l := r.link[n]
	r.link = r.link[:n]
	if pictureFile.MatchString(l.address) {
		r.doc.enlarged = append(r.doc.enlarged, l.address)
	}
	if !strings.HasPrefix(l.address, "http") {
		return
	}
	r.doc.links = append(r.doc.links, l.address)
	behind := " (" + l.address + ")"
	if line := r.line.String(); len(r.doc.paragraphs) == l.paragraphs && l.start <= len(line) {
		text := strings.TrimSpace(line[l.start:])
		if text != "" && !strings.Contains(text, l.address) && !strings.Contains(l.address, text) {
			trimmed := strings.TrimRight(line, " ")
			r.line.Reset()
			r.line.WriteString(trimmed + behind + line[len(trimmed):])
		}
		return
	}
	// A card: the link went around whole paragraphs.
	for i := l.paragraphs; i < len(r.doc.paragraphs); i++ {
		if p := &r.doc.paragraphs[i]; p.text != "" {
			p.text += behind
			return
		}
	}
}

// pictureFile matches addresses of picture files.
var pictureFile = regexp.MustCompile(`(?i)\.(?:jpe?g|png|gif|webp)(?:[?#]|$)`)

// image notes a picture.
func (r *reader) image(t html.Token) {
	if address := prose.ImageAddress(t, r.base); address != "" {
		r.flush(false)
		r.doc.images = append(r.doc.images, image{address: address, alt: oneLine(prose.Attribute(t, "alt"))})
		r.pictures++
		r.caption = nil
	}
}

func (r *reader) video(address string) {
	address = prose.Absolute(address, r.base)
	if strings.HasPrefix(address, "http") && !slices.Contains(r.doc.videos, address) {
		r.doc.videos = append(r.doc.videos, address)
	}
}

// words returns the text of HTML in one line, without the addresses of its links.
func words(text string) string {
	var b strings.Builder
	z := html.NewTokenizer(strings.NewReader(text))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return oneLine(b.String())
		case html.TextToken:
			b.Write(z.Text())
		case html.StartTagToken, html.SelfClosingTagToken:
			if a := z.Token().DataAtom; a == atom.Br || blocks[a] {
				b.WriteByte(' ')
			}
		}
	}
}

// oneLine returns a text with single spaces between its words.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// text returns the document without markup.
func (d *document) text() string {
	var b strings.Builder
	for _, p := range d.paragraphs {
		switch {
		case b.Len() == 0:
		case p.tight:
			b.WriteByte('\n')
		default:
			b.WriteString("\n\n")
		}
		b.WriteString(p.text)
	}
	return b.String()
}

// markdown returns the document as Markdown, without the picture and the video that are shown elsewhere. moved says where pictures are that
// were taken along; captions that are shown with these are left out.
func (d *document) markdown(picture, video string, moved map[string]movedPicture) string {
	return prose.Markdown(d.withoutCaptions(moved), prose.Options{Base: d.base, Breaks: d.breaks,
		Moved: func(address string) (here string, ok bool) {
			to, ok := moved[address]
			return to.here, ok
		},
		DropImage: func(address string) bool { return address == picture },
		DropVideo: func(address string) bool { return address == video }})
}

// withoutCaptions returns the HTML without the captions that are shown with pictures that were taken along.
func (d *document) withoutCaptions(moved map[string]movedPicture) string {
	var b strings.Builder
	end := 0
	for _, one := range d.images {
		if one.caption != "" && moved[one.address].caption == one.caption {
			b.WriteString(d.html[end:one.from])
			end = one.to
		}
	}
	b.WriteString(d.html[end:])
	return b.String()
}
