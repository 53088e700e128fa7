// The entities of the site as the API answers them: field names of spec.md section 3, times in
// RFC 3339 UTC, absent text and prices null, lists never null.

package content

import "time"

// Review is a product review.
type Review struct {
	ID                 int64      `json:"id"`
	ProductName        string     `json:"productName"`
	ProductBrand       string     `json:"productBrand"`
	CategoryID         int64      `json:"categoryId"`
	ProductDescription *string    `json:"productDescription"`
	ProductPrice       *float64   `json:"productPrice"`    // US dollars, the lowest; nil: none
	ProductPriceMax    *float64   `json:"productPriceMax"` // US dollars; nil: none
	ProductImageURL    *string    `json:"productImageUrl"`
	Specifications     []string   `json:"specifications"`
	Features           []string   `json:"features"`
	Title              string     `json:"title"`
	Content            string     `json:"content"`
	Rating             float64    `json:"rating"` // 1 to 5 in steps of 0.1
	Pros               []string   `json:"pros"`
	Cons               []string   `json:"cons"`
	Verdict            *string    `json:"verdict"`
	VideoCredit        *string    `json:"videoCredit"`
	AuthorName         string     `json:"authorName"`
	IsFeatured         bool       `json:"isFeatured"`
	IsPublished        bool       `json:"isPublished"`
	VideoURL           *string    `json:"videoUrl"`
	ImageURLs          []string   `json:"imageUrls"`
	AliexpressLink     *string    `json:"aliexpressLink"`
	ShopeeLink         *string    `json:"shopeeLink"`
	Tags               []string   `json:"tags,omitempty"` // absent without any
	CreatedAt          time.Time  `json:"createdAt"`
	UpdatedAt          time.Time  `json:"updatedAt"`   // of the last event that changed more than the schedule
	PublishedAt        *time.Time `json:"publishedAt"` // the latest publication; nil for a draft
	PricedAt           *time.Time `json:"pricedAt"`    // when a price was last set or changed; nil without one
	CorrectedAt        *time.Time `json:"correctedAt"` // of the latest correction; nil without one
	Revision           uint64     `json:"revision"`    // of the review's stream
}

// Article is a tech article.
type Article struct {
	ID          int64      `json:"id"`
	Title       string     `json:"title"`
	Content     string     `json:"content"`
	Excerpt     *string    `json:"excerpt"`
	ImageURL    *string    `json:"imageUrl"`
	VideoURL    *string    `json:"videoUrl"`
	VideoCredit *string    `json:"videoCredit"`
	Category    string     `json:"category"` // free text, or a category's slug
	AuthorName  string     `json:"authorName"`
	Tags        []string   `json:"tags,omitempty"` // absent without any
	IsPublished bool       `json:"isPublished"`
	CreatedAt   time.Time  `json:"createdAt"`
	UpdatedAt   time.Time  `json:"updatedAt"`
	PublishedAt *time.Time `json:"publishedAt"`
	CorrectedAt *time.Time `json:"correctedAt"`
	Revision    uint64     `json:"revision"`
}

// Category is a review category.
type Category struct {
	ID          int64     `json:"id"`
	Name        string    `json:"name"`
	Slug        string    `json:"slug"`
	Description *string   `json:"description"`
	Icon        *string   `json:"icon"`
	Color       *string   `json:"color"`
	CreatedAt   time.Time `json:"createdAt"`
	UpdatedAt   time.Time `json:"updatedAt"`
	Revision    uint64    `json:"revision"`
}

// Product is derived from the published reviews of one brand and name. What it shows is taken
// from the newest of them; the price range spans all.
type Product struct {
	ID          int64    `json:"id"`
	Name        string   `json:"name"`
	Brand       string   `json:"brand"`
	CategoryID  int64    `json:"categoryId"`
	Description *string  `json:"description"`
	Price       *float64 `json:"price"`
	PriceMax    *float64 `json:"priceMax"` // nil when all prices are one
	ImageURL    *string  `json:"imageUrl"`
	ReviewIDs   []int64  `json:"reviewIds"` // newest first
}
