// What the admin or a bot sends of a category, and the rules for it.

package commands

import (
	"math"
	"regexp"

	"candor/events"
)

// CategoryInput is what the caller said of a review category; nil is absent, empty as for [Parsed].
type CategoryInput struct{ events.CategoryChanges }

var (
	// iconPattern is a lucide icon's name, in either of its spellings.
	iconPattern = regexp.MustCompile(`^[A-Za-z0-9-]*$`)
	// colorPattern is what can stand in a style or class and can't end it.
	colorPattern = regexp.MustCompile(`^[A-Za-z0-9#(),.%/ -]*$`)
)

// ParseCategory reads a category from JSON. Errors as for [Content].Parse.
func ParseCategory(body []byte) (CategoryInput, error) {
	o, err := readObject(body)
	if err != nil {
		return CategoryInput{}, err
	}
	in := CategoryInput{events.CategoryChanges{
		Name:        o.text("name"),
		Slug:        o.text("slug"),
		Description: o.text("description"),
		Icon:        o.text("icon"),
		Color:       o.text("color"),
		Order:       o.order("order"),
		Criteria:    o.criteria("criteria"),

		Specifications: o.comparedSpecifications("specifications"),
	}}
	in, errs := in.tidied()
	if errs = merge(o.done(body), errs); len(errs) > 0 {
		return CategoryInput{}, invalid(errs...)
	}
	return in, nil
}

// tidied returns the input trimmed, and the rules that it breaks.
func (in CategoryInput) tidied() (CategoryInput, []FieldError) {
	var r rules
	r.line("name", &in.Name, maxName)
	r.line("slug", &in.Slug, maxSlug)
	r.text("description", &in.Description, maxShortText)
	r.line("icon", &in.Icon, maxIconOrColor)
	r.line("color", &in.Color, maxIconOrColor)
	r.required("name", in.Name)
	r.required("slug", in.Slug)
	r.slug("slug", in.Slug)
	if in.Icon != nil && !iconPattern.MatchString(*in.Icon) {
		r.fail("icon", "Icon must be the name of an icon")
	}
	if in.Color != nil && !colorPattern.MatchString(*in.Color) {
		r.fail("color", "Color must be a CSS color")
	}
	if in.Order != nil && (*in.Order < 0 || *in.Order > maxOrder) {
		r.fail("order", orderRule)
	}
	r.criteria("criteria", in.Criteria)
	r.comparedSpecifications("specifications", in.Specifications)
	return in, r.errs
}

const orderRule = "Order must be a whole number from 0 to 1000000"

// order returns the field's place in an order, 0 for null or empty text, and nil if the field is absent or no whole number.
func (o *object) order(field string) *int {
	number, none := o.number(field)
	switch {
	case none:
		return new(int)
	case number == nil:
		return nil
	case *number != math.Trunc(*number) || math.Abs(*number) > maxOrder:
		o.fail(field, orderRule)
		return nil
	}
	order := int(*number)
	return &order
}

// missing returns what a new category lacks.
func (in CategoryInput) missing() []FieldError {
	var r rules
	r.present("name", in.Name != nil)
	r.present("slug", in.Slug != nil)
	return r.errs
}
