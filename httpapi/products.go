// Products: derived from published reviews, so there is nothing to write.

package httpapi

func (t *table) products() {
	t.handle("/api/products", methods{"GET": inTime(listProducts)})
}

// GET /api/products
func listProducts(x *exchange) error {
	q, err := parseQuery(x.request.URL.RawQuery)
	if err != nil {
		return err
	}
	a, err := x.content().ProductsAnswer(q.limit, q.offset)
	if err != nil {
		return err
	}
	return x.list(a, q, publicCache)
}
