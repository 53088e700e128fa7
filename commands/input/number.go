// Reading amounts and ratings.

package input

// price reads an amount; an empty one is 0.
func (o *Object) price(field string) *float64 {
	amount, none := o.Number(field)
	if none {
		return new(float64)
	}
	return amount
}

// rating reads a number of stars; an empty one is 0, so a 0 that was sent is refused here.
func (o *Object) rating(field string) *float64 {
	stars, none := o.Number(field)
	if none {
		return new(float64)
	}
	if stars != nil && *stars == 0 {
		o.Fail(field, "Rating must be at least 1")
		return nil
	}
	return stars
}
