// Pictures as readers see them: others in the places of those that were replaced, and none where one is gone.

package pictures

import (
	"regexp"
	"slices"
	"time"

	"candor/events"
	"candor/projections/answers"
	"candor/projections/markdown"
	"candor/projections/projector"
)

// Seen is what is seen at an address of a stored picture.
type Seen struct {
	SHA256    string
	Address   string     // of the file
	Replaced  bool       // it is another one than the address names
	Gone      bool       // there is nothing to see
	RemovedAt *time.Time // of one that is gone: an earlier version showed it, and it was removed since
	Facts     Facts      // of the one that is seen
}

// Then is what readers of an earlier version see in the place of a picture that it names.
type Then struct {
	SHA256, ContentType string     // of what is seen; no type: the one that is named
	RemovedAt           *time.Time // it was shown then, and removed since
	Hidden              bool       // nothing may be shown
}

// View is how pictures are seen: as they are today or, of those that then holds by the hashes that are named, as in an earlier version.
type View struct {
	tx   *projector.Tx
	then map[string]Then
}

// Today is how readers see pictures today.
func Today(t *projector.Tx) View { return View{tx: t} }

// InVersion is how readers of an earlier version see pictures.
func InVersion(t *projector.Tx, then map[string]Then) View { return View{t, then} }

// At returns what is seen at an address, nil if that is of no stored picture.
func (v View) At(address string) *Seen {
	p := &Seen{SHA256: events.PictureIn(address)}
	if p.SHA256 == "" {
		return nil
	}
	contentType := ""
	if then, ok := v.then[p.SHA256]; ok {
		p.Replaced = then.SHA256 != p.SHA256
		p.SHA256, contentType, p.RemovedAt = then.SHA256, then.ContentType, then.RemovedAt
		p.Gone = then.Hidden || then.RemovedAt != nil || IsClosed(v.tx, p.SHA256)
	} else {
		for by, kind := replacementOf(v.tx, p.SHA256); by != ""; by, kind = replacementOf(v.tx, by) {
			p.SHA256, contentType, p.Replaced = by, kind, true
		}
		p.Gone = v.tx.Bucket("picture-gone").Get([]byte(p.SHA256)) != nil
	}
	p.Facts = FactsOf(v.tx, p.SHA256)
	if p.Facts.ContentType != "" {
		contentType = p.Facts.ContentType
	}
	p.Address = events.MediaAddress(p.SHA256, contentType)
	return p
}

// At is [View.At] for today.
func At(t *projector.Tx, address string) *Seen { return Today(t).At(address) }

// SeesOthers reports whether a text names a picture that readers see no more, or another one in its place.
func SeesOthers(t *projector.Tx, text []byte) bool {
	gone, replaced := t.Bucket("picture-gone"), t.Bucket("picture-replacement")
	return (gone.Any() || replaced.Any()) && slices.ContainsFunc(events.PicturesIn(text), func(sha256 string) bool {
		return gone.Get([]byte(sha256)) != nil || replaced.Get([]byte(sha256)) != nil
	})
}

// AddressSeen returns the address of what is seen at one, nil if that is gone. One that was removed since it was seen keeps its address.
func (v View) AddressSeen(address *string) *string {
	if address == nil {
		return nil
	}
	switch p := v.At(*address); {
	case p == nil:
	case p.Gone && p.RemovedAt == nil:
		return nil
	case p.Replaced:
		return &p.Address
	}
	return address
}

// AddressesSeen is AddressSeen for a list.
func (v View) AddressesSeen(addresses []string) []string {
	all := make([]string, 0, len(addresses))
	for _, address := range addresses {
		if shown := v.AddressSeen(&address); shown != nil {
			all = append(all, *shown)
		}
	}
	return all
}

// OptionalTextSeen is TextSeen for a text that may be missing.
func (v View) OptionalTextSeen(optional *string) *string {
	if optional == nil {
		return nil
	}
	return answers.Text(v.TextSeen(*optional))
}

var (
	// markdownPicture is a picture in a text: ![its description](its address "its title").
	markdownPicture = regexp.MustCompile(`!\[[^\]]*\]\([^)]*\)`)
	// pictureAddress is the address of a stored picture, or of a smaller copy, on this site or with an origin before it.
	pictureAddress = regexp.MustCompile(`(?:https?://[^\s/()<>"']+)?/media/[0-9a-f]{64}(?:\.[a-z]{3,4}|/[0-9]{3,4})`)
)

// TextSeen returns a text with the addresses of what is seen, and without the pictures that are gone. A link to one stays: its page says
// that the picture is gone. So does a picture that was removed since it was seen.
func (v View) TextSeen(text string) string {
	if v.then == nil && !SeesOthers(v.tx, []byte(text)) {
		return text
	}
	text = markdownPicture.ReplaceAllStringFunc(text, func(picture string) string {
		if p := v.At(picture); p != nil && p.Gone && p.RemovedAt == nil {
			return ""
		}
		return picture
	})
	return pictureAddress.ReplaceAllStringFunc(text, func(address string) string {
		if p := v.At(address); p.Replaced {
			return p.Address
		}
		return address
	})
}

// Lookup returns what a text shows of the picture at an address, nil if that is none of the site's.
type Lookup func(address string) *markdown.Picture

// InTexts returns what texts show of the site's pictures. For readers those that are gone are left out; for the admin they stay as typed.
func InTexts(t *projector.Tx, forReaders bool) Lookup { return Today(t).inTexts(forReaders, nil) }

// InTexts is what texts show readers. In the place of a picture that was removed since it was seen they say so, in the words of removed.
func (v View) InTexts(removed func(at time.Time) string) Lookup { return v.inTexts(true, removed) }

func (v View) inTexts(forReaders bool, removed func(time.Time) string) Lookup {
	return func(address string) *markdown.Picture {
		p := v.At(address)
		switch {
		case p == nil:
			return nil
		case p.RemovedAt != nil && removed != nil:
			return &markdown.Picture{Removed: removed(*p.RemovedAt)}
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
