// Facts about a review and the product it judges. Stream review-<id>.

package events

import "time"

func init() {
	registerItem[ReviewCreated](1, ReviewKind, ActionCreated)
	registerItem[ReviewUpdated](1, ReviewKind, ActionUpdated)
	registerItem[ReviewPublished](1, ReviewKind, ActionPublished)
	registerItem[ReviewUnpublished](1, ReviewKind, ActionUnpublished)
	registerItem[ReviewFeatured](1, ReviewKind, ActionFeatured)
	registerItem[ReviewUnfeatured](1, ReviewKind, ActionUnfeatured)
	registerItem[ReviewDeleted](1, ReviewKind, ActionDeleted)
	registerItem[ReviewRestored](1, ReviewKind, ActionRestored)
}

// ReviewPrefix is that of the streams of reviews.
const ReviewPrefix = "review-"

// ReviewID is the number of a review.
type ReviewID int64

// Stream returns the review's stream: "review-12".
func (id ReviewID) Stream() string { return numbered(ReviewPrefix, int64(id)) }

// ReviewContent holds everything an author writes about a product (spec.md section 3). Prices are in the site's currency; 0 is "no price".
// Rating is 1 to 5 in steps of 0.1. Lists never hold empty lines or leading bullets.
type ReviewContent struct {
	ProductName        string     `json:"productName"`
	ProductBrand       string     `json:"productBrand"`
	CategoryID         CategoryID `json:"categoryId"`
	ProductDescription string     `json:"productDescription,omitempty"`
	ProductPrice       float64    `json:"productPrice,omitempty"`
	ProductPriceMax    float64    `json:"productPriceMax,omitempty"`
	ProductImageURL    string     `json:"productImageUrl,omitempty"`
	Specifications     []string   `json:"specifications,omitempty"`
	Features           []string   `json:"features,omitempty"`
	Title              string     `json:"title" about:"title"`
	Content            string     `json:"content"`
	Rating             float64    `json:"rating"`
	ScoreReason        string     `json:"scoreReason,omitempty"` // why the rating isn't the weighted mean of the sub-scores
	SubScores          []SubScore `json:"subScores,omitempty"`   // a criterion once, in the order of the category's
	Pros               []string   `json:"pros,omitempty"`
	Cons               []string   `json:"cons,omitempty"`
	Verdict            string     `json:"verdict,omitempty"`
	VideoCredit        string     `json:"videoCredit,omitempty"`
	AuthorName         string     `json:"authorName"`
	VideoURL           string     `json:"videoUrl,omitempty"`
	ImageURLs          []string   `json:"imageUrls,omitempty"`
	AliexpressLink     string     `json:"aliexpressLink,omitempty"`
	ShopeeLink         string     `json:"shopeeLink,omitempty"`
	Shops              []Shop     `json:"shops,omitempty"` // see AllShops
	Tags               []string   `json:"tags,omitempty"`
}

// ReviewChanges holds the fields that an update changed, with their new values; nil is unchanged.
// An emptied field is present and empty (price 0, empty text, empty list).
type ReviewChanges struct {
	ProductName        *string     `json:"productName,omitempty"`
	ProductBrand       *string     `json:"productBrand,omitempty"`
	CategoryID         *CategoryID `json:"categoryId,omitempty"`
	ProductDescription *string     `json:"productDescription,omitempty"`
	ProductPrice       *float64    `json:"productPrice,omitempty"`
	ProductPriceMax    *float64    `json:"productPriceMax,omitempty"`
	ProductImageURL    *string     `json:"productImageUrl,omitempty"`
	Specifications     *[]string   `json:"specifications,omitempty"`
	Features           *[]string   `json:"features,omitempty"`
	Title              *string     `json:"title,omitempty" about:"title"`
	Content            *string     `json:"content,omitempty"`
	Rating             *float64    `json:"rating,omitempty"`
	ScoreReason        *string     `json:"scoreReason,omitempty"`
	SubScores          *[]SubScore `json:"subScores,omitempty"`
	Pros               *[]string   `json:"pros,omitempty"`
	Cons               *[]string   `json:"cons,omitempty"`
	Verdict            *string     `json:"verdict,omitempty"`
	VideoCredit        *string     `json:"videoCredit,omitempty"`
	AuthorName         *string     `json:"authorName,omitempty"`
	VideoURL           *string     `json:"videoUrl,omitempty"`
	ImageURLs          *[]string   `json:"imageUrls,omitempty"`
	AliexpressLink     *string     `json:"aliexpressLink,omitempty"`
	ShopeeLink         *string     `json:"shopeeLink,omitempty"`
	Shops              *[]Shop     `json:"shops,omitempty"`
	Tags               *[]string   `json:"tags,omitempty"`
}

// ReviewCreated says that a draft review exists. One that is published or featured from the
// start has ReviewPublished or ReviewFeatured beside it in the same append.
type ReviewCreated struct {
	ReviewID ReviewID `json:"reviewId"`
	ReviewContent
	At         time.Time `json:"at"`                  // UTC, as all times of facts
	ModifiedAt time.Time `json:"modifiedAt,omitzero"` // of an imported one: its last change on the old site, after At
}

// ReviewUpdated says which fields of a review changed.
type ReviewUpdated struct {
	ReviewID ReviewID      `json:"reviewId"`
	Changes  ReviewChanges `json:"changes"`
	At       time.Time     `json:"at"`
}

// ReviewPublished says that readers may see the review from At on.
type ReviewPublished struct {
	ReviewID ReviewID  `json:"reviewId"`
	At       time.Time `json:"at"`
}

// ReviewUnpublished says that the review is a draft again.
type ReviewUnpublished struct {
	ReviewID ReviewID  `json:"reviewId"`
	At       time.Time `json:"at"`
}

// ReviewFeatured says that the review stands in the Featured Reviews of the home page.
type ReviewFeatured struct {
	ReviewID ReviewID  `json:"reviewId"`
	At       time.Time `json:"at"`
}

// ReviewUnfeatured says that it no longer does.
type ReviewUnfeatured struct {
	ReviewID ReviewID  `json:"reviewId"`
	At       time.Time `json:"at"`
}

// ReviewDeleted says that the review has left the site. Its history stays.
type ReviewDeleted struct {
	ReviewID ReviewID  `json:"reviewId"`
	At       time.Time `json:"at"`
}

// ReviewRestored says that a deleted review is back as it was before.
type ReviewRestored struct {
	ReviewID ReviewID  `json:"reviewId"`
	At       time.Time `json:"at"`
}

func (ReviewCreated) EventType() string     { return "ReviewCreated" }
func (ReviewUpdated) EventType() string     { return "ReviewUpdated" }
func (ReviewPublished) EventType() string   { return "ReviewPublished" }
func (ReviewUnpublished) EventType() string { return "ReviewUnpublished" }
func (ReviewFeatured) EventType() string    { return "ReviewFeatured" }
func (ReviewUnfeatured) EventType() string  { return "ReviewUnfeatured" }
func (ReviewDeleted) EventType() string     { return "ReviewDeleted" }
func (ReviewRestored) EventType() string    { return "ReviewRestored" }
