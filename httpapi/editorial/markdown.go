// Markdown: the preview of a text that is being written.

package editorial

import (
	"encoding/json"
	"fmt"
	"net/http"
	"unicode/utf8"

	"candor/commands/input"
	"candor/httpapi"
	"candor/projections/content"
	"candor/projections/markdown"
)

// Markdown registers the routes of the preview of Markdown in the editor.
func Markdown(t *httpapi.Table) {
	t.Handle("/api/admin/markdown", httpapi.Methods{"POST": {
		Handle: previewMarkdown, Who: httpapi.Admin, DependsOn: httpapi.Models{httpapi.ContentModel},
		Class: httpapi.ClassAdmin, Body: httpapi.MaxBody,
	}})
}

// POST /api/admin/markdown: a text as its page will show it. sponsored lists a review's links to shops; other texts have none. With
// placeholders, as in pages, it has what these stand for.
func previewMarkdown(c *httpapi.Call) error {
	body, err := c.Body()
	if err != nil {
		return err
	}
	var in struct {
		Content      string   `json:"content"`
		Sponsored    []string `json:"sponsored"`
		Placeholders bool     `json:"placeholders"`
	}
	if err := json.Unmarshal(body, &in); err != nil {
		return httpapi.InvalidField("body", "The body must be JSON with a text \"content\" and, for a review, a list of addresses \"sponsored\".")
	}
	if utf8.RuneCountInString(in.Content) > input.MaxContent {
		return httpapi.InvalidField("content", fmt.Sprintf("Content must be at most %d characters", input.MaxContent))
	}
	var o markdown.Options
	if in.Sponsored != nil {
		o.Sponsored = markdown.SponsoredBy(in.Sponsored...)
	}
	d, err := c.Models.Content.Render(in.Content, o)
	if err != nil {
		return err
	}
	if in.Placeholders {
		values, err := c.Models.Content.Placeholders()
		if err != nil {
			return err
		}
		d.HTML = values.HTML(d.HTML)
	}
	return c.JSON(http.StatusOK, struct {
		HTML     string            `json:"html"`
		Headings []content.Heading `json:"headings"`
		Words    int               `json:"words"`
	}{d.HTML, content.HeadingsOf(d), d.Words})
}
