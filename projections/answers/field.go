// Fields of answers: null where a text, a price or a time is missing, and never null for a list.

package answers

import "time"

// Text returns an optional text as answers show it: null if empty.
func Text(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// Price returns an optional price as answers show it: null if there is none.
func Price(amount float64) *float64 {
	if amount == 0 {
		return nil
	}
	return &amount
}

// List returns a list as answers show it: never null.
func List[T any](items []T) []T {
	if items == nil {
		return []T{}
	}
	return items
}

// Value returns what p points to, the zero value for nil.
func Value[T any](p *T) T {
	if p == nil {
		var zero T
		return zero
	}
	return *p
}

// Moment returns a stored time as answers show it.
func Moment(nanoseconds int64) time.Time { return time.Unix(0, nanoseconds).UTC() }
