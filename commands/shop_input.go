// What a review's author sends of the shops that sell the product, and the rules for them.

package commands

import (
	"slices"
	"strings"
	"time"

	"candor/events"
)

const (
	maxShops    = 20
	maxShopName = 100 // characters

	dateRule = "Date must be a day such as 2026-11-21"
)

// shops returns the field's shops, an empty list for null, and nil if the field is absent or invalid.
func (o *object) shops(field string) *[]events.Shop {
	all := []events.Shop{}
	found := o.objects(field, maxShops, `{"name": "Shop", "url": "https://example.com/", "price": 1299}`, func(_ int, sent *object) {
		one := events.Shop{Name: sent.plain("name"), URL: sent.plain("url"), Date: strings.TrimSpace(sent.plain("date"))}
		if price, none := sent.number("price"); price != nil && !none {
			one.Price = *price
		}
		all = append(all, one)
	})
	if !found {
		return nil
	}
	return &all
}

// shops tidies where a review's product can be bought: the shops of the two links first, whose addresses become the links. A link that is sent beside
// the shops counts, and one that is in neither is emptied.
func (r *rules) shops(in *events.ReviewChanges) {
	const field = "shops"
	if in.Shops == nil {
		return
	}
	if len(*in.Shops) > maxShops {
		r.fail(field, "%s can have at most %d items", label(field), maxShops)
		return
	}
	links := map[string]**string{events.AliExpress: &in.AliexpressLink, events.Shopee: &in.ShopeeLink}
	none := ""
	linked, others, known := map[string]events.Shop{}, []events.Shop{}, map[string]bool{}
	for i, one := range *in.Shops {
		one, errs := tidyShop(one)
		key := events.NameKey(one.Name)
		if known[key] && key != "" {
			errs = append(errs, fieldError("name", "“%s” is there twice", one.Name))
		}
		known[key] = true
		for _, e := range errs {
			r.fail(memberField(field, i, e.Field), "%s", e.Message)
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
func tidyShop(one events.Shop) (events.Shop, []FieldError) {
	var r rules
	name, address, price := &one.Name, &one.URL, &one.Price
	r.line("name", &name, maxShopName)
	r.required("name", name)
	*address = strings.TrimSpace(*address)
	if *address == "" || events.LinkedShop(*name) != "" || isWebAddress(*address) {
		r.link("url", &address)
		r.required("url", address)
	} else {
		r.fail("url", "URL must start with http:// or https://")
	}
	r.price("price", &price)
	if _, err := time.Parse(time.DateOnly, one.Date); err != nil && one.Date != "" {
		r.fail("date", dateRule)
	}
	if one.Price == 0 {
		one.Date = ""
	}
	return events.Shop{Name: *name, URL: *address, Price: *price, Date: one.Date}, r.errs
}

// offered gives the prices of a review's changes that are sent without a date the one that they have already, or today's, and keeps the shops of
// the two links with them.
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
		one.Date = h.now().UTC().Format(time.DateOnly)
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
