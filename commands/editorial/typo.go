// Typos: which changes may be called one. A change that readers could notice may not.

package editorial

import (
	"slices"
	"strings"

	"candor/events"
)

// maxTypoWords is the most words that typos may change of what readers were told last.
const maxTypoWords = 20

// Why a change is not a typo.
const (
	newScore   = "A new score is not a typo"
	newVerdict = "A new verdict is not a typo"
	newPrice   = "A new price is not a typo"
	newPicture = "A new picture is not a typo"
	newNumber  = "A changed number is not a typo"
	manyWords  = "More than 20 words changed. That is not a typo"
)

// pictureFields are the fields that show readers pictures. Those in a text are words of it, and have numbers in their addresses.
var pictureFields = []string{"imageUrl", "imageUrls", "productImageUrl"}

// notTypo returns why a change is not a typo; "" if it may be one. told is the content of which readers were told last, and after what it
// would be: small changes in a row count together.
func notTypo[C, Ch any](told, after C) string {
	changes := events.Differing(told, events.Whole[Ch](after))
	why := map[string]bool{}
	words := 0
	events.VisitChanges(told, changes, func(name string, is, to any) {
		was, now := textOf(name, is), textOf(name, to)
		switch {
		case name == "rating" || name == "subScores" && !sameScores(is.([]events.SubScore), to.([]events.SubScore)):
			why[newScore] = true
		case name == "verdict":
			why[newVerdict] = true
		case name == "productPrice" || name == "productPriceMax" || name == "shops" && !samePrices(is.([]events.Shop), to.([]events.Shop)):
			why[newPrice] = true
		case slices.Contains(pictureFields, name):
			why[newPicture] = true
		default:
			changed, numbers := changedWords(was, now, maxTypoWords+1)
			words += changed
			why[newNumber] = why[newNumber] || numbers
		}
	})
	why[manyWords] = words > maxTypoWords
	for _, one := range []string{newScore, newVerdict, newPrice, newPicture, newNumber, manyWords} {
		if why[one] {
			return one
		}
	}
	return ""
}

// textOf returns the text of a field's value. Addresses and categories have none.
func textOf(name string, value any) string {
	if name == "slug" || strings.HasSuffix(name, "Url") || strings.HasSuffix(name, "Urls") || strings.HasSuffix(name, "Link") {
		return ""
	}
	switch value := value.(type) {
	case string:
		return value
	case []string:
		return strings.Join(value, "\n")
	case []events.SubScore:
		var lines []string
		for _, one := range value {
			lines = append(lines, one.Text)
		}
		return strings.Join(lines, "\n")
	case []events.Shop:
		var lines []string
		for _, one := range value {
			lines = append(lines, one.Name+" "+one.Date)
		}
		return strings.Join(lines, "\n")
	}
	return ""
}

// sameScores reports whether two lists have the same scores by the same criteria.
func sameScores(a, b []events.SubScore) bool {
	return slices.EqualFunc(a, b, func(a, b events.SubScore) bool {
		a.Text, b.Text = "", ""
		return a == b
	})
}

// samePrices reports whether two lists state the same prices at the same shops.
func samePrices(a, b []events.Shop) bool {
	priced := func(all []events.Shop) (prices []events.Shop) {
		for _, one := range all {
			if one.Price != 0 {
				prices = append(prices, events.Shop{Name: one.Name, Price: one.Price})
			}
		}
		return prices
	}
	return slices.Equal(priced(a), priced(b))
}
