// Package mend repairs XML that a database or a plugin has spoiled.
package mend

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
)

// mender repairs a WXR file while it is read, where the XML decoder would fail: an & that begins no entity, a reference to a character that
// XML doesn't allow, ]]> in a text, a < that begins no tag, a CDATA section that isn't closed. What can't be repaired is left to the
// decoder to refuse; so is a file that was cut short. Comments, processing instructions and the document type say nothing, and are left
// out. Lines keep their numbers. It holds a few kilobytes, however long the file is.
type mender struct {
	in      *bufio.Reader
	out     []byte // repaired, and not read yet
	read    int    // of out
	line    int    // of what is read of the file, from 1
	element string // whose text is being read, with its prefix; "": between elements
	cdata   int    // the line in which the open CDATA section begins; 0: none is open
	found   func(line int, what string)
	err     error
}

// lookAhead is how far a mender looks ahead to tell the end of a CDATA section, in bytes.
const lookAhead = 64 << 10

// New returns UTF-8 text with its repairs; found is called with each.
func New(in io.Reader, found func(line int, what string)) io.Reader {
	return &mender{in: bufio.NewReaderSize(in, lookAhead), line: 1, found: found}
}

func (m *mender) Read(b []byte) (int, error) {
	for m.read == len(m.out) {
		if m.err != nil {
			return 0, m.err
		}
		m.out, m.read = m.out[:0], 0
		if m.err = m.next(); errors.Is(m.err, io.EOF) {
			m.err = io.EOF // the decoder compares it
		}
	}
	n := copy(b, m.out[m.read:])
	m.read += n
	return n, nil
}

// next repairs the next piece: a run of text, a mark in it, or a tag.
func (m *mender) next() error {
	c, err := m.in.ReadByte()
	if err != nil {
		return err
	}
	_ = m.in.UnreadByte()
	switch {
	case m.cdata > 0:
		return m.section(c)
	case c == '&':
		return m.reference()
	case c == ']' && m.at("]]>"):
		m.write("]]&gt;", "]]> is read as text")
		return m.drop(3)
	case c == '<':
		return m.less()
	case c == ']':
		return m.copy(1)
	}
	return m.run("&<]")
}

// run copies what is read up to one of some bytes.
func (m *mender) run(end string) error {
	text, err := m.in.Peek(max(1, m.in.Buffered()))
	if err != nil {
		return err
	}
	if n := bytes.IndexAny(text, end); n > 0 {
		text = text[:n]
	}
	return m.copy(len(text))
}

// copy copies n bytes.
func (m *mender) copy(n int) error {
	text, err := m.in.Peek(n)
	m.out = append(m.out, text...)
	return errors.Join(err, m.pass(text))
}

// drop leaves out n bytes, but for their line ends.
func (m *mender) drop(n int) error {
	text, err := m.in.Peek(n)
	m.out = append(m.out, bytes.Repeat([]byte("\n"), bytes.Count(text, []byte("\n")))...)
	return errors.Join(err, m.pass(text))
}

// pass goes past what was peeked at.
func (m *mender) pass(text []byte) error {
	m.line += bytes.Count(text, []byte("\n"))
	_, err := m.in.Discard(len(text))
	return err
}

// write writes a text in place of another one, and reports the repair unless what, which describes it, is "".
func (m *mender) write(text, what string) {
	m.out = append(m.out, text...)
	if what != "" {
		m.found(m.line, what)
	}
}

// at reports whether a text comes next.
func (m *mender) at(text string) bool {
	next, _ := m.in.Peek(len(text))
	return string(next) == text
}

// reference matches an entity or a character reference. No name is longer.
var reference = regexp.MustCompile(`^&(?:#([0-9]{1,10})|#x([0-9A-Fa-f]{1,8})|([A-Za-z][A-Za-z0-9]{0,40}));`)

// reference copies a reference, if it is one.
func (m *mender) reference() error {
	next, _ := m.in.Peek(48)
	found := reference.FindSubmatch(next)
	switch {
	case found == nil:
		m.write("&amp;", "an & is read as text")
		return m.drop(1)
	case len(found[3]) > 0:
		if name := string(found[3]); xml.HTMLEntity[name] == "" && !strings.Contains(" lt gt amp quot apos ", " "+name+" ") {
			m.write("&amp;", fmt.Sprintf("&%s; is read as text", name))
			return m.drop(1)
		}
		return m.copy(len(found[0]))
	}
	digits, base := string(found[1]), 10
	if digits == "" {
		digits, base = string(found[2]), 16
	}
	if n, _ := strconv.ParseUint(digits, base, 32); n != '\t' && n != '\n' && n != '\r' && n < ' ' || n > 0x10ffff || n == 0xfffe ||
		n == 0xffff {
		m.write(" ", fmt.Sprintf("%s is no character, and is left out", found[0]))
		return m.drop(len(found[0]))
	}
	return m.copy(len(found[0]))
}

var (
	openTag  = regexp.MustCompile(`^<([A-Za-z_][\w.:-]*)[\s/>]`)
	closeTag = regexp.MustCompile(`^</([A-Za-z_][\w.:-]*)\s*>`)
)

// less reads what a < begins.
func (m *mender) less() error {
	next, _ := m.in.Peek(256)
	closes := closeTag.FindSubmatch(next)
	switch opens := openTag.FindSubmatch(next); {
	case bytes.HasPrefix(next, []byte("<![CDATA[")):
		m.cdata = m.line
		return m.copy(len("<![CDATA["))
	case m.element != "" && closes != nil && string(closes[1]) == m.element:
		m.element = ""
		return m.copy(len(closes[0]))
	case m.element != "":
		why := "a < is read as text"
		if bytes.HasPrefix(next, []byte("<!--")) {
			why = ""
		}
		m.write("&lt;", why)
		return m.drop(1)
	case bytes.HasPrefix(next, []byte("<!--")):
		return m.leaveOut("-->")
	case bytes.HasPrefix(next, []byte("<?")):
		return m.leaveOut("?>")
	case bytes.HasPrefix(next, []byte("<!")):
		return m.documentType()
	case closes != nil:
		return m.copy(len(closes[0]))
	case opens != nil:
		return m.tag(string(opens[1]))
	}
	m.write("&lt;", "a < is read as text")
	return m.drop(1)
}

