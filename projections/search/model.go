// The model behind the Reader: how events change the rows.

package search

import (
	"cmp"
	"encoding/json"
	"slices"

	"candor/events"
	"candor/events/characters"
	"candor/projections/projector"
)

// search is one generation's model. Its buckets are those of items in item.go, of documents in document.go, facts.go and postings.go, those
// in edition.go and language.go, and
//
//	category  00…03 (id) → JSON of category
type search struct {
	projector.RowsOnly
	editions editionCache
	past     []events.WithheldVersion // of a model of the past: the versions that are withheld now; nil: of the present

	// Of the batch, until flushed:
	open    map[string]*item // by key
	renamed map[string]bool  // groups whose name an event may have changed
	reached events.Position  // of the last event that changed anything
}

// category is what is known of a category of reviews.
type category struct {
	Name    string `json:"name"`
	Slug    string `json:"slug"`
	Deleted bool   `json:"deleted,omitempty"`
}

func newSearch(withheld []events.WithheldVersion) *search {
	return &search{past: withheld, open: map[string]*item{}, renamed: map[string]bool{}}
}

// Apply takes in an event about an item, a category or the site's language.
func (s *search) Apply(t *projector.Tx, event *projector.Event) (did bool) {
	e, _ := event.Data.(events.Event)
	about, _ := events.AboutOf(e)
	if events.IsKind(about.Kind) {
		did = s.changeItem(t, event, about)
	} else if about.Kind == events.CategoryKind {
		did = s.changeCategory(t, about)
	} else if values, ok := about.Changes.(events.SiteValues); ok {
		did = changeLanguage(t, values)
	}
	if did {
		s.reached = event.Position
	}
	return did
}

func (s *search) changeItem(t *projector.Tx, event *projector.Event, about events.About) bool {
	key := itemKey(about.Kind, about.ID)
	one := s.open[key]
	if one == nil {
		one = loadItem(t, key)
	}
	if (about.Action == events.ActionCreated) == (one != nil) {
		return false // it is not there, or another program has created it twice
	}
	if one == nil {
		one = &item{Kind: about.Kind, ID: about.ID, Number: uint64(t.Bucket("count").Count(itemCount, 1)) - 1,
			Content: events.NewContent(about.Kind)}
	}
	s.open[key] = one
	one.apply(about)
	one.Revision = event.Revision
	return true
}

// changeCategory takes in an event about a category. The documents that name it are written anew with the batch.
func (s *search) changeCategory(t *projector.Tx, about events.About) bool {
	id := about.ID
	rows, key := t.Bucket("category"), projector.Number(id)
	was, known := readCategory(t, id)
	now := was
	created := about.Action == events.ActionCreated
	if !created && !known {
		return false
	}
	content := events.CategoryContent{Name: was.Name, Slug: was.Slug}
	events.Take(&content, about)
	now.Name, now.Slug = content.Name, content.Slug
	now.Deleted = about.Action == events.ActionDeleted || now.Deleted && !created && about.Action != events.ActionRestored
	if known && now == was { // its color, say, or its criteria
		return true
	}
	rows.Put(key, projector.Encode(now))
	s.renamed[reviewGroup(id)], s.renamed[articleGroup(was.Slug)], s.renamed[articleGroup(now.Slug)] = true, true, true
	return true
}

func readCategory(t *projector.Tx, id int64) (c category, known bool) {
	stored := t.Bucket("category").Get(projector.Number(id))
	if stored == nil {
		return c, false
	}
	if json.Unmarshal(stored, &c) != nil {
		panic(projector.Damage("a category is no JSON"))
	}
	return c, true
}

// categoryOf returns what lists are narrowed to for the category that an item says, and its name: those of a category that is not deleted,
// or an article's text as it is.
func categoryOf(t *projector.Tx, i *item) (section, name string) {
	switch of := i.Content.(type) {
	case *events.ReviewContent:
		if c, _ := readCategory(t, int64(of.CategoryID)); !c.Deleted {
			section, name = c.Slug, c.Name
		}
	case *events.ArticleContent:
		section, name = articleText(of.Category), of.Category
		visitCategories(t, func(c category) {
			if characters.Fold(c.Slug) == section {
				name = c.Name
			}
		})
	}
	return section, name
}

// visitCategories visits the categories that are not deleted, by id.
func visitCategories(t *projector.Tx, visit func(c category)) {
	t.Bucket("category").Scan(nil, nil, func(_, stored []byte) bool {
		var c category
		if json.Unmarshal(stored, &c) != nil {
			panic(projector.Damage("a category is no JSON"))
		}
		if !c.Deleted {
			visit(c)
		}
		return true
	})
}

// Flush writes the items that the batch has changed, and those of the categories that it has changed.
func (s *search) Flush(t *projector.Tx) {
	if s.reached == 0 {
		return
	}
	postings := postingChanges{}
	for _, one := range s.changed(t) {
		if one.item == nil {
			one.item = loadItem(t, one.key)
		}
		s.write(t, one.item, postings)
	}
	postings.write(t, uint64(t.Bucket("count").Counted(itemCount)))
	t.Bucket("edition").Put(editionKey, projector.Number(s.reached))
	clear(s.open)
	clear(s.renamed)
	s.reached = 0
}

// changedItem is an item to write: one that is open, or else to be loaded, so that those of a large category aren't all held at once.
type changedItem struct {
	number uint64
	key    string
	item   *item // nil: stored
}

// changed returns the open items, and the stored ones whose category's name may have changed, by their numbers.
func (s *search) changed(t *projector.Tx) (all []changedItem) {
	for key, one := range s.open {
		all = append(all, changedItem{one.Number, key, one})
	}
	if len(s.renamed) > 0 {
		t.Bucket("number").Scan(nil, nil, func(key, stored []byte) bool {
			if s.renamed[string(stored[8:])] && s.open[string(key)] == nil {
				all = append(all, changedItem{projector.ParseNumber(stored[:8]), string(key), nil})
			}
			return true
		})
	}
	slices.SortFunc(all, func(a, b changedItem) int { return cmp.Compare(a.number, b.number) })
	return all
}

// hides reports whether an item is withheld from readers of the past as it is.
func (s *search) hides(i *item) bool {
	return slices.ContainsFunc(s.past, func(w events.WithheldVersion) bool {
		return w.Hides(events.Item{Kind: i.Kind, ID: i.ID}, i.Revision)
	})
}
