// What the admin or a bot sends of a category, and the rules for it.

package categories

import (
	"math"
	"regexp"

	"candor/commands"
	"candor/commands/input"
	"candor/events"
)

// Input holds the fields of a category that the caller gave: nil for those that are absent. An empty text or list is the same as an absent
// one for a new category, and empties the field in an update.
type Input struct{ events.CategoryChanges }

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

// Parse reads a category from JSON. Its error is of kind Invalid and names every bad field; malformed JSON is a bad "body".
func Parse(body []byte) (Input, error) {
	o, err := input.ReadObject(body)
	if err != nil {
		return Input{}, err
	}
	var in Input
	categoryFields.Read(o, &in.CategoryChanges)
	in, errs := in.tidied()
	if errs = input.Merge(o.Done(body), errs); len(errs) > 0 {
		return Input{}, commands.Refuse(errs...)
	}
	return in, nil
}

// tidied returns the input trimmed, and the rules that it breaks.
func (in Input) tidied() (Input, []commands.FieldError) {
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
func (in Input) missing() []commands.FieldError {
	var r input.Rules
	categoryFields.Missing(&r, &in.CategoryChanges)
	return r.Errs
}
