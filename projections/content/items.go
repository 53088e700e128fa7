// Queries of items, the same for all kinds.

package content

import (
	"bytes"
	"encoding/json"
	"time"

	"candor/events"
	"candor/projections/answers"
	"candor/projections/content/facts"
	"candor/projections/projector"
)

// Items answers with the items of one kind. Its errors are ErrNotFound, also for an unknown kind, and ErrNotReady, those of lists also
// ErrListsFull.
type Items struct {
	reader *Reader
	kind   string
}

// Of returns the items of a kind, such as events.ReviewKind.
func (c *Reader) Of(kind string) Items { return Items{c, kind} }

// Reviews returns the reviews.
func (c *Reader) Reviews() Items { return c.Of(events.ReviewKind) }

// Articles returns the articles.
func (c *Reader) Articles() Items { return c.Of(events.ArticleKind) }

// Pages returns the pages of the site.
func (c *Reader) Pages() Items { return c.Of(events.PageKind) }

// model returns the generation that answers, and its items of the kind.
func (i Items) model() (*content, *collection, error) {
	m, err := i.reader.Model()
	if err != nil {
		return nil, nil, err
	}
	of := m.of(i.kind)
	if of == nil {
		return nil, nil, projector.ErrNotFound
	}
	return m, of, nil
}

// One returns a published item. A cached answer costs a look-up and no allocation.
func (i Items) One(id int64) (*answers.Answer, error) { return i.one(id, true) }

// AdminOne returns an item that is not deleted, published or not.
func (i Items) AdminOne(id int64) (*answers.Answer, error) { return i.one(id, false) }

func (i Items) one(id int64, public bool) (*answers.Answer, error) {
	_, of, err := i.model()
	if err != nil {
		return nil, err
	}
	return of.entity(i.reader.tx, id, public)
}

// KeyOne is AdminOne for an API key that may not read what isn't published: without the schedule of a draft.
func (i Items) KeyOne(id int64) (*answers.Answer, error) {
	whole, err := i.AdminOne(id)
	if err != nil {
		return nil, err
	}
	body := whole.Body()
	at := bytes.LastIndex(body, []byte(`,"draftPublishAt":`)) // the last field
	shown := answers.NewEntity(append(bytes.Clone(body[:at]), '}'), whole.Revision, whole.LastModified)
	return shown, nil
}

