// Items as they would be with another content, and texts of none, for previews of what is not published.

package content

import (
	"candor/projections/content/objects"
	"candor/projections/content/pictures"
	"candor/projections/markdown"
	"candor/projections/projector"
)

// Preview returns the JSON of an item that is not deleted, as One would show it to readers, with its content as change leaves it: a pointer
// to an events.ReviewContent, events.ArticleContent or events.PageContent.
func (i Items) Preview(id int64, change func(content any)) (body []byte, err error) {
	_, of, err := i.model()
	if err != nil {
		return nil, err
	}
	err = i.reader.tx(func(t *projector.Tx) error {
		h, row := of.row(t, id)
		if h == nil || h.deleted {
			return projector.ErrNotFound
		}
		one := of.decode(row)
		content := one.content()
		change(content)
		one.setContent(content)
		one.seePictures(pictures.Today(t))
		html, _ := one.texts(pictures.InTexts(t, true))
		fields := string(renderedFields(html))
		if pictures := pictures.Fields(t, one.addresses()); pictures != "" {
			fields += "," + pictures
		}
		if len(of.Corrects) > 0 {
			fields += `,"corrections":` + string(projector.EncodeMarkup(of.publicCorrections(t, id)))
		}
		body = of.expanded(objects.Extended(projector.Encode(one), fields))
		return nil
	})
	return body, err
}

// Render renders a text as readers would see it in an item. Its error is ErrNotReady.
func (c *Reader) Render(source string, o markdown.Options) (d markdown.Document, err error) {
	err = c.tx(func(t *projector.Tx) error {
		o.Picture = pictures.InTexts(t, true)
		d = markdown.Render(source, o)
		return nil
	})
	return d, err
}
