// What a review's author sends, and the rules for it (spec.md sections 3 and 5).

package editorial

import (
	"math"

	"candor/commands/input"
	"candor/events"
)

// maxScoreReason is the most characters of the reason why a rating differs from its parts.
const maxScoreReason = 300

var reviewFields = input.Fields{
	input.Line("productName", input.MaxName).Must().Called("Product name"),
	input.Line("productBrand", input.MaxName).Must().Called("Product brand"),
	input.Of("categoryId", readCategoryID, input.Untidied).Must().Called("Category"),
	input.Line("title", input.MaxTitle).Must(),
	input.Text("content", input.MaxContent).Must(),
	input.Line("authorName", input.MaxName).Must().Called("Author"),
	input.Text("productDescription", input.MaxShortText).Called("Product description"),
	input.Price("productPrice").Called("Minimum price"),
	input.Price("productPriceMax").Called("Maximum price"),
	input.Rating("rating").Kept("Rating must be at least 1"),
	input.Text("scoreReason", maxScoreReason).Called("Reason for the score"),
	input.Of("subScores", readSubScores, tidySubScores).Called("Sub-scores"),
	input.List("specifications"),
	input.List("features"),
	input.List("pros"),
	input.List("cons"),
	input.Text("verdict", input.MaxVerdict),
	input.Line("videoCredit", input.MaxTitle).Called("Video credit"),
	input.Link("videoUrl").Called("Video URL"),
	input.Link("aliexpressLink").Called("AliExpress link"),
	input.Link("shopeeLink").Called("Shopee link"),
	input.Of("shops", readShops, input.Untidied), // with the two links: see rules.shops
	input.List("tags"),
	input.Image("productImageUrl").Called("Product image"),
	input.Images("imageUrls").Called("Images"),
}

// readCategoryID reads a category's number. Whether there is such a category is asked later.
func readCategoryID(o *input.Object, field string) *events.CategoryID {
	n, none := o.Number(field)
	switch {
	case none:
		o.Fail(field, "%s is required", input.Label(field))
		return nil
	case n == nil:
		return nil
	case *n != math.Trunc(*n) || math.Abs(*n) > 1<<53:
		o.Fail(field, "%s must be a whole number", input.Label(field))
		return nil
	}
	id := events.CategoryID(*n)
	return &id
}
