// Names: the brands, tags and authors of all documents, which are suggested. They are made of an edition's facts when they are first asked
// for.

package search

import "candor/events/characters"

// The types of suggestions that are no kinds of items.
const (
	productType = "product"
	brandType   = "brand"
	tagType     = "tag"
	authorType  = "author"
)

// knownName is a name that items have.
type knownName struct {
	key   string // events.NameKey
	label string // its most frequent spelling, or of several the newest item's
	bare  string
	spans []span // of bare
	count int    // of items
}

func newKnownName(key, label string, count int) knownName {
	bare := characters.Bare(label)
	return knownName{key, label, bare, spans(bare), count}
}

// knownNames returns the names of all documents by their type.
func (t *factsTable) knownNames() map[string][]knownName {
	tallies := map[string][]tally{brandType: nil, tagType: nil, authorType: nil}
	for of := range tallies {
		tallies[of] = make([]tally, len(t.names))
	}
	for i := range t.documents {
		one := &t.documents[i]
		if one.letter == 0 {
			continue
		}
		tallies[brandType][one.brand].add(one.released)
		tallies[authorType][one.author].add(one.released)
		for _, tag := range one.tags {
			tallies[tagType][tag].add(one.released)
		}
	}
	all := map[string][]knownName{}
	for of, tallied := range tallies {
		best, totals := united(t.spellings(tallied))
		for key, one := range best {
			all[of] = append(all[of], newKnownName(key, one.name, totals[key]))
		}
	}
	return all
}

// spellings returns the names that are tallied.
func (t *factsTable) spellings(tallies []tally) (all []spelling) {
	for i, one := range tallies {
		if one.count > 0 && t.keys[i] != "" {
			all = append(all, spelling{t.names[i], t.keys[i], one.count, one.newest})
		}
	}
	return all
}
