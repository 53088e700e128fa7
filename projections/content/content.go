// Package content answers with reviews, articles, categories and products, for readers and for the admin's lists.
package content

import (
	"encoding/json"
	"fmt"
	"time"

	"candor/events"
	"candor/projections/answers"
	"candor/projections/projector"
)

// Version is the version of what Content makes of the log.
//
//	1: first
//	2: pricedAt of reviews
//	3: deleted categories, schedules and corrections; where the addresses of imported items lead to
//	4: which pictures are used by what, and which were removed
const Version = 4

// Name is the read model's name.
const Name = "content"

// Define returns the read model's definition. scheduled fires when the schedule changes, whichever generation answers.
func Define(scheduled *Signal) projector.Definition {
	return projector.Definition{
		Name:        Name,
		Version:     Version,
		Prefixes:    []string{events.ReviewPrefix, events.ArticlePrefix, events.CategoryPrefix, events.OldAddressPrefix, events.PicturePrefix},
		CommitDelay: 25 * time.Millisecond,
		Removals:    true,
		New:         func() projector.Model { return newContent(scheduled) },
	}
}

// Reader answers with reviews, articles, categories and products. Lists are newest first by
// creation, then by id.
type Reader struct {
	projector.View[*content]
	scheduled *Signal
	headOnly  bool
}

// NewReader returns the read model that p runs, with the signal of its definition.
func NewReader(p *projector.Projector, scheduled *Signal) *Reader {
	return &Reader{View: projector.NewView[*content](p), scheduled: scheduled}
}

// HeadOnly returns the same content for callers who need of a list what a HEAD request asks for: an answer that isn't cached may
// come without its body, so that nothing large is compressed for nothing.
func (c *Reader) HeadOnly() *Reader {
	return &Reader{View: c.View, scheduled: c.scheduled, headOnly: true}
}

// ReviewQuery chooses reviews. The zero value is all of them.
type ReviewQuery struct {
	Search        string // part of title, content or author's name, whatever the case
	CategoryID    int64  // 0: any
	Category      string // a category's slug; "" any, an unknown one matches nothing
	Featured      *bool
	Limit, Offset int // Limit 0: no limit
}

// ArticleQuery chooses articles. The zero value is all of them.
type ArticleQuery struct {
	Search, Category string // Category is compared whole, whatever the case
	Limit, Offset    int
}

// ReviewAnswer returns a published review. Its error is ErrNotFound or ErrNotReady, as with all
// queries here. A cached answer costs a look-up and no allocation.
func (c *Reader) ReviewAnswer(id int64) (*answers.Answer, error) {
	m, err := c.Model()
	if err != nil {
		return nil, err
	}
	return c.one(m.reviews, id, true)
}

// AdminReviewAnswer returns a review that is not deleted, published or not.
func (c *Reader) AdminReviewAnswer(id int64) (*answers.Answer, error) {
	m, err := c.Model()
	if err != nil {
		return nil, err
	}
	return c.one(m.reviews, id, false)
}

// ArticleAnswer returns a published article.
func (c *Reader) ArticleAnswer(id int64) (*answers.Answer, error) {
	m, err := c.Model()
	if err != nil {
		return nil, err
	}
	return c.one(m.articles, id, true)
}

// AdminArticleAnswer returns an article that is not deleted, published or not.
func (c *Reader) AdminArticleAnswer(id int64) (*answers.Answer, error) {
	m, err := c.Model()
	if err != nil {
		return nil, err
	}
	return c.one(m.articles, id, false)
}

func (c *Reader) one(of *collection, id int64, public bool) (*answers.Answer, error) {
	return of.entity(c.tx, id, public)
}

// tx is read without the model.
func (c *Reader) tx(fn func(t *projector.Tx) error) error {
	return c.Read(func(_ *content, t *projector.Tx) error { return fn(t) })
}

// ReviewsAnswer returns the published reviews that q chooses; Answer.Total counts them all. As with all lists, the caller releases
// the answer, and the error may be ErrListsFull.
func (c *Reader) ReviewsAnswer(q ReviewQuery) (*answers.Answer, error) {
	m, err := c.Model()
	if err != nil {
		return nil, err
	}
	return m.reviews.answer(c.tx, m.reviewList(scopePublic, q), c.headOnly)
}

