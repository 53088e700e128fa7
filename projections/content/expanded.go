// Texts with placeholders, as readers see them. Rows and what is rendered from them have the placeholders. Answers for readers don't, and
// are made anew when the settings change.

package content

import (
	"encoding/json"
	"strings"

	"candor/events"
	"candor/projections/content/excerpts"
	"candor/projections/content/placeholders"
	"candor/projections/markdown"
	"candor/projections/projector"
)

// Placeholders returns what the placeholders of texts stand for now. Its error is ErrNotReady.
func (c *Reader) Placeholders() (placeholders.Values, error) {
	m, err := c.Model()
	if err != nil {
		return nil, err
	}
	return m.placeholders(), nil
}

func (c *content) placeholders() placeholders.Values {
	return placeholders.Of(&c.settings.State().Settings, c.places)
}

// dropExpanded drops the cached answers in which placeholders are expanded.
func (c *content) dropExpanded() {
	for _, of := range c.collections {
		if of.expands {
			of.public.Clear()
			of.lists.Clear()
		}
	}
}

// expanded returns an item's object as readers see it: its title, its excerpt and its rendered text with what their placeholders stand for.
// The source stays as it is typed.
func (c *collection) expanded(object []byte) []byte {
	if !c.expands || !placeholders.In(string(object)) {
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
	values := c.placeholders()
	fields["title"] = encodeMarkup(values.Text(text("title")))
	fields["contentText"] = encodeMarkup(excerptOf(text("content"), values))
	if _, ok := fields["contentHtml"]; ok {
		fields["contentHtml"] = encodeMarkup(values.HTML(text("contentHtml")))
		var headings []Heading
		if json.Unmarshal(fields["contentHeadings"], &headings) != nil {
			panic(projector.Damage("a rendered text is no JSON"))
		}
		for i := range headings {
			headings[i].Text = values.Text(headings[i].Text)
		}
		fields["contentHeadings"] = encodeMarkup(headings)
	}
	return encodeMarkup(fields)
}

// excerptOf returns the excerpt of a text with what its placeholders stand for.
func excerptOf(source string, values placeholders.Values) string {
	text := values.Text(markdown.Render(source, markdown.Options{}).Text)
	return string(markdown.Shorten([]rune(strings.Join(strings.Fields(text), " ")), excerpts.Longest))
}

// fixedPage returns the object of a page that every site has as readers see it where the log has none.
func (c *collection) fixedPage(first events.FixedPage) []byte {
	at := events.FixedPagesAt
	p := &Page{IsPublished: true, CreatedAt: at, UpdatedAt: at, PublishedAt: &at}
	content := events.PageContent(first)
	p.setContent(&content)
	html, _ := p.texts(nil)
	return c.expanded(extended(projector.Encode(p), string(renderedFields(html))))
}
