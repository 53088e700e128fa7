// Products: derived from published reviews, one for each brand and name.

package projections

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
)

// productQuery is a page of the list of products; limit 0: all.
type productQuery struct{ limit, offset int }

// productChange is what a batch did to one product.
type productChange struct {
	id      int64
	counted bool // it came or went
}

var allProducts = []byte("all")

// ProductsAnswer returns a page of the products, newest first: a product is as old as the first
// review that named it, published or not. Limit 0 is all.
func (c *Content) ProductsAnswer(limit, offset int) (*Answer, error) {
	m, err := c.now()
	if err != nil {
		return nil, err
	}
	q := productQuery{max(0, limit), max(0, offset)}
	return m.products.answer(q, c.headOnly, func() (*Answer, []int64, error) {
		return listAnswerOf(c.tx, c.headOnly, q.list)
	})
}

// list reads the page.
func (q productQuery) list(t *txn) listing {
	l := listing{ids: []int64{}, total: countProducts(t)}
	rows := t.bucket("product")
	if from := rows.skip(nil, q.offset); from != nil {
		rows.scan(nil, bytes.Clone(from), func(key, payload []byte) bool {
			l.rows = append(l.rows, payload)
			l.ids = append(l.ids, int64(^fromNumber(key)))
			return q.limit == 0 || len(l.ids) < q.limit
		})
	}
	return l
}

// productKey names a product whatever the case its reviews write it in.
func productKey(brand, name string) []byte {
	key := []byte(fold(brand) + "\x00" + fold(name))
	if len(key) > mostKey {
		key = []byte(fmt.Sprintf("%s\x00%s", key[:mostKey-80], shortHash(key)))
	}
	return key
}

// mostKey is the longest key we store; bbolt's own limit is 32 KiB.
const mostKey = 1024 // bytes

// productOf returns the number of a product, and gives out the next one to a new name. Events
// come in one order, so a replay gives out the same.
func (c *content) productOf(t *txn, brand, name string) uint64 {
	ids := t.bucket("product-id")
	key := productKey(brand, name)
	if known := ids.get(key); known != nil {
		return fromNumber(known)
	}
	next := uint64(t.bucket("product-count").count([]byte("last"), 1))
	ids.put(key, number(next))
	return next
}

func productReview(product uint64, h *head, review int64) []byte {
	return append(append(number(product), number(^h.created)...), number(^review)...)
}

// joinProduct counts a published review in.
func (c *content) joinProduct(t *txn, r *Review, h *head) {
	product := c.productOf(t, r.ProductBrand, r.ProductName)
	prices := binary.BigEndian.AppendUint64(number(math.Float64bits(value(r.ProductPrice))), math.Float64bits(value(r.ProductPriceMax)))
	t.bucket("product-review").put(productReview(product, h, r.ID), prices)
	c.dirtyProducts[product] = true
}

// leaveProduct takes a review out again, as it was stored.
func (c *content) leaveProduct(t *txn, r *Review, h *head) {
	product := c.productOf(t, r.ProductBrand, r.ProductName)
	t.bucket("product-review").delete(productReview(product, h, r.ID))
	c.dirtyProducts[product] = true
}

func countProducts(t *txn) int { return int(t.bucket("product-count").counted(allProducts)) }

// writeProducts makes the rows of the products that the batch touched anew.
func (c *content) writeProducts(t *txn) {
	if len(c.dirtyProducts) == 0 {
		return
	}
	rows, count := t.bucket("product"), t.bucket("product-count")
	ids := slices.Sorted(maps.Keys(c.dirtyProducts))
	for _, id := range slices.Backward(ids) { // ascending by key
		key := number(^id)
		old := rows.get(key)
		p := c.product(t, id)
		switch {
		case p == nil && old != nil:
			rows.delete(key)
			count.count(allProducts, -1)
			c.productChanges = append(c.productChanges, productChange{int64(id), true})
		case p != nil:
			body := encode(p)
			if bytes.Equal(old, body) {
				continue
			}
			if old == nil {
				count.count(allProducts, 1)
			}
			c.productChanges = append(c.productChanges, productChange{int64(id), old == nil})
			rows.put(key, body)
		}
	}
	clear(c.dirtyProducts)
}

// product derives a product from its published reviews, nil when there is none left.
func (c *content) product(t *txn, id uint64) *Product {
	p := &Product{ID: int64(id), ReviewIDs: []int64{}}
	low, high := 0.0, 0.0
	t.bucket("product-review").scan(number(id), nil, func(key, prices []byte) bool {
		p.ReviewIDs = append(p.ReviewIDs, idOf(key))
		from, to := math.Float64frombits(fromNumber(prices)), math.Float64frombits(fromNumber(prices[8:]))
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
	var newest Review
	if _, body := c.reviews.row(t, p.ReviewIDs[0]); json.Unmarshal(body, &newest) != nil {
		panic(damage{"a review's row is no JSON"})
	}
	newest.hideGone(t)
	p.Name, p.Brand, p.CategoryID, p.Description, p.ImageURL = newest.ProductName, newest.ProductBrand, newest.CategoryID, newest.ProductDescription, newest.ProductImageURL
	if p.ImageURL == nil && len(newest.ImageURLs) > 0 {
		p.ImageURL = &newest.ImageURLs[0]
	}
	p.Price = price(low)
	if high > low {
		p.PriceMax = &high
	}
	return p
}

// productsCommitted drops the lists of products that the batch touched: all when one came or
// went, else those that show a changed one.
func (c *content) productsCommitted() {
	changes := c.productChanges
	c.productChanges = nil
	if len(changes) == 0 {
		return
	}
	c.products.drop(func(_ productQuery, shown []int64) bool {
		return slices.ContainsFunc(changes, func(ch productChange) bool { return ch.counted || slices.Contains(shown, ch.id) })
	})
}