// leaveOut leaves out what ends with a text.
func (m *mender) leaveOut(end string) error {
	for !m.at(end) {
		if err := m.drop(1); err != nil {
			return err
		}
	}
	return m.drop(len(end))
}

// documentType leaves out a document type with what it declares.
func (m *mender) documentType() error {
	depth, quote := 0, byte(0)
	for {
		next, err := m.in.Peek(1)
		if err != nil {
			return err
		}
		switch c := next[0]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '<':
			depth++
		case c == '>':
			depth--
		}
		if err := m.drop(1); err != nil || depth == 0 {
			return err
		}
	}
}

// tag copies the start of an element.
func (m *mender) tag(name string) error {
	quote, last := byte(0), byte(0)
	for {
		next, err := m.in.Peek(1)
		if err != nil {
			return err
		}
		c := next[0]
		switch {
		case quote != 0 && c == '&':
			if err := m.reference(); err != nil {
				return err
			}
			continue
		case quote != 0 && c == '<':
			m.write("&lt;", "a < is read as text")
			if err := m.drop(1); err != nil {
				return err
			}
			continue
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\''):
			quote = c
		case quote == 0 && c == '>':
			if last != '/' && holdsText(name) {
				m.element = name
			}
			return m.copy(1)
		}
		last = c
		if err := m.copy(1); err != nil {
			return err
		}
	}
}

// section reads within a CDATA section, whose next byte is c.
func (m *mender) section(c byte) error {
	switch {
	case c == ']' && m.at("]]>"):
		if m.element != "" && !m.endsSection() {
			m.write("]]]]><![CDATA[>", "]]> is read as text")
			return m.drop(3)
		}
		m.cdata = 0
		return m.copy(3)
	case c == ']' && m.element != "" && m.at("]]</"+m.element+">") && m.neverClosed(2):
		m.closeSection()
		return m.drop(2)
	case c == '<' && m.element != "" && m.neverClosed(0):
		m.closeSection()
		return nil
	case c == ']' || c == '<':
		return m.copy(1)
	}
	return m.run("]<")
}

func (m *mender) closeSection() {
	m.out = append(m.out, "]]>"...)
	m.found(m.cdata, "a CDATA section isn't closed")
	m.cdata = 0
}

// endsSection reports whether the ]]> that comes next ends its section: the element ends after it, or another section begins.
func (m *mender) endsSection() bool {
	next, _ := m.in.Peek(1 << 10)
	next = bytes.TrimLeft(next[len("]]>"):], " \t\r\n")
	closes := closeTag.FindSubmatch(next)
	return closes != nil && string(closes[1]) == m.element || bytes.HasPrefix(next, []byte("<![CDATA[")) || len(next) == 0
}

// neverClosed reports whether the end of the element comes next, after some bytes, though its section isn't closed: the next element
// begins, and the next section before a section ends.
func (m *mender) neverClosed(after int) bool {
	tag := "</" + m.element + ">"
	if next, _ := m.in.Peek(after + len(tag)); len(next) < after+len(tag) || string(next[after:]) != tag {
		return false
	}
	next, _ := m.in.Peek(lookAhead)
	next = bytes.TrimLeft(next[after+len(tag):], " \t\r\n")
	opens, closes := openTag.FindSubmatch(next), closeTag.FindSubmatch(next)
	switch { // what is no element of WXR's belongs to the text
	case opens != nil && (holdsText(string(opens[1])) || bytes.HasPrefix(opens[1], []byte("wp:"))):
	case closes != nil && (string(closes[1]) == "item" || string(closes[1]) != m.element && bytes.HasPrefix(closes[1], []byte("wp:"))):
	default:
		return false
	}
	ends, begins := bytes.Index(next, []byte("]]>")), bytes.Index(next, []byte("<![CDATA["))
	return ends < 0 || begins >= 0 && begins < ends
}

// textElements are the elements of WXR that hold text and no other elements, without their prefixes. Others of the namespace wp whose names
// begin with one of textPrefixes do, too.
var (
	textElements = strings.Fields(`title link pubDate creator guid description encoded language generator post_name post_type post_password post_parent
		post_date post_date_gmt post_modified post_modified_gmt post_id status is_sticky menu_order ping_status comment_status attachment_url meta_key
		meta_value base_site_url base_blog_url wxr_version cat_name url`)
	textPrefixes = []string{"author_", "category_", "tag_", "term_", "comment_"}
)

// holdsText reports whether an element, named with its prefix, holds text and no other elements.
func holdsText(name string) bool {
	prefix, local, ok := strings.Cut(name, ":")
	if !ok {
		prefix, local = "", name
	}
	if local == "category" { // wp:category describes one
		return prefix == ""
	}
	for _, known := range textElements {
		if known == local {
			return true
		}
	}
	for _, begins := range textPrefixes {
		if prefix == "wp" && strings.HasPrefix(local, begins) {
			return true
		}
	}
	return false
}

// Swallows reports whether a text holds an element's end and then the beginning of a CDATA section: its own isn't closed.
func Swallows(text string) bool {
	before, _, found := strings.Cut(text, "<![CDATA[")
	return found && strings.Contains(before, "</")
}
