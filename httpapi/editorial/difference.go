// Differences: what changes look like to people.

package editorial

import (
	"net/http"

	"candor/commands"
	"candor/commands/history"
	"candor/commands/input"
	"candor/httpapi"
	"candor/projections/difference"
	"candor/projections/projector"
)

const (
	maxShownChange = 64 << 10 // bytes of the HTML of a change
	maxDifferences = 200      // in one call
)

// Differences registers the route that shows differences.
func Differences(t *httpapi.Table) {
	t.Handle("/api/admin/differences", httpapi.Methods{"POST": {
		Handle: showDifferences, Who: httpapi.Admin, DependsOn: httpapi.Models{httpapi.ContentModel}, Class: httpapi.ClassAdmin,
		Body: httpapi.MaxBody,
	}})
}

// showDifferences answers POST /api/admin/differences {"changes":[{"field":"rating","old":4,"new":3}]}: each change with its
// field's name and the difference as HTML. The editor and the settings show with it what someone else has saved. Values aren't checked.
func showDifferences(c *httpapi.Call) error {
	body, err := c.Body()
	if err != nil {
		return err
	}
	o, err := input.ReadObject(body)
	if err != nil {
		return err
	}
	all := []history.FieldChange{}
	given := o.Objects("changes", maxDifferences, `{"field":"rating","old":4,"new":3}`, func(_ int, one *input.Object) {
		change := history.FieldChange{Field: one.Plain("field"), Old: value(one, "old"), New: value(one, "new")}
		if change.Field == "" {
			one.Fail("field", "Field is required")
		}
		all = append(all, change)
	})
	switch {
	case !given:
		o.Fail("changes", "Changes are required")
	case len(all) > maxDifferences:
		o.Fail("changes", "Changes can have at most %d items", maxDifferences)
	}
	if errs := o.Done(body); len(errs) > 0 {
		return commands.Refuse(errs...)
	}
	describe(all, c.Models.Content.Style())
	return c.JSON(http.StatusOK, all)
}

// value returns a field's JSON, null if it isn't there.
func value(o *input.Object, field string) any {
	if raw := o.Raw(field); raw != nil {
		return raw
	}
	return nil
}

// describe sets the names and the HTML of changes.
func describe(changes []history.FieldChange, style difference.Style) {
	for i := range changes {
		one := &changes[i]
		one.Name = difference.Name(one.Field)
		one.HTML = style.HTML(one.Field, projector.Encode(one.Old), projector.Encode(one.New), difference.Options{Most: maxShownChange})
	}
}
