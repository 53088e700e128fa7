// What a review's author sends, and the rules for it (spec.md sections 3 and 5).

package commands

import (
	"math"

	"candor/events"
)

var reviewFields = fields{
	lineField("productName", maxName).must().called("Product name"),
	lineField("productBrand", maxName).must().called("Product brand"),
	lineField("title", maxTitle).must(),
	textField("content", MaxContent).must(),
	lineField("authorName", maxName).must().called("Author"),
	fieldOf("categoryId", (*object).categoryID, untidied).must().called("Category"),
	textField("productDescription", maxShortText).called("Product description"),
	priceField("productPrice").called("Minimum price"),
	priceField("productPriceMax").called("Maximum price"),
	ratingField("rating").kept("Rating must be at least 1"),
	fieldOf("subScores", (*object).subScores, (*rules).subScores).called("Sub-scores"),
	listField("specifications"),
	listField("features"),
	listField("pros"),
	listField("cons"),
	textField("verdict", maxVerdict),
	lineField("videoCredit", maxTitle).called("Video credit"),
	linkField("videoUrl").called("Video URL"),
	linkField("aliexpressLink").called("AliExpress link"),
	linkField("shopeeLink").called("Shopee link"),
	fieldOf("shops", (*object).shops, untidied), // with the two links: see rules.shops
	listField("tags"),
	imageField("productImageUrl").called("Product image"),
	imagesField("imageUrls").called("Images"),
}

// categoryID reads a category's number. Whether there is such a category is asked later.
func (o *object) categoryID(field string) *events.CategoryID {
	n, none := o.number(field)
	switch {
	case none:
		o.fail(field, "%s is required", label(field))
		return nil
	case n == nil:
		return nil
	case *n != math.Trunc(*n) || math.Abs(*n) > 1<<53:
		o.fail(field, "%s must be a whole number", label(field))
		return nil
	}
	id := events.CategoryID(*n)
	return &id
}
