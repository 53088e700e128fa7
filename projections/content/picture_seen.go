// Pictures as readers see them: others in the places of those that were replaced, and none where one is gone.

package content

import (
	"regexp"
	"slices"

	"candor/events"
	"candor/projections/answers"
	"candor/projections/markdown"
	"candor/projections/projector"
)

// seenPicture is what readers see at an address of a stored picture.
type seenPicture struct {
	sha256   string
	address  string       // of the file
	replaced bool         // it is another one than the address names
	gone     bool         // there is nothing to see
	facts    pictureFacts // of the one that is seen
}

// seen returns what readers see at an address, nil if that is of no stored picture.
func seen(t *projector.Tx, address string) *seenPicture {
	p := &seenPicture{sha256: events.PictureIn(address)}
	if p.sha256 == "" {
		return nil
	}
	contentType := ""
	for by, kind := replacementOf(t, p.sha256); by != ""; by, kind = replacementOf(t, by) {
		p.sha256, contentType, p.replaced = by, kind, true
	}
	p.gone = t.Bucket("picture-gone").Get([]byte(p.sha256)) != nil
	p.facts = factsOf(t, p.sha256)
	if p.facts.ContentType != "" {
		contentType = p.facts.ContentType
	}
	p.address = events.MediaAddress(p.sha256, contentType)
	return p
}

// seesOthers reports whether a text names a picture that readers see no more, or another one in its place.
func seesOthers(t *projector.Tx, text []byte) bool {
	gone, replaced := t.Bucket("picture-gone"), t.Bucket("picture-replacement")
	return (gone.Any() || replaced.Any()) && slices.ContainsFunc(events.PicturesIn(text), func(sha256 string) bool {
		return gone.Get([]byte(sha256)) != nil || replaced.Get([]byte(sha256)) != nil
	})
}

// addressSeen returns the address of what readers see at one, nil if that is gone.
func addressSeen(t *projector.Tx, address *string) *string {
	if address == nil {
		return nil
	}
	switch p := seen(t, *address); {
	case p == nil:
	case p.gone:
		return nil
	case p.replaced:
		return &p.address
	}
	return address
}

// addressesSeen is addressSeen for a list.
func addressesSeen(t *projector.Tx, addresses []string) []string {
	all := make([]string, 0, len(addresses))
	for _, address := range addresses {
		if shown := addressSeen(t, &address); shown != nil {
			all = append(all, *shown)
		}
	}
	return all
}

func optionalTextSeen(t *projector.Tx, optional *string) *string {
	if optional == nil {
		return nil
	}
	return answers.Text(textSeen(t, *optional))
}

var (
	// markdownPicture is a picture in a text: ![its description](its address "its title").
	markdownPicture = regexp.MustCompile(`!\[[^\]]*\]\([^)]*\)`)
	// pictureAddress is the address of a stored picture, or of a smaller copy, on this site or with an origin before it.
	pictureAddress = regexp.MustCompile(`(?:https?://[^\s/()<>"']+)?/media/[0-9a-f]{64}(?:\.[a-z]{3,4}|/[0-9]{3,4})`)
)

// textSeen returns a text with the addresses of what readers see, and without the pictures that are gone. A link to one stays: its page says
// that the picture is gone.
func textSeen(t *projector.Tx, text string) string {
	if !seesOthers(t, []byte(text)) {
		return text
	}
	text = markdownPicture.ReplaceAllStringFunc(text, func(picture string) string {
		if p := seen(t, picture); p != nil && p.gone {
			return ""
		}
		return picture
	})
	return pictureAddress.ReplaceAllStringFunc(text, func(address string) string {
		if p := seen(t, address); p.replaced {
			return p.address
		}
		return address
	})
}

// pictures returns what a text shows of the picture at an address, nil if that is none of the site's.
type pictures func(address string) *markdown.Picture

// lookUp returns what texts show of the site's pictures. For readers those that are gone are left out; for the admin they stay as typed.
func lookUp(t *projector.Tx, forReaders bool) pictures {
	return func(address string) *markdown.Picture {
		p := seen(t, address)
		switch {
		case p == nil:
			return nil
		case p.gone && forReaders:
			return &markdown.Picture{Gone: true}
		case p.facts.ContentType == "" && (!p.replaced || p.gone):
			return nil
		}
		one := &markdown.Picture{Address: p.address, Width: p.facts.Width, Height: p.facts.Height, Alt: p.facts.Alt, Caption: p.facts.Caption, Credit: p.facts.Credit}
		for _, width := range p.facts.renditions() {
			one.Copies = append(one.Copies, markdown.Copy{Address: events.RenditionAddress(p.sha256, width), Width: width})
		}
		return one
	}
}

// renditions returns the widths of a picture's smaller copies.
func (f *pictureFacts) renditions() []int {
	return events.Shape{Width: f.Width, Height: f.Height, Animated: f.Animated}.Renditions()
}
