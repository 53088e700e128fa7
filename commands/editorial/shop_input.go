// What a review's author sends of the shops that sell the product, and the rules for them.

package editorial

import (
	"slices"
	"strings"
	"time"

	"candor/commands"
	"candor/commands/input"
	"candor/events"
)

const (
	maxShops    = 20
	maxShopName = 100 // characters

	dateRule = "Date must be a day such as 2026-11-21"
)

// readShops returns the field's shops, an empty list for null, and nil if the field is absent or invalid.
func readShops(o *input.Object, field string) *[]events.Shop {
	all := []events.Shop{}
	found := o.Objects(field, maxShops, `{"name": "Shop", "url": "https://example.com/", "price": 1299}`, func(_ int, sent *input.Object) {
		one := events.Shop{Name: sent.Plain("name"), URL: sent.Plain("url"), Date: strings.TrimSpace(sent.Plain("date"))}
		if price, none := sent.Number("price"); price != nil && !none {
			one.Price = *price
		}
		all = append(all, one)
	})
	if !found {
		return nil
	}
	return &all
}

// tidyShops tidies where a review's product can be bought: the shops of the two links first, whose addresses become the links. A link that
// is sent beside the shops counts, and one that is in neither is emptied.
func tidyShops(r *input.Rules, in *events.ReviewChanges) {
	const field = "shops"
	if in.Shops == nil {
		return
	}
	if len(*in.Shops) > maxShops {
		r.Fail(field, "%s can have at most %d items", input.Label(field), maxShops)
		return
	}
	links := map[string]**string{events.AliExpress: &in.AliexpressLink, events.Shopee: &in.ShopeeLink}
	none := ""
	linked, others, known := map[string]events.Shop{}, []events.Shop{}, map[string]bool{}
	for i, one := range *in.Shops {
		one, errs := tidyShop(one)
		key := events.NameKey(one.Name)
		if known[key] && key != "" {
			errs = append(errs, input.Wrong("name", "“%s” is there twice", one.Name))
		}
		known[key] = true
		for _, e := range errs {
			r.Fail(input.MemberField(field, i, e.Field), "%s", e.Message)
		}
		if name := events.LinkedShop(one.Name); name != "" {
			one.Name = name
			linked[name] = one
			continue
		}
		others = append(others, one)
	}
	all := []events.Shop{}
	for _, name := range []string{events.AliExpress, events.Shopee} {
		one, is := linked[name]
		link := links[name]
		switch {
		case *link != nil:
			one.Name, one.URL = name, **link
		case is:
			*link = &one.URL
		default:
			*link = &none
		}
		if one.URL != "" {
			all = append(all, one)
		}
	}
	all = append(all, others...)
	in.Shops = &all
}

// tidyShop returns a shop tidied, and the rules that it breaks.
func tidyShop(one events.Shop) (events.Shop, []commands.FieldError) {
	var r input.Rules
	name, address, price := &one.Name, &one.URL, &one.Price
	r.Line("name", &name, maxShopName)
	r.Required("name", name)
	*address = strings.TrimSpace(*address)
	if *address == "" || events.LinkedShop(*name) != "" || isWebAddress(*address) {
		r.Link("url", &address)
		r.Required("url", address)
	} else {
		r.Fail("url", "URL must start with http:// or https://")
	}
	r.Price("price", &price)
	if _, err := time.Parse(time.DateOnly, one.Date); err != nil && one.Date != "" {
		r.Fail("date", dateRule)
	}
	if one.Price == 0 {
		one.Date = ""
	}
	return events.Shop{Name: *name, URL: *address, Price: *price, Date: one.Date}, r.Errs
}

// offered gives the prices of a review's changes that are sent without a date the one that they have already, or today's, and keeps the
// shops of the two links with them.
func (h *Handler) offered(before func() (events.ReviewContent, error), ch *events.ReviewChanges) error {
	if ch.Shops == nil && ch.AliexpressLink == nil && ch.ShopeeLink == nil {
		return nil
	}
	was, err := before()
	if err != nil {
		return err
	}
	if ch.Shops == nil {
		if len(was.Shops) > 0 {
			set(&was.AliexpressLink, ch.AliexpressLink)
			set(&was.ShopeeLink, ch.ShopeeLink)
			shops := was.AllShops()
			ch.Shops = &shops
		}
		return nil
	}
	shops := slices.Clone(*ch.Shops)
	for i := range shops {
		one := &shops[i]
		if one.Price == 0 || one.Date != "" {
			continue
		}
		one.Date = h.Now().UTC().Format(time.DateOnly)
		for _, known := range was.Shops {
			if events.NameKey(known.Name) == events.NameKey(one.Name) && known.Price == one.Price && known.Date != "" {
				one.Date = known.Date
			}
		}
	}
	ch.Shops = &shops
	return nil
}

func isWebAddress(address string) bool {
	scheme, _, _ := strings.Cut(address, "://")
	return strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "https")
}
