// The feed of corrections and updates of published reviews and articles. Those of one item are in its own answer.

package pages

import (
	"cmp"
	"fmt"
	"html"
	"strings"

	"github.com/gorilla/feeds"

	"candor/projections/content"
	"candor/projections/difference"
	"candor/projections/formats"
)

// correctionEntries is the number of entries of the feed.
const correctionEntries = 50

// Corrections returns the latest corrections and updates of what is public as Atom, newest first.
func Corrections(c *content.Reader, origin string) ([]byte, error) {
	latest, err := c.LatestCorrections(correctionEntries)
	if err != nil {
		return nil, err
	}
	shown, err := c.ShownSettings()
	if err != nil {
		return nil, err
	}
	name := shown.Site.Name
	format := formats.Of(shown.Site)
	items := make([]*feeds.Item, len(latest))
	for i, one := range latest {
		address := origin + CorrectionPath(one)
		items[i] = &feeds.Item{Id: address, Title: correctionTitles[one.Type] + ": " + one.Title, Link: &feeds.Link{Href: address},
			Description: correctionSummary(one.Correction, format),
			Content:     correctionContent(one.Correction, origin), Author: &feeds.Author{Name: name}, Created: one.At, Updated: one.At}
	}
	return atom(&feeds.Feed{Title: name + ": corrections", Description: "Corrections and updates of published reviews and articles.",
		Link: &feeds.Link{Href: origin + "/corrections"}, Author: &feeds.Author{Name: name}, Items: items}, origin, &shown.Site)
}

// CorrectionPath returns where the page of an item shows a correction.
func CorrectionPath(c content.ItemCorrection) string {
	return fmt.Sprintf("%s#%s-%d", ItemPath(c.Kind, c.ID, ""), c.Type, c.Revision)
}

var correctionTitles = map[content.CorrectionType]string{content.Corrected: "Correction", content.Updated: "Update"}

// inSentence returns a field's name as it stands within a sentence.
func inSentence(name string) string { return strings.ToLower(name[:1]) + name[1:] }

// correctionContent returns the note and what changed as HTML.
func correctionContent(c content.Correction, origin string) string {
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
func correctionSummary(c content.Correction, format *formats.Format) string {
	var changed []string
	for _, f := range c.Changes {
		text := inSentence(difference.Name(f.Field))
		withheld := f.From == any(content.Hidden{}) || f.To == any(content.Hidden{})
		switch {
		case withheld: // then only which field it is
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
		return cmp.Or(c.Note, correctionTitles[c.Type]+".")
	case c.Note == "":
		return what
	}
	return c.Note + " (" + what + ")"
}

// rating returns a rating as pages show it.
func rating(value any, format *formats.Format) string {
	stars, _ := value.(float64)
	return format.Decimal(stars, 1) + "/5"
}

// price returns a price as pages show it; "none" for null.
func price(value any, format *formats.Format) string {
	amount, ok := value.(float64)
	if !ok {
		return "none"
	}
	return format.Price(amount)
}
