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

// Fields returns the names of a published item as a field of its answer.
func Fields(t *projector.Tx, names []Spelled) string {
	all := namesShown{Tags: []nameShown{}}
	rows := t.Bucket("name")
	for _, one := range Distinct(names) {
		name := decode(rows.Get(one.Use()[:Size]))
		if name == nil {
			panic(projector.Damage("an item has a name that is not there"))
		}
		shown := nameShown{one.Text, name.Slug}
		switch one.Of {
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
