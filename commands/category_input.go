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

var categoryFields = fields{
	lineField("name", maxName).must(),
	slugTextField("slug").must(),
	textField("description", maxShortText),
	patternField("icon", maxIconOrColor, iconPattern, "Icon must be the name of an icon"),
	patternField("color", maxIconOrColor, colorPattern, "Color must be a CSS color"),
	fieldOf("order", (*object).order, (*rules).order),
	fieldOf("criteria", (*object).criteria, (*rules).criteria),
	fieldOf("specifications", (*object).comparedSpecifications, (*rules).comparedSpecifications),
}

// ParseCategory reads a category from JSON. Errors as for [Content].Parse.
func ParseCategory(body []byte) (CategoryInput, error) {
	o, err := readObject(body)
	if err != nil {
		return CategoryInput{}, err
	}
	var in CategoryInput
	categoryFields.read(o, &in.CategoryChanges)
	in, errs := in.tidied()
	if errs = merge(o.done(body), errs); len(errs) > 0 {
		return CategoryInput{}, invalid(errs...)
	}
	return in, nil
}

// tidied returns the input trimmed, and the rules that it breaks.
func (in CategoryInput) tidied() (CategoryInput, []FieldError) {
	var r rules
	categoryFields.tidy(&r, &in.CategoryChanges)
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

// order refuses a place in an order that is out of bounds.
func (r *rules) order(field string, value **int) {
	if *value != nil && (**value < 0 || **value > maxOrder) {
		r.fail(field, orderRule)
	}
}

// missing returns what a new category lacks.
func (in CategoryInput) missing() []FieldError {
	var r rules
	categoryFields.missing(&r, &in.CategoryChanges)
	return r.errs
}
