// What the admin or a bot sends of a category's specifications, and the rules for them.

package commands

import (
	"candor/events"
)

const (
	maxCompared          = 30
	maxSpecificationName = 60 // characters
)

// comparedSpecifications returns the field's specifications, an empty list for null, and nil if the field is absent or invalid.
func (o *object) comparedSpecifications(field string) *[]events.ComparedSpecification {
	all := []events.ComparedSpecification{}
	found := o.objects(field, maxCompared, `{"name": "Weight", "better": "lower"}`, func(_ int, sent *object) {
		all = append(all, events.ComparedSpecification{Name: sent.plain("name"), Better: sent.plain("better")})
	})
	if !found {
		return nil
	}
	return &all
}

// comparedSpecifications tidies a category's specifications.
func (r *rules) comparedSpecifications(field string, of **[]events.ComparedSpecification) {
	value := *of
	if value == nil {
		return
	}
	if len(*value) > maxCompared {
		r.fail(field, "%s can have at most %d items", label(field), maxCompared)
	}
	known := map[string]bool{}
	for i := range *value {
		one := &(*value)[i]
		var of rules
		name := &one.Name
		of.line("name", &name, maxSpecificationName)
		one.Name = *name
		switch key := events.NameKey(one.Name); {
		case key == "":
			of.fail("name", "Name is required")
		case known[key]:
			of.fail("name", "“%s” is there twice", one.Name)
		default:
			known[key] = true
		}
		if one.Better != events.Higher && one.Better != events.Lower {
			of.fail("better", "Better must be higher or lower")
		}
		for _, e := range of.errs {
			r.fail(memberField(field, i, e.Field), "%s", e.Message)
		}
	}
}
