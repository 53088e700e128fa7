// The model behind the Reader: how events change the rows.

package search

import (
	"encoding/json"
	"maps"
	"slices"

	"candor/events"
	"candor/projections/answers"
	"candor/projections/projector"
)

// search is one generation's model. Its buckets are those of items in item.go, of documents in document.go and of names in name.go, and
//
//	category  00…03 (id) → JSON of category
type search struct {
	projector.RowsOnly
	store *store
	past  []events.WithheldVersion // of a model of the past: the versions that are withheld now; nil: of the present

	// Of the batch, until flushed:
	open    map[string]*item           // by key
	renamed map[string]events.Position // groups whose name an event may have changed, with the position of the last one that did
}

// category is what is known of a category of reviews.
type category struct {
	Name    string `json:"name"`
	Slug    string `json:"slug"`
	Deleted bool   `json:"deleted,omitempty"`
}

func newSearch(s *store, withheld []events.WithheldVersion) *search {
	return &search{store: s, past: withheld, open: map[string]*item{}, renamed: map[string]events.Position{}}
}

// Apply takes in an event about an item or a category.
func (s *search) Apply(t *projector.Tx, event *projector.Event) bool {
	e, ok := event.Data.(events.ItemEvent)
	if !ok {
		return false
	}
	about := e.About()
	if about.Kind == events.CategoryKind {
		return s.changeCategory(t, event.Position, e)
	}
	if !isKind(about.Kind) {
		return false
	}
	return s.changeItem(t, event, e, about)
}

func (s *search) changeItem(t *projector.Tx, event *projector.Event, e events.ItemEvent, about events.About) bool {
	key := itemKey(about.Kind, about.ID)
	one := s.open[key]
	if one == nil {
		one = loadItem(t, key)
	}
	if (about.Action == events.ActionCreated) == (one != nil) {
		return false // it is not there, or another program has created it twice
	}
	if one == nil {
		one = &item{Kind: about.Kind, ID: about.ID, Created: about.At.UTC()}
	}
	s.open[key] = one
	one.apply(e, about.Action)
	one.Position, one.Revision = event.Position, event.Revision
	return true
}

// changeCategory takes in an event about a category. The documents that name it are written anew with the batch.
func (s *search) changeCategory(t *projector.Tx, at events.Position, e events.ItemEvent) bool {
	id := e.About().ID
	rows, key := t.Bucket("category"), projector.Number(id)
	was, known := readCategory(t, id)
	now := was
	switch e := e.(type) {
	case events.CategoryCreated:
		now = category{Name: e.Name, Slug: e.Slug}
	case events.CategoryUpdated:
		content := events.CategoryContent{Name: was.Name, Slug: was.Slug}
		e.Changes.ApplyTo(&content)
		now.Name, now.Slug = content.Name, content.Slug
	case events.CategoryDeleted:
		now.Deleted = true
	case events.CategoryRestored:
		now.Deleted = false
	default:
		return false
	}
	if _, created := e.(events.CategoryCreated); !created && !known {
		return false
	}
	rows.Put(key, projector.Encode(now))
	s.renamed[reviewGroup(id)], s.renamed[articleGroup(was.Slug)], s.renamed[articleGroup(now.Slug)] = at, at, at
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

// categoryOf returns the name of what an item says its category is: of a category that is not deleted, or the text as it is.
func categoryOf(t *projector.Tx, i *item) (name string) {
	switch {
	case i.Review != nil:
		if c, _ := readCategory(t, int64(i.Review.CategoryID)); !c.Deleted {
			name = c.Name
		}
	case i.Article != nil:
		name = i.Article.Category
		visitCategories(t, func(c category) {
			if answers.Fold(c.Slug) == articleText(i.Article.Category) {
				name = c.Name
			}
		})
	}
	return name
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
	s.openRenamed(t)
	for _, key := range slices.Sorted(maps.Keys(s.open)) {
		one := s.open[key]
		if at := s.renamed[one.group()]; at > one.Position {
			one.Position = at
		}
		s.write(t, key, one)
	}
	clear(s.open)
	clear(s.renamed)
}

// openRenamed opens the stored items whose category's name may have changed.
func (s *search) openRenamed(t *projector.Tx) {
	if len(s.renamed) == 0 {
		return
	}
	t.Bucket("group").Scan(nil, nil, func(key, group []byte) bool {
		if _, is := s.renamed[string(group)]; is && s.open[string(key)] == nil {
			s.open[string(key)] = loadItem(t, string(key))
		}
		return true
	})
}

// hides reports whether an item is withheld from readers of the past as it is.
func (s *search) hides(i *item) bool {
	return slices.ContainsFunc(s.past, func(w events.WithheldVersion) bool {
		return w.Hides(events.Item{Kind: i.Kind, ID: i.ID}, i.Revision)
	})
}
