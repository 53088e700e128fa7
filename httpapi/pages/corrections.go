// The feed of corrections and other changes of published reviews and articles. Those of one item are in its own answer.

package pages

import (
	"cmp"
	"encoding/json"
	"html"
	"strings"

	"github.com/gorilla/feeds"

	"candor/projections"
	"candor/projections/difference"
	"candor/projections/formats"
	"candor/projections/versions"
)

// Corrections returns corrections and other changes of what is public as Atom, newest first: those of a query.
func Corrections(m *projections.Models, q versions.CorrectionQuery, origin string) ([]byte, error) {
	latest, err := m.Versions.LatestCorrections(q)
	if err != nil {
		return nil, err
	}
	shown, err := m.Content.ShownSettings()
	if err != nil {
		return nil, err
	}
	name := shown.Site.Name
	format := formats.Of(shown.Site)
	items := make([]*feeds.Item, len(latest))
	for i, one := range latest {
		address := origin + one.URL
		items[i] = &feeds.Item{Id: address, Title: one.Label + ": " + one.Title, Link: &feeds.Link{Href: address},
			Description: correctionSummary(one, format),
			Content:     correctionContent(one, origin), Author: &feeds.Author{Name: name}, Created: one.At, Updated: one.At}
	}
	return atom(&feeds.Feed{Title: name + ": corrections", Description: "Corrections and updates of published reviews and articles.",
		Link: &feeds.Link{Href: origin + "/corrections"}, Author: &feeds.Author{Name: name}, Items: items}, nil,
		"/corrections.xml", origin, &shown.Site)
}

// inSentence returns a field's name as it stands within a sentence.
func inSentence(name string) string { return strings.ToLower(name[:1]) + name[1:] }

// correctionContent returns the note and what changed as HTML.
func correctionContent(c versions.Correction, origin string) string {
	var out strings.Builder
	for line := range strings.Lines(c.Note) {
		out.WriteString("<p>" + html.EscapeString(strings.TrimSpace(line)) + "</p>")
	}
	for _, f := range c.Changes {
		out.WriteString("<h4>" + html.EscapeString(difference.Name(f.Field)) + "</h4>" + withOrigin(difference.Seen(f.HTML), origin))
	}
	return out.String()
}

// withOrigin returns HTML whose addresses name the site.
func withOrigin(fragment, origin string) string {
	return strings.NewReplacer(` src="/`, ` src="`+origin+"/", ` href="/`, ` href="`+origin+"/").Replace(fragment)
}

// correctionSummary returns the note and what changed, without long texts. Without either, it says what it is.
func correctionSummary(c versions.Correction, format *formats.Format) string {
	if c.Withheld != nil {
		return "Withheld: " + c.Withheld.Reason
	}
	var changed []string
	for _, f := range c.Changes {
		text := inSentence(difference.Name(f.Field))
		switch {
		case f.From == nil: // withheld: then only which field it is
		case f.Field == "rating":
			text += ": " + rating(f.From, format) + " → " + rating(f.To, format)
		case f.Field == "productPrice" || f.Field == "productPriceMax":
			text += ": " + price(f.From, format) + " → " + price(f.To, format)
		}
		changed = append(changed, text)
	}
	what := "Changed: " + strings.Join(changed, ", ") + "."
	switch {
	case len(changed) == 0:
		return cmp.Or(c.Note, c.Label+".")
	case c.Note == "":
		return what
	}
	return c.Note + " (" + what + ")"
}

// rating returns a rating as pages show it.
func rating(value json.RawMessage, format *formats.Format) string {
	stars, _ := number(value)
	return format.Decimal(stars, 1) + "/5"
}

// price returns a price as pages show it; "none" for null.
func price(value json.RawMessage, format *formats.Format) string {
	amount, ok := number(value)
	if !ok {
		return "none"
	}
	return format.Price(amount)
}

// number returns the number that is stored as JSON; false for null.
func number(value json.RawMessage) (n float64, ok bool) {
	var stored *float64
	if json.Unmarshal(value, &stored) != nil || stored == nil {
		return 0, false
	}
	return *stored, true
}
