// What a review's author sends, and the rules for it (spec.md sections 3 and 5).

package commands

import (
	"math"

	"candor/events"
)

func readReview(o *object) events.ReviewChanges {
	return events.ReviewChanges{
		ProductName:        o.text("productName"),
		ProductBrand:       o.text("productBrand"),
		CategoryID:         o.categoryID("categoryId"),
		ProductDescription: o.text("productDescription"),
		ProductPrice:       o.price("productPrice"),
		ProductPriceMax:    o.price("productPriceMax"),
		ProductImageURL:    o.text("productImageUrl"),
		Specifications:     o.list("specifications", splitLines),
		Features:           o.list("features", splitLines),
		Title:              o.text("title"),
		Content:            o.text("content"),
		Rating:             o.rating("rating"),
		SubScores:          o.subScores("subScores"),
		Pros:               o.list("pros", splitLines),
		Cons:               o.list("cons", splitLines),
		Verdict:            o.text("verdict"),
		VideoCredit:        o.text("videoCredit"),
		AuthorName:         o.text("authorName"),
		VideoURL:           o.text("videoUrl"),
		ImageURLs:          o.list("imageUrls", splitAddresses),
		AliexpressLink:     o.text("aliexpressLink"),
		ShopeeLink:         o.text("shopeeLink"),
		Shops:              o.shops("shops"),
		Tags:               o.list("tags", splitLines),
	}
}

func tidyReview(r *rules, in *events.ReviewChanges) {
	r.line("productName", &in.ProductName, maxName)
	r.line("productBrand", &in.ProductBrand, maxName)
	r.line("title", &in.Title, maxTitle)
	r.text("content", &in.Content, MaxContent)
	r.line("authorName", &in.AuthorName, maxName)
	r.required("productName", in.ProductName)
	r.required("productBrand", in.ProductBrand)
	r.required("title", in.Title)
	r.required("content", in.Content)
	r.required("authorName", in.AuthorName)
	r.text("productDescription", &in.ProductDescription, maxShortText)
	r.price("productPrice", &in.ProductPrice)
	r.price("productPriceMax", &in.ProductPriceMax)
	r.rating("rating", &in.Rating)
	r.subScores("subScores", &in.SubScores)
	r.list("specifications", &in.Specifications)
	r.list("features", &in.Features)
	r.list("pros", &in.Pros)
	r.list("cons", &in.Cons)
	r.text("verdict", &in.Verdict, maxVerdict)
	r.line("videoCredit", &in.VideoCredit, maxTitle)
	r.link("videoUrl", &in.VideoURL)
	r.link("aliexpressLink", &in.AliexpressLink)
	r.link("shopeeLink", &in.ShopeeLink)
	r.shops("shops", in)
	r.list("tags", &in.Tags)
	r.image("productImageUrl", &in.ProductImageURL)
	r.images("imageUrls", &in.ImageURLs)
}

func missingInReview(r *rules, in events.ReviewChanges) {
	r.present("productName", in.ProductName != nil)
	r.present("productBrand", in.ProductBrand != nil)
	r.present("categoryId", in.CategoryID != nil)
	r.present("title", in.Title != nil)
	r.present("content", in.Content != nil)
	r.present("authorName", in.AuthorName != nil)
}

func emptiedInReview(r *rules, in events.ReviewChanges) {
	if in.Rating != nil && *in.Rating == 0 {
		r.fail("rating", "Rating must be at least 1")
	}
}

func picturesOfReview(in *events.ReviewChanges) []pictureField {
	return []pictureField{onePicture("productImageUrl", in.ProductImageURL), manyPictures("imageUrls", in.ImageURLs)}
}

// price reads an amount; an empty one is 0.
func (o *object) price(field string) *float64 {
	amount, none := o.number(field)
	if none {
		return new(float64)
	}
	return amount
}

// rating reads a number of stars; an empty one is 0, so a 0 that was sent is refused here.
func (o *object) rating(field string) *float64 {
	stars, none := o.number(field)
	if none {
		return new(float64)
	}
	if stars != nil && *stars == 0 {
		o.fail(field, "Rating must be at least 1")
		return nil
	}
	return stars
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
