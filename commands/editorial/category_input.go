// What the admin or a bot sends of a category, and the rules for it.

package editorial

import (
	"math"
	"regexp"

	"candor/commands"
	"candor/commands/input"
	"candor/events"
)

// CategoryInput holds the fields of a category that the caller gave: nil for those that are absent, and empty ones as in [Parsed].
type CategoryInput struct{ events.CategoryChanges }

var (
	// iconPattern matches a lucide icon's name, in either of its spellings.
	iconPattern = regexp.MustCompile(`^[A-Za-z0-9-]*$`)
	// colorPattern matches a CSS color, and nothing that could end a style or a class.
	colorPattern = regexp.MustCompile(`^[A-Za-z0-9#(),.%/ -]*$`)
)

var categoryFields = input.Fields{
	input.Line("name", input.MaxName).Must(),
	input.Slug("slug").Must(),
	input.Text("description", input.MaxShortText),
	input.Pattern("icon", input.MaxIconOrColor, iconPattern, "Icon must be the name of an icon"),
	input.Pattern("color", input.MaxIconOrColor, colorPattern, "Color must be a CSS color"),
	input.Of("order", readOrder, tidyOrder),
	input.Of("criteria", readCriteria, tidyCriteria),
	input.Of("specifications", readComparedSpecifications, tidyComparedSpecifications),
}

// ParseCategory reads a category from JSON. Errors as for [Content].Parse.
func ParseCategory(body []byte) (CategoryInput, error) {
	o, err := input.ReadObject(body)
	if err != nil {
		return CategoryInput{}, err
	}
	var in CategoryInput
	categoryFields.Read(o, &in.CategoryChanges)
	in, errs := in.tidied()
	if errs = input.Merge(o.Done(body), errs); len(errs) > 0 {
		return CategoryInput{}, commands.Refuse(errs...)
	}
	return in, nil
}

// tidied returns the input trimmed, and the rules that it breaks.
func (in CategoryInput) tidied() (CategoryInput, []commands.FieldError) {
	var r input.Rules
	categoryFields.Tidy(&r, &in.CategoryChanges)
	return in, r.Errs
}

const orderRule = "Order must be a whole number from 0 to 1000000"

// readOrder returns the field's place in an order, 0 for null or empty text, and nil if the field is absent or no whole number.
func readOrder(o *input.Object, field string) *int {
	number, none := o.Number(field)
	switch {
	case none:
		return new(int)
	case number == nil:
		return nil
	case *number != math.Trunc(*number) || math.Abs(*number) > input.MaxOrder:
		o.Fail(field, orderRule)
		return nil
	}
	order := int(*number)
	return &order
}

// tidyOrder refuses a place in an order that is out of bounds.
func tidyOrder(r *input.Rules, field string, value **int) {
	if *value != nil && (**value < 0 || **value > input.MaxOrder) {
		r.Fail(field, orderRule)
	}
}

// missing returns what a new category lacks.
func (in CategoryInput) missing() []commands.FieldError {
	var r input.Rules
	categoryFields.Missing(&r, &in.CategoryChanges)
	return r.Errs
}
