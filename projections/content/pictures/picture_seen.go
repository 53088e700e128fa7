// Pictures as readers see them: others in the places of those that were replaced, and none where one is gone.

package pictures

import (
	"regexp"
	"slices"

	"candor/events"
	"candor/projections/answers"
	"candor/projections/markdown"
	"candor/projections/projector"
)

// Seen is what readers see at an address of a stored picture.
type Seen struct {
	SHA256   string
	Address  string // of the file
	Replaced bool   // it is another one than the address names
	Gone     bool   // there is nothing to see
	Facts    Facts  // of the one that is seen
}

// At returns what readers see at an address, nil if that is of no stored picture.
func At(t *projector.Tx, address string) *Seen {
	p := &Seen{SHA256: events.PictureIn(address)}
	if p.SHA256 == "" {
		return nil
	}
	contentType := ""
	for by, kind := replacementOf(t, p.SHA256); by != ""; by, kind = replacementOf(t, by) {
		p.SHA256, contentType, p.Replaced = by, kind, true
	}
	p.Gone = t.Bucket("picture-gone").Get([]byte(p.SHA256)) != nil
	p.Facts = FactsOf(t, p.SHA256)
	if p.Facts.ContentType != "" {
		contentType = p.Facts.ContentType
	}
	p.Address = events.MediaAddress(p.SHA256, contentType)
	return p
}

// SeesOthers reports whether a text names a picture that readers see no more, or another one in its place.
func SeesOthers(t *projector.Tx, text []byte) bool {
	gone, replaced := t.Bucket("picture-gone"), t.Bucket("picture-replacement")
	return (gone.Any() || replaced.Any()) && slices.ContainsFunc(events.PicturesIn(text), func(sha256 string) bool {
		return gone.Get([]byte(sha256)) != nil || replaced.Get([]byte(sha256)) != nil
	})
}

// AddressSeen returns the address of what readers see at one, nil if that is gone.
func AddressSeen(t *projector.Tx, address *string) *string {
	if address == nil {
		return nil
	}
	switch p := At(t, *address); {
	case p == nil:
	case p.Gone:
		return nil
	case p.Replaced:
		return &p.Address
	}
	return address
}

// AddressesSeen is AddressSeen for a list.
func AddressesSeen(t *projector.Tx, addresses []string) []string {
	all := make([]string, 0, len(addresses))
	for _, address := range addresses {
		if shown := AddressSeen(t, &address); shown != nil {
			all = append(all, *shown)
		}
	}
	return all
}

func OptionalTextSeen(t *projector.Tx, optional *string) *string {
	if optional == nil {
		return nil
	}
	return answers.Text(TextSeen(t, *optional))
}

var (
	// markdownPicture is a picture in a text: ![its description](its address "its title").
	markdownPicture = regexp.MustCompile(`!\[[^\]]*\]\([^)]*\)`)
	// pictureAddress is the address of a stored picture, or of a smaller copy, on this site or with an origin before it.
	pictureAddress = regexp.MustCompile(`(?:https?://[^\s/()<>"']+)?/media/[0-9a-f]{64}(?:\.[a-z]{3,4}|/[0-9]{3,4})`)
)

// TextSeen returns a text with the addresses of what readers see, and without the pictures that are gone. A link to one stays: its page
// says that the picture is gone.
func TextSeen(t *projector.Tx, text string) string {
	if !SeesOthers(t, []byte(text)) {
		return text
	}
	text = markdownPicture.ReplaceAllStringFunc(text, func(picture string) string {
		if p := At(t, picture); p != nil && p.Gone {
			return ""
		}
		return picture
	})
	return pictureAddress.ReplaceAllStringFunc(text, func(address string) string {
		if p := At(t, address); p.Replaced {
			return p.Address
		}
		return address
	})
}

// Lookup returns what a text shows of the picture at an address, nil if that is none of the site's.
type Lookup func(address string) *markdown.Picture

// InTexts returns what texts show of the site's pictures. For readers those that are gone are left out; for the admin they stay as typed.
func InTexts(t *projector.Tx, forReaders bool) Lookup {
	return func(address string) *markdown.Picture {
		p := At(t, address)
		switch {
		case p == nil:
			return nil
		case p.Gone && forReaders:
			return &markdown.Picture{Gone: true}
		case p.Facts.ContentType == "" && (!p.Replaced || p.Gone):
			return nil
		}
		f := p.Facts
		one := &markdown.Picture{Address: p.Address, Width: f.Width, Height: f.Height, Alt: f.Alt, Caption: f.Caption, Credit: f.Credit}
		for _, width := range f.Renditions() {
			one.Copies = append(one.Copies, markdown.Copy{Address: events.RenditionAddress(p.SHA256, width), Width: width})
		}
		return one
	}
}

// Renditions returns the widths of a picture's smaller copies.
func (f *Facts) Renditions() []int {
	return events.Shape{Width: f.Width, Height: f.Height, Animated: f.Animated}.Renditions()
}
