// Reading amounts and ratings.

package commands

// price reads an amount; an empty one is 0.
func (o *object) price(field string) *float64 {
	amount, none := o.number(field)
	if none {
		return new(float64)
	}
	return amount
}

// rating reads a number of stars; an empty one is 0, so a 0 that was sent is refused here.
func (o *object) rating(field string) *float64 {
	stars, none := o.number(field)
	if none {
		return new(float64)
	}
	if stars != nil && *stars == 0 {
		o.fail(field, "Rating must be at least 1")
		return nil
	}
	return stars
}
