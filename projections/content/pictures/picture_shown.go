// What answers say of pictures beside their addresses.

package pictures

import (
	"candor/events"
	"candor/projections/projector"
)

// ItemPicture is a picture in an item's fields, as readers' answers describe it by its address there.
type ItemPicture struct {
	Width      int                `json:"width"` // in pixels
	Height     int                `json:"height"`
	Alt        string             `json:"alt,omitempty"`
	Caption    string             `json:"caption,omitempty"`
	Credit     string             `json:"credit,omitempty"`
	FocalPoint *events.FocalPoint `json:"focalPoint,omitempty"` // nil: the centre
	Widths     []int              `json:"widths,omitempty"`     // of its smaller copies
}

// Known returns what answers say of the stored pictures at some addresses, by those.
func Known(t *projector.Tx, addresses []string) map[string]ItemPicture {
	all := map[string]ItemPicture{}
	for _, address := range addresses {
		if p := At(t, address); p != nil && !p.Gone && p.Facts.Width > 0 {
			f := p.Facts
			all[address] = ItemPicture{f.Width, f.Height, f.Alt, f.Caption, f.Credit, f.FocalPoint, f.Renditions()}
		}
	}
	return all
}

// Fields returns what answers say of the pictures at some addresses, as a field of an item; "" if nothing is known of any.
func Fields(t *projector.Tx, addresses []string) string {
	all := Known(t, addresses)
	if len(all) == 0 {
		return ""
	}
	return `"pictures":` + string(projector.Encode(all))
}