// CreatedBy returns an item that is not deleted, published or not, as KeyOne does, if an API key has created it. Errors: ErrNotFound, also
// for the items of others, and ErrNotReady.
func (i Items) CreatedBy(key, id int64) (*answers.Answer, error) {
	err := i.reader.Read(func(m *content, t *projector.Tx) error {
		of := m.of(i.kind)
		if of == nil {
			return projector.ErrNotFound
		}
		creator := t.Bucket(of.Name + "-creator").Get(projector.Number(id))
		if creator == nil || int64(projector.ParseNumber(creator)) != key {
			return projector.ErrNotFound
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return i.KeyOne(id)
}

// Corrections returns the corrections of an item, newest first, even if readers can't see it. Its error is ErrNotReady.
func (i Items) Corrections(id int64) (all []Correction, err error) {
	err = i.reader.Read(func(m *content, t *projector.Tx) error {
		of := m.of(i.kind)
		if of == nil {
			return projector.ErrNotFound
		}
		all = of.itemCorrections(t, id)
		return nil
	})
	return all, err
}

// List returns the published items that q chooses; Answer.Total counts them all. The caller releases the answer.
func (i Items) List(q Query) (*answers.Answer, error) {
	m, of, err := i.model()
	if err != nil {
		return nil, err
	}
	return of.answer(i.reader.tx, of.query(scopePublic, q, m.categories.Set()), ExtraFields{}, i.reader.headOnly)
}

// Cached reports whether List has its answer ready.
func (i Items) Cached(q Query) bool {
	m, of, err := i.model()
	return err == nil && of.lists.Has(of.query(scopePublic, q, m.categories.Set()))
}

// AdminList is List with drafts, in any order. A search also looks at the other columns of the admin's table.
func (i Items) AdminList(q Query, a Arrangement) (*answers.Answer, error) {
	return i.AdminListWith(q, a, ExtraFields{})
}

// AdminListWith is AdminList with more fields for each item.
func (i Items) AdminListWith(q Query, a Arrangement, extra ExtraFields) (*answers.Answer, error) {
	m, of, err := i.model()
	if err != nil {
		return nil, err
	}
	known := m.categories.Set()
	list := of.query(scopeAdmin, q, known)
	list.extra, list.noTexts = extra.Edition, q.NoTexts
	if a.plain() && list.search == "" {
		return of.answer(i.reader.tx, list, extra, i.reader.headOnly)
	}
	var names map[uint64]string
	if of.namesCategories {
		names = known.FoldedNames()
	}
	return of.arranged(i.reader.tx, list, a, names, m.settings.State().Site.Language, extra, i.reader.headOnly)
}

// Columns returns the columns by which AdminList can sort.
func (i Items) Columns() []string {
	for _, k := range kinds {
		if k.Name == i.kind {
			return k.columns
		}
	}
	return nil
}

// Title returns the title of an item that is not deleted.
func (i Items) Title(id int64) (string, error) {
	one, err := decoded[struct{ Title string }](i.AdminOne(id))
	return one.Title, err
}

// Texts returns the rendered texts of a published item, as readers see them.
func (i Items) Texts(id int64) (Texts, error) { return decoded[Texts](i.One(id)) }

// decoded returns what a query for one item answered.
func decoded[T any](a *answers.Answer, err error) (one T, _ error) {
	if err == nil {
		err = json.Unmarshal(a.Body(), &one)
	}
	return one, err
}

// latest returns the newest n published items.
func latest[T any](i Items, n int) ([]T, error) {
	a, err := i.List(Query{Limit: max(1, n)})
	if err != nil {
		return nil, err
	}
	defer a.Release()
	all := []T{}
	err = json.Unmarshal(a.Body(), &all)
	return all, err
}

// Review returns a published review.
func (c *Reader) Review(id int64) (Review, error) { return decoded[Review](c.Reviews().One(id)) }

// Article returns a published article.
func (c *Reader) Article(id int64) (Article, error) { return decoded[Article](c.Articles().One(id)) }

// Page returns a published page.
func (c *Reader) Page(id int64) (Page, error) { return decoded[Page](c.Pages().One(id)) }

// LatestReviews returns the newest n published reviews.
func (c *Reader) LatestReviews(n int) ([]Review, error) { return latest[Review](c.Reviews(), n) }

// LatestArticles returns the newest n published articles.
func (c *Reader) LatestArticles(n int) ([]Article, error) { return latest[Article](c.Articles(), n) }

// PublishedItem is an item that readers can see.
type PublishedItem struct {
	Kind    string
	ID      int64
	Slug    string // of a page, in whose address it is; "" for other kinds
	Updated time.Time
}

// VisitPublished visits all published items of a kind, newest first. visit must not query: a transaction is open around it. Its error is
// ErrNotFound for an unknown kind, or ErrNotReady.
func (c *Reader) VisitPublished(kind string, visit func(PublishedItem)) error {
	return c.Read(func(m *content, t *projector.Tx) error {
		of := m.of(kind)
		if of == nil {
			return projector.ErrNotFound
		}
		of.visitPublished(t, visit)
		return nil
	})
}

// visitPublished reads the items' facts where there are any: they are much smaller than the rows.
func (c *collection) visitPublished(t *projector.Tx, visit func(PublishedItem)) {
	if c.Listed && !c.factless {
		facts.Scan(t, c.Name, func(id int64, row facts.Row) bool {
			visit(PublishedItem{Kind: c.Name, ID: id, Updated: answers.Moment(row.Updated())})
			return true
		})
		return
	}
	all := index{scope: scopePublic, featured: featuredAny}
	t.Bucket(c.Name+"-index").Scan(all.key(), nil, func(key, _ []byte) bool {
		id := idOf(key)
		h, body := c.row(t, id)
		if h == nil {
			panic(projector.Damage("an index names a row that is not there"))
		}
		one := PublishedItem{Kind: c.Name, ID: id, Updated: answers.Moment(h.updated)}
		if c.Name == events.PageKind {
			one.Slug = c.decode(body).(*Page).Slug
		}
		visit(one)
		return true
	})
}
