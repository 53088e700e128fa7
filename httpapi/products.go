// Products: derived from published reviews, so there is nothing to write.

package httpapi

func (t *table) products() {
	t.handle("/api/products", methods{"GET": {handle: listProducts, who: anybody, dependsOn: models{contentModel}, class: classLists, cached: true, asOf: anyMoment}})
}

// GET /api/products: by the newest product first, all of them without a limit or a page.
func listProducts(c *request) error {
	q, err := parseListQuery(c.request.URL.RawQuery, productParameters)
	if err != nil {
		return err
	}
	if !c.Models.Content.ProductsCached(q.limit, q.offset) {
		if err := c.compute(); err != nil {
			return err
		}
	}
	a, err := c.content().ProductsAnswer(q.limit, q.offset)
	if err != nil {
		return err
	}
	return c.list(a, q, publicCache)
}
