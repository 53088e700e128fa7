// Expanding: placeholders in texts and in rendered texts.

package placeholders

import (
	"html"
	"net/url"
	"regexp"
	"strings"
)

var (
	// typed is a placeholder in a text.
	typed = regexp.MustCompile(`\{\{([A-Za-z]+)\}\}`)
	// encoded is one in an address of a rendered text.
	encoded = regexp.MustCompile(`%7B%7B([A-Za-z]+)%7D%7D`)
	// alone is a paragraph or an item of a list that consists of one.
	alone = regexp.MustCompile(`<(p|li)>\{\{([A-Za-z]+)\}\}</(?:p|li)>\n?`)
	// tag is a tag of a rendered text.
	tag = regexp.MustCompile(`<[^>]*>`)
)

// In reports whether a text has anything to expand.
func In(text string) bool { return strings.Contains(text, "{{") || strings.Contains(text, "%7B%7B") }

// lookup returns what a placeholder stands for; false: there is none of that name.
func (v Values) lookup(name string) (value string, ok bool) {
	for _, p := range v {
		if p.Name == name {
			return p.Value, true
		}
	}
	return "", false
}

// Text returns a text without markup with what its placeholders stand for. An unknown one stays as it is.
func (v Values) Text(text string) string {
	return v.replace(typed, text, func(_, value string) string { return value })
}

// HTML returns a rendered text with what its placeholders stand for. A paragraph of nothing but one that stands for nothing is left out.
func (v Values) HTML(text string) string {
	text = alone.ReplaceAllStringFunc(text, func(block string) string {
		if value, ok := v.lookup(alone.FindStringSubmatch(block)[2]); ok && value == "" {
			return ""
		}
		return block
	})
	var out strings.Builder
	at, inLink := 0, false
	between := func(text string) {
		out.WriteString(v.replace(typed, text, func(name, value string) string {
			if name == email && !inLink {
				return `<a href="mailto:` + inAddress(value) + `">` + html.EscapeString(value) + "</a>"
			}
			return html.EscapeString(value)
		}))
	}
	for _, one := range tag.FindAllStringIndex(text, -1) {
		between(text[at:one[0]])
		at = one[1]
		element := text[one[0]:at]
		inLink = strings.HasPrefix(element, "<a ") || inLink && element != "</a>"
		element = v.replace(encoded, element, func(_, value string) string { return inAddress(value) })
		out.WriteString(v.replace(typed, element, func(_, value string) string { return html.EscapeString(value) }))
	}
	between(text[at:])
	return out.String()
}

// inAddress returns a value as a part of an address in an attribute. It can't be a scheme.
func inAddress(value string) string {
	return html.EscapeString(strings.NewReplacer("+", "%20", "%40", "@").Replace(url.QueryEscape(value)))
}

// replace replaces the placeholders that a pattern finds by what as makes of their names and values.
func (v Values) replace(pattern *regexp.Regexp, text string, as func(name, value string) string) string {
	if !In(text) {
		return text
	}
	return pattern.ReplaceAllStringFunc(text, func(found string) string {
		name := pattern.FindStringSubmatch(found)[1]
		value, ok := v.lookup(name)
		switch {
		case !ok:
			return found
		case value == "":
			return ""
		}
		return as(name, value)
	})
}
