// Queries of products.

package content

import "candor/projections/answers"

// ProductsAnswer returns a page of the products, newest first: a product is as old as the first review that named it, published or not.
// Limit 0 is no limit.
func (c *Reader) ProductsAnswer(limit, offset int) (*answers.Answer, error) {
	m, err := c.Model()
	if err != nil {
		return nil, err
	}
	q := productQuery{max(0, limit), max(0, offset)}
	return m.products.Answer(q, c.headOnly, func() (*answers.Answer, []int64, error) {
		return answers.ReadList(c.tx, c.headOnly, q.list)
	})
}

// ProductsCached reports whether ProductsAnswer has its answer ready.
func (c *Reader) ProductsCached(limit, offset int) bool {
	m, err := c.Model()
	return err == nil && m.products.Has(productQuery{max(0, limit), max(0, offset)})
}