// ReviewsKept reports whether ReviewsAnswer has its answer ready.
func (c *Reader) ReviewsKept(q ReviewQuery) bool {
	m, err := c.Model()
	return err == nil && m.reviews.lists.Has(m.reviewList(scopePublic, q))
}

// AdminReviewsAnswer is the same with drafts, arranged; a search also looks at the product's name
// and brand.
func (c *Reader) AdminReviewsAnswer(q ReviewQuery, a Arrangement) (*answers.Answer, error) {
	m, err := c.Model()
	if err != nil {
		return nil, err
	}
	list := m.reviewList(scopeAdmin, q)
	if a.plain() && list.search == "" {
		return m.reviews.answer(c.tx, list, c.headOnly)
	}
	names := map[uint64]string{}
	for _, one := range m.categories.Load().all {
		names[uint64(one.ID)] = answers.Fold(one.Name)
	}
	return m.reviews.arranged(c.tx, list, a, names, c.headOnly)
}

func (c *content) reviewList(scope byte, q ReviewQuery) listQuery {
	list := listQuery{index: index{scope: scope, featured: featuredAny, category: uint64(q.CategoryID)}, none: q.CategoryID < 0}
	if q.Category != "" {
		known, ok := c.categories.Load().bySlug[q.Category]
		list.none = list.none || !ok || q.CategoryID != 0 && q.CategoryID != known.ID
		list.category = uint64(known.ID)
	}
	if q.Featured != nil {
		list.featured = featuredNo
		if *q.Featured {
			list.featured = featuredYes
		}
	}
	return list.normal(q.Search, q.Limit, q.Offset)
}

// ArticlesAnswer returns the published articles that q chooses.
func (c *Reader) ArticlesAnswer(q ArticleQuery) (*answers.Answer, error) {
	m, err := c.Model()
	if err != nil {
		return nil, err
	}
	return m.articles.answer(c.tx, articleList(scopePublic, q), c.headOnly)
}

// ArticlesKept reports whether ArticlesAnswer has its answer ready.
func (c *Reader) ArticlesKept(q ArticleQuery) bool {
	m, err := c.Model()
	return err == nil && m.articles.lists.Has(articleList(scopePublic, q))
}

// AdminArticlesAnswer is the same with drafts, arranged; a search also looks at the category.
func (c *Reader) AdminArticlesAnswer(q ArticleQuery, a Arrangement) (*answers.Answer, error) {
	m, err := c.Model()
	if err != nil {
		return nil, err
	}
	list := articleList(scopeAdmin, q)
	if a.plain() && list.search == "" {
		return m.articles.answer(c.tx, list, c.headOnly)
	}
	return m.articles.arranged(c.tx, list, a, nil, c.headOnly)
}

func articleList(scope byte, q ArticleQuery) listQuery {
	// Articles are never featured, so the index of any feature holds them all.
	list := listQuery{index: index{scope: scope, featured: featuredAny, category: foldedCategory(q.Category)}}
	return list.normal(q.Search, q.Limit, q.Offset)
}

// CategoriesAnswer returns all categories, by id.
func (c *Reader) CategoriesAnswer() (*answers.Answer, error) {
	m, err := c.Model()
	if err != nil {
		return nil, err
	}
	return m.categories.Load().answer, nil
}

// CategoryAnswer returns one category.
func (c *Reader) CategoryAnswer(id int64) (*answers.Answer, error) {
	known, err := c.CategoryByID(id)
	if err != nil {
		return nil, err
	}
	body, err := json.Marshal(known)
	if err != nil {
		return nil, fmt.Errorf("category %d: %w", id, err)
	}
	return answers.NewEntity(body, known.Revision, known.UpdatedAt), nil
}

// Review returns a published review.
func (c *Reader) Review(id int64) (Review, error) {
	var r Review
	a, err := c.ReviewAnswer(id)
	if err == nil {
		err = json.Unmarshal(a.Body(), &r)
	}
	return r, err
}

