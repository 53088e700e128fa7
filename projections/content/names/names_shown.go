// Names in single answers, with where they lead to.

package names

import "candor/projections/projector"

// namesShown are the names of a published item, as it spells them, with the slugs of their pages.
type namesShown struct {
	Author *nameShown  `json:"author"`
	Brand  *nameShown  `json:"brand"` // nil for kinds without one
	Tags   []nameShown `json:"tags"`  // never nil
}

type nameShown struct {
	Name string `json:"name"`
	Slug string `json:"slug"`
}

// Fields returns the names of a published item, by their uses, as a field of its answer.
func Fields(t *projector.Tx, uses []byte) string {
	all := namesShown{Tags: []nameShown{}}
	rows, spellings := t.Bucket("name"), t.Bucket("name-spelling")
	for ; len(uses) >= UseSize; uses = uses[UseSize:] {
		name, spelling := decode(rows.Get(uses[:Size])), spellings.Get(uses[:UseSize])
		if name == nil || len(spelling) < 8 {
			panic(projector.Damage("an item has a name that is not there"))
		}
		shown := nameShown{string(spelling[8:]), name.Slug}
		switch Kind(uses[0]) {
		case Authors:
			all.Author = &shown
		case Brands:
			all.Brand = &shown
		case Tags:
			all.Tags = append(all.Tags, shown)
		}
	}
	return `"names":` + string(projector.Encode(all))
}
