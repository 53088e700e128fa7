// Reviews in the content model.

package content

import (
	"time"

	"candor/events"
	"candor/projections/answers"
	"candor/projections/content/categories"
	"candor/projections/content/excerpts"
	"candor/projections/content/names"
	"candor/projections/content/pictures"
	"candor/projections/markdown"
)

// ReviewColumns are the columns by which the admin's list of reviews can be sorted.
var ReviewColumns = []string{"product", "title", "category", "rating", "author", "published", "updated"}

var reviewKind = kind{columns: ReviewColumns, namesCategories: true, rated: true, empty: func() item { return &Review{} },
	narrow: narrowReviews}

// Review is a product review as the API answers it (spec.md section 3): times in UTC, absent texts and prices null, lists never null.
type Review struct {
	ID                 int64             `json:"id"`
	ProductName        string            `json:"productName"`
	ProductBrand       string            `json:"productBrand"`
	CategoryID         int64             `json:"categoryId"`
	ProductDescription *string           `json:"productDescription"`
	ProductPrice       *float64          `json:"productPrice"`    // in the site's currency, the lowest; nil: none
	ProductPriceMax    *float64          `json:"productPriceMax"` // likewise, the highest; nil: none
	ProductImageURL    *string           `json:"productImageUrl"`
	Specifications     []string          `json:"specifications"`
	Features           []string          `json:"features"`
	Title              string            `json:"title"`
	Content            string            `json:"content"`
	ContentText        string            `json:"contentText"`         // its excerpt
	Rating             float64           `json:"rating"`              // 1 to 5 in steps of 0.1
	ScoreReason        *string           `json:"scoreReason"`         // why the rating isn't the weighted mean of the sub-scores
	SubScores          []events.SubScore `json:"subScores,omitempty"` // in the order of the category's criteria; absent without any
	Pros               []string          `json:"pros"`
	Cons               []string          `json:"cons"`
	Verdict            *string           `json:"verdict"`
	VerdictText        *string           `json:"verdictText"` // without markup
	VideoCredit        *string           `json:"videoCredit"`
	AuthorName         string            `json:"authorName"`
	IsFeatured         bool              `json:"isFeatured"`
	IsPublished        bool              `json:"isPublished"`
	VideoURL           *string           `json:"videoUrl"`
	ImageURLs          []string          `json:"imageUrls"`
	AliexpressLink     *string           `json:"aliexpressLink"`
	ShopeeLink         *string           `json:"shopeeLink"`
	Shops              []events.Shop     `json:"shops,omitempty"` // those of the two links first; absent without any
	Tags               []string          `json:"tags,omitempty"`  // absent without any
	CreatedAt          time.Time         `json:"createdAt"`
	UpdatedAt          time.Time         `json:"updatedAt"`     // of the last event that changed more than the schedule
	PublishedAt        *time.Time        `json:"publishedAt"`   // the first publication; nil for a draft
	PricedAt           *time.Time        `json:"pricedAt"`      // when a price was last set or changed; nil without one
	CorrectedAt        *time.Time        `json:"correctedAt"`   // of the latest correction; nil without one
	UpdateNotedAt      *time.Time        `json:"updateNotedAt"` // of the latest noted update; nil without one
	Revision           uint64            `json:"revision"`      // of the review's stream
}

func narrowReviews(list *listQuery, q Query, all *categories.Set) {
	list.group, list.none = uint64(q.CategoryID), q.CategoryID < 0
	if q.Category != "" {
		known, ok := all.At(q.Category)
		list.none = list.none || !ok || q.CategoryID != 0 && q.CategoryID != known.ID
		list.group = uint64(known.ID)
	}
	if q.Featured != nil {
		list.featured = featuredNo
		if *q.Featured {
			list.featured = featuredYes
		}
	}
}

func (r *Review) shared() shared {
	return shared{id: &r.ID, title: &r.Title, published: &r.IsPublished, featured: &r.IsFeatured, createdAt: &r.CreatedAt,
		updatedAt: &r.UpdatedAt, publishedAt: &r.PublishedAt, correctedAt: &r.CorrectedAt,
		updateNotedAt: &r.UpdateNotedAt, revision: &r.Revision}
}

func (r *Review) group() uint64 { return uint64(max(0, r.CategoryID)) }

func (r *Review) scored() (rating, price float64) {
	if r.ProductPrice == nil {
		return r.Rating, answers.Value(r.ProductPriceMax)
	}
	return r.Rating, *r.ProductPrice
}

func (r *Review) names() []names.Spelled {
	all := []names.Spelled{{Of: names.Brands, Text: r.ProductBrand}, {Of: names.Authors, Text: r.AuthorName}}
	for _, tag := range r.Tags {
		all = append(all, names.Spelled{Of: names.Tags, Text: tag})
	}
	return all
}

