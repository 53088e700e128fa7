// What answers say of pictures beside their addresses.

package pictures

import (
	"time"

	"candor/events"
	"candor/projections/projector"
)

// ItemPicture is a picture in an item's fields, as readers' answers describe it by its address there.
type ItemPicture struct {
	Width      int                `json:"width"` // in pixels; 0 of one that was removed, as its height
	Height     int                `json:"height"`
	Alt        string             `json:"alt,omitempty"`
	Caption    string             `json:"caption,omitempty"`
	Credit     string             `json:"credit,omitempty"`
	FocalPoint *events.FocalPoint `json:"focalPoint,omitempty"` // nil: the centre
	Widths     []int              `json:"widths,omitempty"`     // of its smaller copies
	RemovedAt  *time.Time         `json:"removedAt,omitempty"`  // in an earlier version: it was shown then, and removed since
}

// Known returns what answers say of the stored pictures at some addresses, by those.
func Known(t *projector.Tx, addresses []string) map[string]ItemPicture {
	return Today(t).known(addresses)
}

// Fields returns what answers say of the pictures at some addresses, as a field of an item; "" if nothing is known of any.
func Fields(t *projector.Tx, addresses []string) string { return Today(t).Fields(addresses) }

// Fields is the function of that name for what is seen at some addresses.
func (v View) Fields(addresses []string) string {
	all := v.known(addresses)
	if len(all) == 0 {
		return ""
	}
	return `"pictures":` + string(projector.Encode(all))
}

// known returns what answers say of what is seen at some addresses, by where that is.
func (v View) known(addresses []string) map[string]ItemPicture {
	all := map[string]ItemPicture{}
	for _, address := range addresses {
		p := v.At(address)
		if p == nil {
			continue
		}
		if p.Replaced {
			address = p.Address
		}
		switch f := p.Facts; {
		case p.RemovedAt != nil:
			all[address] = ItemPicture{RemovedAt: p.RemovedAt}
		case !p.Gone && f.Width > 0:
			all[address] = ItemPicture{f.Width, f.Height, f.Alt, f.Caption, f.Credit, f.FocalPoint, f.Renditions(), nil}
		}
	}
	return all
}
