// Figures: scores, prices and other short values, of which one takes the place of the other.

package difference

import (
	"encoding/json"
	"html"
	"time"

	"candor/events"
	"candor/events/difference"
	"candor/projections/formats"
)

// Style is how a site writes. Equal styles write alike.
type Style struct {
	Format     *formats.Format
	TimeZone   string     // its name, "Europe/Paris"
	Categories Categories // nil: they have no names
	Pictures   Pictures   // nil: none was removed
}

// Pictures knows which pictures were removed.
type Pictures interface {
	RemovedAt(address string) (at time.Time, removed bool)
}

// removed returns what stands in the place of the picture at an address; "": the picture itself.
func (s Style) removed(address string) string {
	if s.Pictures == nil {
		return ""
	}
	at, removed := s.Pictures.RemovedAt(address)
	if !removed {
		return ""
	}
	return s.PictureRemoved(at)
}

// PictureRemoved returns what stands in the place of a picture that was removed: "Picture removed, November 20, 2026".
func (s Style) PictureRemoved(at time.Time) string { return "Picture removed, " + s.Format.Date(at) }

// Default is how a site writes whose settings aren't known.
func Default() Style { return Of(events.DefaultSettings().Site) }

// Of returns how a site of these settings writes.
func Of(site events.SiteSettings) Style {
	return Style{Format: formats.Of(site), TimeZone: site.TimeZone}
}

// Categories knows the names of categories.
type Categories interface {
	NameOf(id int64) string // "": there is none
}

// Seen returns a fragment without what is only said to those who hear it, for where that would be seen: in feeds.
func Seen(fragment string) string { return difference.Seen(fragment) }

const arrow = ` <span aria-hidden="true">→</span> `

func escape(text string) string { return html.EscapeString(text) }

func said(text string) string { return difference.Said(text) }

// wrapped marks HTML as a difference.
func wrapped(fragment string) string { return `<div class="diff">` + fragment + `</div>` }

func orNone(text string) string {
	if text == "" {
		return "none"
	}
	return text
}

// figures shows values that write writes, with the direction of numbers.
func figures(write func(Style, json.RawMessage) string) show {
	return func(s Style, from, to json.RawMessage, _ Options) string {
		was, is := write(s, from), write(s, to)
		if was == is {
			return ""
		}
		return wrapped(`<p class="diff-figure">` + figure(was, is, direction(from, to)) + `</p>`)
	}
}

// direction returns 1 where a number has risen, -1 where it has fallen, and else 0.
func direction(from, to json.RawMessage) int {
	var was, is *float64
	switch {
	case json.Unmarshal(from, &was) != nil || json.Unmarshal(to, &is) != nil || was == nil || is == nil || *was == *is:
		return 0
	case *is > *was:
		return 1
	}
	return -1
}

// figure shows two values and their direction.
func figure(was, is string, direction int) string {
	was, is = orNone(was), orNone(is)
	heard := "from " + was + " to " + is
	sign := ""
	switch direction {
	case 1:
		heard, sign = "up "+heard, ` <span class="diff-up">▲</span>`
	case -1:
		heard, sign = "down "+heard, ` <span class="diff-down">▼</span>`
	}
	return said(heard) + `<bdi aria-hidden="true"><del>` + escape(was) + `</del> → <ins>` + escape(is) + `</ins>` + sign + `</bdi>`
}

func score(s Style, value json.RawMessage) string {
	if n, ok := number(value); ok {
		return s.Format.Decimal(n, 1)
	}
	return ""
}

func price(s Style, value json.RawMessage) string {
	if n, ok := number(value); ok {
		return s.Format.Price(n)
	}
	return ""
}

func plain(s Style, value json.RawMessage) string {
	if n, ok := number(value); ok {
		return s.Format.Decimal(n, -1)
	}
	return ""
}

func number(value json.RawMessage) (float64, bool) {
	var n *float64
	if json.Unmarshal(value, &n) != nil || n == nil {
		return 0, false
	}
	return *n, true
}

// categories shows the names of categories by their ids.
func categories(s Style, from, to json.RawMessage, o Options) string {
	name := func(s Style, value json.RawMessage) string {
		n, ok := number(value)
		if !ok {
			return ""
		}
		if s.Categories != nil {
			if known := s.Categories.NameOf(int64(n)); known != "" {
				return known
			}
		}
		return "Category " + s.Format.Decimal(n, -1)
	}
	var was, is json.RawMessage = quoted(name(s, from)), quoted(name(s, to))
	return figures(func(_ Style, value json.RawMessage) string { return text(value) })(s, was, is, o)
}

func quoted(text string) json.RawMessage {
	value, _ := json.Marshal(text) // a string always has JSON
	return value
}

func flags(s Style, from, to json.RawMessage, o Options) string {
	return figures(func(_ Style, value json.RawMessage) string {
		if string(value) == "true" {
			return "Yes"
		}
		return "No"
	})(s, from, to, o)
}

func moments(s Style, from, to json.RawMessage, o Options) string {
	return figures(func(s Style, value json.RawMessage) string {
		at, err := time.Parse(time.RFC3339, text(value))
		if err != nil {
			return text(value)
		}
		return s.Format.Moment(at) + " " + s.TimeZone
	})(s, from, to, o)
}
