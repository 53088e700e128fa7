// What the admin sends for a new API key, and the rules for it (spec.md section 5).

package access

import (
	"slices"
	"strings"
	"time"

	"candor/commands"
	"candor/commands/input"
)

// KeyInput is a request for an API key. ExpiresAt is the first moment at which it is refused; nil: never.
type KeyInput struct {
	Name        string
	Permissions []string
	ExpiresAt   *time.Time
}

// ParseKey reads a request for a key from JSON. expiresAt is a date, to the end of which (UTC) the key is valid,
// or a full RFC 3339 time; blank or null is never. Errors as package input says.
func ParseKey(body []byte) (KeyInput, error) {
	o, err := input.ReadObject(body)
	if err != nil {
		return KeyInput{}, err
	}
	in := KeyInput{Name: o.Plain("name"), ExpiresAt: readExpiry(o, "expiresAt")}
	if raw := o.Raw("permissions"); raw != nil && !input.IsNull(raw) {
		ok := raw[0] == '['
		if ok {
			in.Permissions, ok = input.TextsOf(raw)
		}
		if !ok {
			o.Fail("permissions", "Permissions must be a list of strings")
		}
	}
	if errs := input.Merge(o.Done(body), in.tidy()); len(errs) > 0 {
		return KeyInput{}, commands.Refuse(errs...)
	}
	return in, nil
}

// tidy trims the input, puts the permissions in order, and returns the rules that it breaks.
func (in *KeyInput) tidy() []commands.FieldError {
	var r input.Rules
	name := &in.Name
	r.Line("name", &name, input.MaxName)
	r.Required("name", name)
	in.Name = *name
	if len(in.Permissions) == 0 {
		r.Fail("permissions", "At least one permission is required")
	}
	for _, p := range in.Permissions {
		if !slices.Contains(permissions, p) {
			r.Fail("permissions", "Permissions must be one or more of %s", strings.Join(permissions, ", "))
			break
		}
	}
	in.Permissions = slices.DeleteFunc(slices.Clone(permissions), func(p string) bool { return !slices.Contains(in.Permissions, p) })
	return r.Errs
}

// readExpiry reads a time of expiry; nil: never.
func readExpiry(o *input.Object, field string) *time.Time {
	text := strings.TrimSpace(o.Plain(field))
	if text == "" {
		return nil
	}
	if day, err := time.Parse(time.DateOnly, text); err == nil {
		end := day.AddDate(0, 0, 1)
		return &end
	}
	at, err := time.Parse(time.RFC3339, text)
	if err != nil || at.Year() > 9999 || at.Year() < 1 {
		o.Fail(field, "%s must be a date such as 2027-01-31 or an RFC 3339 time", input.Label(field))
		return nil
	}
	at = at.UTC()
	return &at
}
