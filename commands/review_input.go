// What a review's author sends, and the rules for it (spec.md sections 3 and 5).

package commands

import (
	"bytes"
	"math"
	"time"

	"candor/events"
)

// maxBulk is the most reviews in one bulk: a key's whole hour (spec.md section 9).
const maxBulk = 1000

// ReviewInput is what the caller said of a review. nil is absent. A present empty text or list, price 0
// or rating 0 is "none": the same as absent for a new review, emptied in an update.
type ReviewInput struct {
	ProductName        *string
	ProductBrand       *string
	CategoryID         *events.CategoryID
	ProductDescription *string
	ProductPrice       *float64 // US dollars
	ProductPriceMax    *float64
	ProductImageURL    *string // an address, or a data string that becomes one
	Specifications     *[]string
	Features           *[]string
	Title              *string
	Content            *string
	Rating             *float64
	Pros               *[]string
	Cons               *[]string
	Verdict            *string
	VideoCredit        *string
	AuthorName         *string
	VideoURL           *string
	ImageURLs          *[]string // as ProductImageURL
	AliexpressLink     *string
	ShopeeLink         *string
	Tags               *[]string
	IsFeatured         *bool
	IsPublished        *bool
	PublishAt          *time.Time // zero: none
	UnpublishAt        *time.Time // zero: none
	Correction         *string    // the note that marks an update as a correction
}

// ParseReview reads a review from JSON. Its error is an *Error of kind Invalid that names every bad
// field; malformed JSON is a bad "body". What a new review lacks is left to [Handler.CreateReview].
func ParseReview(body []byte) (ReviewInput, error) {
	in, errs, err := parseReview(body)
	if err != nil {
		return ReviewInput{}, err
	}
	if len(errs) > 0 {
		return ReviewInput{}, invalid(errs...)
	}
	return in, nil
}

// parseReview also tells a bad field from a bad body.
func parseReview(body []byte) (ReviewInput, []FieldError, error) {
	o, err := readObject(body)
	if err != nil {
		return ReviewInput{}, nil, err
	}
	in := ReviewInput{
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
		Pros:               o.list("pros", splitLines),
		Cons:               o.list("cons", splitLines),
		Verdict:            o.text("verdict"),
		VideoCredit:        o.text("videoCredit"),
		AuthorName:         o.text("authorName"),
		VideoURL:           o.text("videoUrl"),
		ImageURLs:          o.list("imageUrls", splitAddresses),
		AliexpressLink:     o.text("aliexpressLink"),
		ShopeeLink:         o.text("shopeeLink"),
		Tags:               o.list("tags", splitLines),
		IsFeatured:         o.flag("isFeatured"),
		IsPublished:        o.flag("isPublished"),
		PublishAt:          o.scheduleTime("publishAt"),
		UnpublishAt:        o.scheduleTime("unpublishAt"),
		Correction:         o.correction("correction"),
	}
	in, errs := in.tidied()
	return in, append(o.done(body), errs...), nil
}

// tidied returns the input trimmed and rounded, and the rules that it breaks.
func (in ReviewInput) tidied() (ReviewInput, []FieldError) {
	var r rules
	r.line("productName", &in.ProductName, maxName)
	r.line("productBrand", &in.ProductBrand, maxName)
	r.line("title", &in.Title, maxTitle)
	r.text("content", &in.Content, maxContent)
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
	r.list("specifications", &in.Specifications)
	r.list("features", &in.Features)
	r.list("pros", &in.Pros)
	r.list("cons", &in.Cons)
	r.text("verdict", &in.Verdict, maxVerdict)
	r.line("videoCredit", &in.VideoCredit, maxTitle)
	r.link("videoUrl", &in.VideoURL)
	r.link("aliexpressLink", &in.AliexpressLink)
	r.link("shopeeLink", &in.ShopeeLink)
	r.list("tags", &in.Tags)
	r.image("productImageUrl", &in.ProductImageURL)
	r.images("imageUrls", &in.ImageURLs)
	r.correction(&in.Correction)
	return in, r.errs
}

// missing returns what a new review lacks.
func (in ReviewInput) missing() []FieldError {
	var r rules
	r.present("productName", in.ProductName != nil)
	r.present("productBrand", in.ProductBrand != nil)
	r.present("categoryId", in.CategoryID != nil)
	r.present("title", in.Title != nil)
	r.present("content", in.Content != nil)
	r.present("authorName", in.AuthorName != nil)
	return append(r.errs, newlyCorrected(in.Correction, "review")...)
}

// price reads an amount; none is 0.
func (o *object) price(field string) *float64 {
	amount, none := o.number(field)
	if none {
		return new(float64)
	}
	return amount
}

// rating reads stars; none is 0, which is therefore refused here when it is what was sent.
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

// BulkItem is one review of a bulk: its input, or what is wrong with it.
type BulkItem struct {
	Input  ReviewInput
	Errors []FieldError
}

// ParseReviewBulk reads {"reviews": […]} (or the array alone). An item that breaks rules says so in
// its Errors; the error is about the bulk as a whole.
func ParseReviewBulk(body []byte) ([]BulkItem, error) {
	raw, err := arrayIn(body, "reviews")
	if err != nil {
		return nil, err
	}
	var items []BulkItem
	for value := range elementsOf(raw) {
		if len(items) == maxBulk {
			return nil, invalid(fieldError("reviews", "Reviews can have at most %d items", maxBulk))
		}
		items = append(items, parseBulkItem(value))
	}
	if len(items) == 0 {
		return nil, invalidField("reviews", "Reviews must have at least one item")
	}
	return items, nil
}

func parseBulkItem(raw []byte) BulkItem {
	if raw[0] != '{' {
		return BulkItem{Errors: []FieldError{{"review", "Review must be a JSON object"}}}
	}
	in, errs, err := parseReview(raw)
	if err != nil {
		return BulkItem{Errors: []FieldError{{bodyField, err.Error()}}}
	}
	return BulkItem{Input: in, Errors: merge(errs, in.missing())}
}

// arrayIn returns the raw array in an object's field, or the body itself when it is an array.
func arrayIn(body []byte, field string) ([]byte, error) {
	if err := checkJSON(body); err != nil {
		return nil, err
	}
	if trimmed := bytes.TrimSpace(body); trimmed[0] == '[' {
		return trimmed, nil
	}
	o, err := readObject(body)
	if err != nil {
		return nil, err
	}
	raw := o.raw(field)
	switch {
	case raw == nil:
		o.fail(field, "%s is required", label(field))
	case raw[0] != '[':
		o.fail(field, "%s must be an array", label(field))
	}
	if len(o.errs) > 0 {
		return nil, invalid(o.errs...)
	}
	return raw, nil
}
