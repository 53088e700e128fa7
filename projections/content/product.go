// Products: derived from published reviews, one for each brand and name. Buckets
//
//	product-id       "acme\x00phone" (folded brand and name) → 00…07 (product's number)
//	product-review   00…07 (product), creation time and review id inverted → price, priceMax as float64 bits
//	product          product's number inverted → JSON of Product
//	product-count    "all" → how many products there are, "last" → the last number

package content

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"slices"

	"candor/events"
	"candor/events/characters"
	"candor/projections/answers"
	"candor/projections/content/pictures"
	"candor/projections/projector"
)

// Product is derived from the published reviews of one brand and name. Its fields are those of the newest of them; the price range
// spans all.
type Product struct {
	ID          int64    `json:"id"`
	Name        string   `json:"name"`
	Brand       string   `json:"brand"`
	CategoryID  int64    `json:"categoryId"`
	Description *string  `json:"description"`
	Price       *float64 `json:"price"`
	PriceMax    *float64 `json:"priceMax"` // nil when all prices are one
	ImageURL    *string  `json:"imageUrl"`
	ReviewIDs   []int64  `json:"reviewIds"` // newest first
}

// productQuery is a page of the list of products; limit 0: all.
type productQuery struct{ limit, offset int }

// productChange says how a batch changed one product.
type productChange struct {
	id      int64
	counted bool // it was added or removed
}

var allProducts = []byte("all")

// list reads the page.
func (q productQuery) list(t *projector.Tx) answers.Listing {
	l := answers.Listing{IDs: []int64{}, Total: countProducts(t)}
	rows := t.Bucket("product")
	if from := rows.Skip(nil, q.offset); from != nil {
		rows.Scan(nil, bytes.Clone(from), func(key, payload []byte) bool {
			l.Rows = append(l.Rows, payload)
			l.IDs = append(l.IDs, int64(^projector.ParseNumber(key)))
			return q.limit == 0 || len(l.IDs) < q.limit
		})
	}
	return l
}

// productKey returns the key of a product, ignoring case.
func productKey(brand, name string) []byte {
	key := []byte(characters.Fold(brand) + "\x00" + characters.Fold(name))
	if len(key) > projector.MaxKey {
		key = []byte(fmt.Sprintf("%s\x00%s", key[:projector.MaxKey-80], projector.ShortHash(key)))
	}
	return key
}

// productOf returns the number of a product. A new name gets the next one, which a replay repeats, as the order of events is the same.
func (c *content) productOf(t *projector.Tx, brand, name string) uint64 {
	ids := t.Bucket("product-id").Scattered()
	key := productKey(brand, name)
	if known := ids.Get(key); known != nil {
		return projector.ParseNumber(known)
	}
	next := uint64(t.Bucket("product-count").Count([]byte("last"), 1))
	ids.Put(key, projector.Number(next))
	return next
}

func productReview(product uint64, h *head, review int64) []byte {
	return append(append(projector.Number(product), projector.Number(^h.listedAt(scopePublic))...), projector.Number(^review)...)
}

// nameProduct gives the product of a new or changed review its number.
func (c *content) nameProduct(t *projector.Tx, r *Review, action events.Action) {
	if action == events.ActionCreated || action == events.ActionUpdated {
		c.productOf(t, r.ProductBrand, r.ProductName)
	}
}

// joinProduct adds a review to its product if it is published.
func (c *content) joinProduct(t *projector.Tx, r *Review, h *head) {
	if !h.published || h.deleted {
		return
	}
	product := c.productOf(t, r.ProductBrand, r.ProductName)
	prices := binary.BigEndian.AppendUint64(projector.Number(math.Float64bits(answers.Value(r.ProductPrice))),
		math.Float64bits(answers.Value(r.ProductPriceMax)))
	t.Bucket("product-review").Put(productReview(product, h, r.ID), prices)
	c.dirtyProducts[product] = true
}

// leaveProduct removes a review from its product, as both are stored.
func (c *content) leaveProduct(t *projector.Tx, reviews *collection, id int64, h *head) {
	if h == nil || !h.published || h.deleted {
		return
	}
	_, body := reviews.row(t, id)
	r := reviews.decode(body).(*Review)
	product := c.productOf(t, r.ProductBrand, r.ProductName)
	t.Bucket("product-review").Delete(productReview(product, h, r.ID))
	c.dirtyProducts[product] = true
}

func countProducts(t *projector.Tx) int { return int(t.Bucket("product-count").Counted(allProducts)) }

// writeProducts writes the products that the batch changed.
func (c *content) writeProducts(t *projector.Tx) {
	if len(c.dirtyProducts) == 0 {
		return
	}
	rows, count := t.Bucket("product"), t.Bucket("product-count")
	ids := slices.Sorted(maps.Keys(c.dirtyProducts))
	for _, id := range slices.Backward(ids) { // ascending by key
		key := projector.Number(^id)
		old := rows.Get(key)
		p := c.product(t, id)
		switch {
		case p == nil && old != nil:
			rows.Delete(key)
			count.Count(allProducts, -1)
			c.productChanges = append(c.productChanges, productChange{int64(id), true})
		case p != nil:
			body := projector.Encode(p)
			if bytes.Equal(old, body) {
				continue
			}
			if old == nil {
				count.Count(allProducts, 1)
			}
			c.productChanges = append(c.productChanges, productChange{int64(id), old == nil})
			rows.Put(key, body)
		}
	}
	clear(c.dirtyProducts)
}

// product derives a product from its published reviews, nil if there are none left.
func (c *content) product(t *projector.Tx, id uint64) *Product {
	p := &Product{ID: int64(id), ReviewIDs: []int64{}}
	low, high := 0.0, 0.0
	t.Bucket("product-review").Scan(projector.Number(id), nil, func(key, prices []byte) bool {
		p.ReviewIDs = append(p.ReviewIDs, idOf(key))
		from, to := math.Float64frombits(projector.ParseNumber(prices)), math.Float64frombits(projector.ParseNumber(prices[8:]))
		for _, one := range []float64{from, to} {
			if one > 0 && (low == 0 || one < low) {
				low = one
			}
			high = max(high, one)
		}
		return true
	})
	if len(p.ReviewIDs) == 0 {
		return nil
	}
	reviews := c.of(events.ReviewKind)
	_, body := reviews.row(t, p.ReviewIDs[0])
	newest := reviews.decode(body).(*Review)
	newest.seePictures(pictures.Today(t))
	p.Name, p.Brand, p.CategoryID, p.Description, p.ImageURL = newest.ProductName, newest.ProductBrand, newest.CategoryID,
		newest.ProductDescription, newest.ProductImageURL
	if p.ImageURL == nil && len(newest.ImageURLs) > 0 {
		p.ImageURL = &newest.ImageURLs[0]
	}
	p.Price = answers.Price(low)
	if high > low {
		p.PriceMax = &high
	}
	return p
}

// productsCommitted drops the lists of products that the batch changed: all if a product was added or removed, else those that show a
// changed one.
func (c *content) productsCommitted() {
	changes := c.productChanges
	c.productChanges = nil
	if len(changes) == 0 {
		return
	}
	c.products.Drop(func(_ productQuery, shown []int64) bool {
		return slices.ContainsFunc(changes, func(ch productChange) bool { return ch.counted || slices.Contains(shown, ch.id) })
	})
}
