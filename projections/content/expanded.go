// Texts with placeholders, as readers see them. Rows and what is rendered from them have the placeholders. Answers for readers don't, and
// are made anew when the settings change.

package content

import (
	"encoding/json"
	"strings"

	"candor/events/characters"
	"candor/projections/content/excerpts"
	"candor/projections/content/placeholders"
	"candor/projections/markdown"
	"candor/projections/projector"
)

// expanded returns an item's object as readers see it: its title, its excerpt and its rendered text with what their placeholders stand for.
// The source stays as it is typed.
func expanded(object []byte, values placeholders.Values) []byte {
	if !placeholders.In(string(object)) {
		return object
	}
	fields := map[string]json.RawMessage{}
	text := func(name string) (text string) {
		if json.Unmarshal(fields[name], &text) != nil {
			return ""
		}
		return text
	}
	if json.Unmarshal(object, &fields) != nil {
		panic(projector.Damage("a row is no JSON"))
	}
	fields["title"] = projector.EncodeMarkup(values.Text(text("title")))
	fields["contentText"] = projector.EncodeMarkup(excerptOf(text("content"), values))
	if _, ok := fields["contentHtml"]; ok {
		fields["contentHtml"] = projector.EncodeMarkup(values.HTML(text("contentHtml")))
		var headings []Heading
		if json.Unmarshal(fields["contentHeadings"], &headings) != nil {
			panic(projector.Damage("a rendered text is no JSON"))
		}
		for i := range headings {
			headings[i].Text = values.Text(headings[i].Text)
		}
		fields["contentHeadings"] = projector.EncodeMarkup(headings)
	}
	return projector.EncodeMarkup(fields)
}

// excerptOf returns the excerpt of a text with what its placeholders stand for.
func excerptOf(source string, values placeholders.Values) string {
	text := values.Text(markdown.Render(source, markdown.Options{}).Text)
	return characters.Shorten(strings.Join(strings.Fields(text), " "), excerpts.Longest)
}
