// The prices of a product over time, as readers have seen them. Bucket
//
//	<kind>-price   00…0c (id) 00…05 (revision) → JSON of Price

package content

import (
	"encoding/json"
	"time"

	"candor/events"
	"candor/projections/answers"
	"candor/projections/projector"
)

// Price is the price of a product from one time until the next Price.
type Price struct {
	At  time.Time `json:"at"`       // when it was set
	Min *float64  `json:"price"`    // in the site's currency of today; nil: none
	Max *float64  `json:"priceMax"` // likewise

	revision uint64 // that brought it to readers
}

func (p Price) equals(other Price) bool {
	return answers.Value(p.Min) == answers.Value(other.Min) && answers.Value(p.Max) == answers.Value(other.Max)
}

// priced is an item about a product with a price.
type priced interface {
	price() Price
	setPricedAt(at time.Time) // notes when the price was set
}

// changesPrice reports whether an event that creates or updates an item says what its product costs.
func changesPrice(about events.About) bool {
	changes, ok := about.Changes.(events.ReviewChanges)
	return !ok || changes.ProductPrice != nil || changes.ProductPriceMax != nil
}

// notePrice stores what a published item says that its product costs, if that is news to readers.
func notePrice(prices projector.Bucket, id int64, revision uint64, now Price) {
	all := storedPrices(prices, id)
	if n := len(all); n > 0 && all[n-1].equals(now) || n == 0 && now.equals(Price{}) {
		return
	}
	prices.Put(append(projector.Number(id), projector.Number(revision)...), projector.Encode(now))
}

// storedPrices returns what an item has said that its product costs, in order.
func storedPrices(prices projector.Bucket, id int64) (all []Price) {
	prices.Scan(projector.Number(id), nil, func(key, stored []byte) bool {
		var one Price
		if json.Unmarshal(stored, &one) != nil {
			panic(projector.Damage("a price is no JSON"))
		}
		one.revision = projector.ParseNumber(key[8:])
		all = append(all, one)
		return true
	})
	return all
}

// shownPrices returns what a product has cost, in order, as readers see it: without what only the withheld versions say. It is empty unless
// that has changed.
func shownPrices(stored []Price, withheld withheldVersions) []Price {
	var all []Price
	for i, one := range stored {
		until := ^uint64(0)
		if i+1 < len(stored) {
			until = stored[i+1].revision
		}
		if withheld.between(one.revision, until) || one.Min == nil && one.Max == nil || len(all) > 0 && all[len(all)-1].equals(one) {
			continue
		}
		all = append(all, one)
	}
	if len(all) < 2 {
		return nil
	}
	return all
}

// shownPrice is a price as the API answers it.
type shownPrice struct {
	Price
	Currency string `json:"currency"` // ISO 4217, of the site today: a change of it changes no number
}

func inCurrency(prices []Price, currency string) []shownPrice {
	all := make([]shownPrice, len(prices))
	for i, one := range prices {
		all[i] = shownPrice{one, currency}
	}
	return all
}
