// Products: derived from published reviews, so there is nothing to write.

package editorial

import (
	"candor/httpapi"
)

// Products registers the routes of the list of products.
func Products(t *httpapi.Table) {
	t.Handle("/api/products", httpapi.Methods{"GET": {
		Handle: listProducts, Who: httpapi.Anybody, DependsOn: httpapi.Models{httpapi.ContentModel},
		Class: httpapi.ClassLists, Cached: true, AsOf: httpapi.AnyMoment,
	}})
}

// GET /api/products: by the newest product first, all of them without a limit or a page.
func listProducts(c *httpapi.Call) error {
	q, err := httpapi.ParseListQuery(c.Request.URL.RawQuery, httpapi.ProductParameters)
	if err != nil {
		return err
	}
	if !c.Models.Content.ProductsCached(q.Limit, q.Offset) {
		if err := c.Compute(); err != nil {
			return err
		}
	}
	a, err := c.Content().ProductsAnswer(q.Limit, q.Offset)
	if err != nil {
		return err
	}
	return c.List(a, q, httpapi.PublicCache)
}
