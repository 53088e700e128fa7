// Differences: what stored changes look like to people.

package editorial

import (
	"candor/commands/history"
	"candor/projections/difference"
	"candor/projections/projector"
)

const maxShownChange = 64 << 10 // bytes of the HTML of a change

// describe sets the names and the HTML of changes.
func describe(changes []history.FieldChange, style difference.Style) {
	for i := range changes {
		one := &changes[i]
		one.Name = difference.Name(one.Field)
		one.HTML = style.HTML(one.Field, projector.Encode(one.Old), projector.Encode(one.New), difference.Options{Most: maxShownChange})
	}
}
