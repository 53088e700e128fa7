// What the admin or a bot sends of a category's specifications, and the rules for them.

package categories

import (
	"candor/commands/input"
	"candor/events"
)

const (
	maxCompared          = 30
	maxSpecificationName = 60 // characters
)

// readComparedSpecifications returns the field's specifications, an empty list for null, and nil if the field is absent or invalid.
func readComparedSpecifications(o *input.Object, field string) *[]events.ComparedSpecification {
	all := []events.ComparedSpecification{}
	found := o.Objects(field, maxCompared, `{"name": "Weight", "better": "lower"}`, func(_ int, sent *input.Object) {
		all = append(all, events.ComparedSpecification{Name: sent.Plain("name"), Better: sent.Plain("better")})
	})
	if !found {
		return nil
	}
	return &all
}

// tidyComparedSpecifications tidies a category's specifications.
func tidyComparedSpecifications(r *input.Rules, field string, of **[]events.ComparedSpecification) {
	value := *of
	if value == nil {
		return
	}
	if len(*value) > maxCompared {
		r.Fail(field, "%s can have at most %d items", input.Label(field), maxCompared)
	}
	known := map[string]bool{}
	for i := range *value {
		one := &(*value)[i]
		var of input.Rules
		name := &one.Name
		of.Line("name", &name, maxSpecificationName)
		one.Name = *name
		switch key := events.NameKey(one.Name); {
		case key == "":
			of.Fail("name", "Name is required")
		case known[key]:
			of.Fail("name", "“%s” is there twice", one.Name)
		default:
			known[key] = true
		}
		if one.Better != events.Higher && one.Better != events.Lower {
			of.Fail("better", "Better must be higher or lower")
		}
		for _, e := range of.Errs {
			r.Fail(input.MemberField(field, i, e.Field), "%s", e.Message)
		}
	}
}