// Article returns a published article.
func (c *Reader) Article(id int64) (Article, error) {
	var r Article
	a, err := c.ArticleAnswer(id)
	if err == nil {
		err = json.Unmarshal(a.Body(), &r)
	}
	return r, err
}

// Category returns the category of a slug.
func (c *Reader) Category(slug string) (Category, error) {
	m, err := c.Model()
	if err != nil {
		return Category{}, err
	}
	known, ok := m.categories.Load().bySlug[slug]
	if !ok {
		return Category{}, projector.ErrNotFound
	}
	return known, nil
}

// CategoryByID returns a category.
func (c *Reader) CategoryByID(id int64) (Category, error) {
	m, err := c.Model()
	if err != nil {
		return Category{}, err
	}
	known, ok := m.categories.Load().byID[id]
	if !ok {
		return Category{}, projector.ErrNotFound
	}
	return known, nil
}

// Categories returns all categories, by id.
func (c *Reader) Categories() ([]Category, error) {
	m, err := c.Model()
	if err != nil {
		return nil, err
	}
	return append([]Category{}, m.categories.Load().all...), nil
}

// LatestReviews returns the newest n published reviews.
func (c *Reader) LatestReviews(n int) ([]Review, error) {
	a, err := c.ReviewsAnswer(ReviewQuery{Limit: max(1, n)})
	if err != nil {
		return nil, err
	}
	defer a.Release()
	latest := []Review{}
	err = json.Unmarshal(a.Body(), &latest)
	return latest, err
}

// LatestArticles returns the newest n published articles.
func (c *Reader) LatestArticles(n int) ([]Article, error) {
	a, err := c.ArticlesAnswer(ArticleQuery{Limit: max(1, n)})
	if err != nil {
		return nil, err
	}
	defer a.Release()
	latest := []Article{}
	err = json.Unmarshal(a.Body(), &latest)
	return latest, err
}

// Edition is a number that is another one whenever content has changed, and is never used again while the process lives: what
// was made of content while it was the same holds for as long as it is. Its error is ErrNotReady.
func (c *Reader) Edition() (uint64, error) {
	m, err := c.Model()
	if err != nil {
		return 0, err
	}
	return m.edition.Load(), nil
}

// Removals is a number that is another one whenever a picture was removed, like Edition.
func (c *Reader) Removals() (uint64, error) {
	m, err := c.Model()
	if err != nil {
		return 0, err
	}
	return m.removals.Load(), nil
}

// Published visits everything that is public, reviews (kind "review") and then articles
// ("article"), newest first. visit must not query: a transaction is open around it.
func (c *Reader) Published(visit func(kind string, id int64, title string, updated time.Time) error) error {
	return c.Read(func(m *content, t *projector.Tx) (err error) {
		for _, of := range []*collection{m.reviews, m.articles} {
			all := index{scope: scopePublic, featured: featuredAny}
			t.Bucket(of.kind+"-index").Scan(all.key(), nil, func(key, _ []byte) bool {
				id := idOf(key)
				h, _ := of.row(t, id)
				if h == nil {
					panic(projector.Damage("an index names a row that is not there"))
				}
				err = visit(of.kind, id, h.title, answers.Moment(h.updated))
				return err == nil
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// InCategory visits the reviews of a category (kind "review") and the articles that name its slug ("article"), drafts
// included. visit must not query. Its error is ErrNotFound for a category that isn't there, or ErrNotReady.
func (c *Reader) InCategory(id int64, visit func(kind string, id int64)) error {
	return c.Read(func(m *content, t *projector.Tx) error {
		known, ok := m.categories.Load().byID[id]
		if !ok {
			return projector.ErrNotFound
		}
		each := func(of *collection, category uint64) {
			all := index{scope: scopeAdmin, featured: featuredAny, category: category}
			t.Bucket(of.kind+"-index").Scan(all.key(), nil, func(key, _ []byte) bool {
				visit(of.kind, idOf(key))
				return true
			})
		}
		each(m.reviews, uint64(id))
		each(m.articles, foldedCategory(known.Slug))
		return nil
	})
}
