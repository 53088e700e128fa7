// Corrections: what was put right in published reviews and articles, as Atom. The corrections of one item are in
// its own answer.

package httpapi

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/gorilla/feeds"

	"candor/projections"
)

// correctionEntries is how many entries the feed of corrections has.
const correctionEntries = 50

func (t *table) corrections() {
	t.handle("/corrections.xml", methods{http.MethodGet: getCorrections})
}

// GET /corrections.xml: the latest corrections of what is public, newest first.
func getCorrections(x *exchange) error {
	return x.keptFile(atomType, func(origin string) (any, error) {
		latest, err := x.Models.Content.LatestCorrections(correctionEntries)
		if err != nil {
			return nil, err
		}
		items := make([]*feeds.Item, len(latest))
		for i, c := range latest {
			path := "/reviews/"
			if c.Kind == "article" {
				path = "/tech-articles/"
			}
			address := fmt.Sprintf("%s%s%d#correction-%d", origin, path, c.ID, c.Revision)
			items[i] = &feeds.Item{Id: address, Title: "Correction: " + c.Title, Link: &feeds.Link{Href: address},
				Description: correctionSummary(c.Correction), Author: &feeds.Author{Name: siteName}, Created: c.At, Updated: c.At}
		}
		return atom(&feeds.Feed{Title: siteName + ": corrections", Description: "Corrections to published reviews and articles.",
			Link: &feeds.Link{Href: origin + "/"}, Author: &feeds.Author{Name: siteName}, Items: items}), nil
	})
}

// correctionNames are what readers call the fields.
var correctionNames = map[string]string{"rating": "rating", "productPrice": "price", "productPriceMax": "highest price",
	"verdict": "verdict", "title": "title", "content": "text", "excerpt": "summary"}

// correctionSummary is the note and what changed, long texts aside.
func correctionSummary(c projections.Correction) string {
	var changed []string
	for _, f := range c.Changes {
		said := correctionNames[f.Field]
		switch f.Field {
		case "rating":
			said += fmt.Sprintf(": %.1f/5 → %.1f/5", f.From, f.To)
		case "productPrice", "productPriceMax":
			said += ": " + dollars(f.From) + " → " + dollars(f.To)
		}
		changed = append(changed, said)
	}
	return c.Note + " (Changed: " + strings.Join(changed, ", ") + ".)"
}

// dollars is a price as pages show it: without cents, with commas; "none" for null.
func dollars(price any) string {
	amount, ok := price.(float64)
	if !ok {
		return "none"
	}
	digits := strconv.FormatFloat(amount, 'f', 0, 64)
	for at := len(digits) - 3; at > 0; at -= 3 {
		digits = digits[:at] + "," + digits[at:]
	}
	return "$" + digits
}