func (r *Review) texts(show pictures.Lookup) (html any, search string) {
	o := markdown.Options{Sponsored: markdown.SponsoredBy(r.shopAddresses()...), Picture: show}
	d := markdown.Render(r.Content, o)
	o.Part = "verdict"
	verdict := markdown.Render(answers.Value(r.Verdict), o)
	return renderedReview{renderedOf(d), answers.Text(verdict.HTML)}, searchText(r.Title, d.Text, r.AuthorName)
}

// addresses returns where a review's pictures are: the one of its card first.
func (r *Review) addresses() []string {
	all := r.ImageURLs[:len(r.ImageURLs):len(r.ImageURLs)]
	if r.ProductImageURL != nil {
		all = append(all, *r.ProductImageURL)
	}
	return all
}

func (r *Review) seePictures(v pictures.View) {
	r.setTexts(v.TextSeen(r.Content), answers.Value(v.OptionalTextSeen(r.Verdict)))
	r.ProductDescription = v.OptionalTextSeen(r.ProductDescription)
	r.ProductImageURL, r.ImageURLs = v.AddressSeen(r.ProductImageURL), v.AddressesSeen(r.ImageURLs)
}

func (r *Review) setContent(content any) {
	c := content.(*events.ReviewContent)
	r.ProductName, r.ProductBrand, r.CategoryID = c.ProductName, c.ProductBrand, int64(c.CategoryID)
	r.ProductDescription, r.ProductPrice, r.ProductPriceMax = answers.Text(c.ProductDescription), answers.Price(c.ProductPrice),
		answers.Price(c.ProductPriceMax)
	r.ProductImageURL, r.Specifications, r.Features = answers.Text(c.ProductImageURL),
		answers.List(c.Specifications), answers.List(c.Features)
	r.setTexts(c.Content, c.Verdict)
	r.Title, r.Rating, r.Pros, r.Cons = c.Title, c.Rating, answers.List(c.Pros), answers.List(c.Cons)
	r.VideoCredit, r.AuthorName, r.VideoURL = answers.Text(c.VideoCredit), c.AuthorName, answers.Text(c.VideoURL)
	r.ImageURLs, r.AliexpressLink, r.ShopeeLink = answers.List(c.ImageURLs), answers.Text(c.AliexpressLink), answers.Text(c.ShopeeLink)
	r.Tags, r.ScoreReason, r.SubScores, r.Shops = c.Tags, answers.Text(c.ScoreReason), c.SubScores, c.AllShops()
}

// setTexts sets the texts, the content's excerpt and the verdict without markup: readers see it whole beside the score.
func (r *Review) setTexts(content, verdict string) {
	r.ContentText = excerpts.Of(content, r.Content, r.ContentText)
	if r.VerdictText == nil || verdict != answers.Value(r.Verdict) {
		r.VerdictText = answers.Text(markdown.Line(verdict))
	}
	r.Content, r.Verdict = content, answers.Text(verdict)
}

func (r *Review) setExcerpts() { r.setTexts(r.Content, answers.Value(r.Verdict)) }

// shopAddresses returns where the product can be bought.
func (r *Review) shopAddresses() []string {
	all := []string{answers.Value(r.AliexpressLink), answers.Value(r.ShopeeLink)}
	for _, shop := range r.Shops {
		all = append(all, shop.URL)
	}
	return all
}

func (r *Review) price() Price {
	one := Price{Min: r.ProductPrice, Max: r.ProductPriceMax}
	if r.PricedAt != nil {
		one.At = *r.PricedAt
	}
	return one
}

// setPricedAt notes when the price was set.
func (r *Review) setPricedAt(at time.Time) {
	r.PricedAt = nil
	if r.ProductPrice != nil || r.ProductPriceMax != nil {
		at = at.UTC()
		r.PricedAt = &at
	}
}

func (r *Review) content() any {
	return &events.ReviewContent{
		ProductName: r.ProductName, ProductBrand: r.ProductBrand, CategoryID: events.CategoryID(r.CategoryID),
		ProductDescription: answers.Value(r.ProductDescription), ProductPrice: answers.Value(r.ProductPrice),
		ProductPriceMax: answers.Value(r.ProductPriceMax),
		ProductImageURL: answers.Value(r.ProductImageURL), Specifications: r.Specifications, Features: r.Features,
		Title: r.Title, Content: r.Content, Rating: r.Rating, Pros: r.Pros, Cons: r.Cons,
		Verdict: answers.Value(r.Verdict), VideoCredit: answers.Value(r.VideoCredit), AuthorName: r.AuthorName,
		VideoURL:  answers.Value(r.VideoURL),
		ImageURLs: r.ImageURLs, AliexpressLink: answers.Value(r.AliexpressLink), ShopeeLink: answers.Value(r.ShopeeLink), Tags: r.Tags,
		ScoreReason: answers.Value(r.ScoreReason), SubScores: r.SubScores, Shops: r.Shops,
	}
}

// product returns the key of the product that the review is about.
func (r *Review) product() []byte { return productKey(r.ProductBrand, r.ProductName) }
