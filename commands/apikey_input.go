// What the admin sends for a new API key, and the rules for it (spec.md section 5).

package commands

import (
	"slices"
	"strings"
	"time"
)

// KeyInput is a request for an API key. ExpiresAt is the first moment at which it is refused; nil: never.
type KeyInput struct {
	Name        string
	Permissions []string
	ExpiresAt   *time.Time
}

// ParseKey reads a request for a key from JSON. expiresAt is a date, to the end of which (UTC) the key is valid,
// or a full RFC 3339 time; blank or null is never. Errors as for [Content].Parse.
func ParseKey(body []byte) (KeyInput, error) {
	o, err := readObject(body)
	if err != nil {
		return KeyInput{}, err
	}
	in := KeyInput{Name: o.plain("name"), ExpiresAt: o.expiry("expiresAt")}
	if raw := o.raw("permissions"); raw != nil && !isNull(raw) {
		ok := raw[0] == '['
		if ok {
			in.Permissions, ok = textsOf(raw)
		}
		if !ok {
			o.fail("permissions", "Permissions must be a list of strings")
		}
	}
	if errs := merge(o.done(body), in.tidy()); len(errs) > 0 {
		return KeyInput{}, invalid(errs...)
	}
	return in, nil
}

// tidy trims the input, puts the permissions in order, and returns the rules that it breaks.
func (in *KeyInput) tidy() []FieldError {
	var r rules
	name := &in.Name
	r.line("name", &name, maxName)
	r.required("name", name)
	in.Name = *name
	if len(in.Permissions) == 0 {
		r.fail("permissions", "At least one permission is required")
	}
	for _, p := range in.Permissions {
		if !slices.Contains(permissions, p) {
			r.fail("permissions", "Permissions must be one or more of %s", strings.Join(permissions, ", "))
			break
		}
	}
	in.Permissions = slices.DeleteFunc(slices.Clone(permissions), func(p string) bool { return !slices.Contains(in.Permissions, p) })
	return r.errs
}

// expiry reads a time of expiry; nil: never.
func (o *object) expiry(field string) *time.Time {
	text := strings.TrimSpace(o.plain(field))
	if text == "" {
		return nil
	}
	if day, err := time.Parse(time.DateOnly, text); err == nil {
		end := day.AddDate(0, 0, 1)
		return &end
	}
	at, err := time.Parse(time.RFC3339, text)
	if err != nil || at.Year() > 9999 || at.Year() < 1 {
		o.fail(field, "%s must be a date such as 2027-01-31 or an RFC 3339 time", label(field))
		return nil
	}
	at = at.UTC()
	return &at
}
