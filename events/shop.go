// Shops: where a reviewed product can be bought.

package events

// Shop is an offer of a reviewed product.
type Shop struct {
	Name  string  `json:"name"`
	URL   string  `json:"url"`
	Price float64 `json:"price,omitempty"` // in the site's currency; 0 is "not stated"
	Date  string  `json:"date,omitempty"`  // of the price: "2026-11-21"; "" without one
}

// The shops of the specification's two links (spec.md section 3).
const (
	AliExpress = "AliExpress"
	Shopee     = "Shopee"
)

// AllShops returns where a review's product can be bought: at the shops of its two links first. What Shops says of these two is their
// price; whether and where they are, their links say.
func (c *ReviewContent) AllShops() []Shop {
	var all []Shop
	for _, linked := range c.linkedShops() {
		if linked.URL == "" {
			continue
		}
		for _, one := range c.Shops {
			if NameKey(one.Name) == NameKey(linked.Name) {
				linked.Price, linked.Date = one.Price, one.Date
			}
		}
		all = append(all, linked)
	}
	for _, one := range c.Shops {
		if LinkedShop(one.Name) == "" {
			all = append(all, one)
		}
	}
	return all
}

func (c *ReviewContent) linkedShops() [2]Shop {
	return [2]Shop{{Name: AliExpress, URL: c.AliexpressLink}, {Name: Shopee, URL: c.ShopeeLink}}
}

// LinkedShop returns AliExpress or Shopee for a spelling of these names, "" for all others.
func LinkedShop(name string) string {
	switch NameKey(name) {
	case NameKey(AliExpress):
		return AliExpress
	case NameKey(Shopee):
		return Shopee
	}
	return ""
}
