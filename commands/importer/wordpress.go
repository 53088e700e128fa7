// WordPress: the eXtended RSS of its export tool (WXR 1.0 to 1.2), item by item.

package importer

import (
	"bufio"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"

	"candor/commands/importer/mend"
	"candor/commands/importer/prose"
	"candor/commands/importer/ratings"
)

// wxrItem is an <item>. Comments, and with them their authors, are passed over.
type wxrItem struct {
	id, title, link, guid, creator, content, excerpt string
	kind, status, slug, password, parent             string // post_type, status, post_name, …
	gmt, local, pubDate, attachment                  string
	modifiedGMT, modified                            string
	sticky                                           bool
	terms, tags                                      []term
	authors                                          []term // of plugins for several
	meta                                             map[string]string
	comments                                         int
	from, to                                         int  // its lines in the file
	swallows                                         bool // see [mend.Swallows]
}

// readWordPress reads a file from the start and calls item for each <item>; channel, if not nil, is given the other elements
// of the channel with their text. repaired, if not nil, is called with what has to be repaired first, see package mend; otherwise a
// file that isn't well-formed is an *xmlError.
func readWordPress(r io.Reader, repaired func(line int, what string), channel func(name string, text string, author [2]string),
	item func(*wxrItem) error) error {
	text, err := clean(r)
	if err != nil {
		return err
	}
	if repaired != nil {
		text = mend.New(text, repaired)
	}
	limited := &pieces{r: text}
	limited.next()
	var in io.Reader = limited
	if repaired != nil {
		in = bufio.NewReaderSize(limited, 16) // repairs aren't made long before they are read
	}
	d := xml.NewDecoder(in)
	d.Entity = xml.HTMLEntity
	d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil } // clean has made it UTF-8
	depth := 0
	for {
		t, err := d.Token()
		if errors.Is(err, io.EOF) && depth == 0 {
			return nil
		}
		if err != nil {
			return broken(d, err)
		}
		switch t := t.(type) {
		case xml.EndElement:
			depth--
		case xml.StartElement:
			depth++
			switch {
			case depth <= 2 && (t.Name.Local == "rss" || t.Name.Local == "channel"):
			case depth == 3 && t.Name.Local == "item":
				limited.next()
				from, _ := d.InputPos()
				one, err := readWXRItem(d)
				if err != nil {
					return broken(d, err)
				}
				depth--
				one.from = from
				one.to, _ = d.InputPos()
				if repaired == nil && one.swallows { // well-formed, and yet a section ends in another one's place
					return &xmlError{one.to, "a CDATA section isn't closed"}
				}
				if err := item(one); err != nil {
					return err
				}
			default:
				var element struct {
					Text  string `xml:",chardata"`
					Login string `xml:"author_login"`
					Name  string `xml:"author_display_name"`

					Category string `xml:"category_nicename"`
					Parent   string `xml:"category_parent"`
				}
				if err := d.DecodeElement(&element, &t); err != nil {
					return broken(d, err)
				}
				depth--
				limited.next()
				if channel != nil && element.Category != "" {
					channel("category", element.Parent, [2]string{element.Category})
				} else if channel != nil {
					channel(t.Name.Local, strings.TrimSpace(element.Text), [2]string{element.Login, element.Name})
				}
			}
		}
	}
}

// xmlError says where a file isn't well-formed.
type xmlError struct {
	line int
	why  string
}

func (e *xmlError) Error() string {
	return fmt.Sprintf("the XML is invalid at line %d: %s", e.line, e.why)
}

// broken says where a file cannot be read on.
func broken(d *xml.Decoder, err error) error {
	var syntax *xml.SyntaxError
	line, _ := d.InputPos()
	switch {
	case errors.As(err, &syntax):
		return &xmlError{syntax.Line, syntax.Msg}
	case strings.HasPrefix(err.Error(), "xml: "):
		return &xmlError{line, err.Error()}
	case errors.Is(err, io.EOF):
		return fmt.Errorf("the XML is incomplete: it ends at line %d", line)
	}
	return fmt.Errorf("the XML is invalid at line %d: %w", line, err)
}

// readWXRItem reads an item whose start has been read, to its end.
func readWXRItem(d *xml.Decoder) (*wxrItem, error) {
	i := &wxrItem{meta: map[string]string{}}
	texts := map[string]*string{
		"post_id": &i.id, "title": &i.title, "link": &i.link, "creator": &i.creator, "post_type": &i.kind, "status": &i.status,
		"post_name": &i.slug, "post_password": &i.password, "post_parent": &i.parent, "post_date_gmt": &i.gmt, "post_date": &i.local,
		"pubDate": &i.pubDate, "attachment_url": &i.attachment, "guid": &i.guid,
		"post_modified_gmt": &i.modifiedGMT, "post_modified": &i.modified,
	}
	for {
		t, err := d.Token()
		if err != nil {
			return nil, err
		}
		start, ok := t.(xml.StartElement)
		if !ok {
			if _, ok := t.(xml.EndElement); ok {
				return i, nil
			}
			continue
		}
		switch name := start.Name.Local; name {
		case "encoded":
			into := &i.content
			if strings.Contains(start.Name.Space, "excerpt") {
				into = &i.excerpt
			}
			err = i.decode(d, start, into)
		case "comment":
			i.comments++
			err = d.Skip()
		case "category":
			err = i.readTerm(d, start)
		case "postmeta":
			var m struct {
				Key   string `xml:"meta_key"`
				Value string `xml:"meta_value"`
			}
			err = d.DecodeElement(&m, &start)
			i.swallows = i.swallows || mend.Swallows(m.Value)
			if _, known := i.meta[m.Key]; !known && wantedMeta[m.Key] {
				i.meta[m.Key] = m.Value
			}
		case "is_sticky":
			var text string
			err = d.DecodeElement(&text, &start)
			i.sticky = strings.TrimSpace(text) == "1"
		default:
			if into := texts[name]; into != nil && *into == "" {
				err = i.decode(d, start, into)
				*into = strings.TrimSpace(*into)
			} else {
				err = d.Skip()
			}
		}
		if err != nil {
			return nil, err
		}
	}
}

// decode reads the text of an element whose start has been read.
func (i *wxrItem) decode(d *xml.Decoder, start xml.StartElement, into *string) error {
	err := d.DecodeElement(into, &start)
	i.swallows = i.swallows || mend.Swallows(*into)
	return err
}

// wantedMeta are the fields of posts that say something to us. The others are neither kept nor looked at.
var wantedMeta = func() map[string]bool {
	wanted := map[string]bool{"_thumbnail_id": true, "_wp_attached_file": true, "_wp_attachment_image_alt": true, "footnotes": true,
		"cap-user_login": true, "cap-display_name": true}
	for _, name := range ratings.Fields() {
		wanted[name] = true
	}
	for name := range closedMeta {
		wanted[name] = true
	}
	return wanted
}()

func (i *wxrItem) readTerm(d *xml.Decoder, start xml.StartElement) error {
	var name string
	if err := i.decode(d, start, &name); err != nil {
		return err
	}
	one, domain := term{name: prose.Unescaped(name)}, ""
	for _, a := range start.Attr {
		switch a.Name.Local {
		case "domain":
			domain = a.Value
		case "nicename":
			one.slug = a.Value
		}
	}
	switch domain {
	case "category", "":
		i.terms = append(i.terms, one)
	case "post_tag":
		i.tags = append(i.tags, one)
	case "author":
		i.authors = append(i.authors, one)
	}
	return nil
}
