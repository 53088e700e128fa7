// What answers say of the pictures in an item's fields. Bucket
//
//	<kind>-pictures   00…0c (id) 'c' or 's' → fields of the answer as JSON, without its braces: of its card in a list, and of the item alone
//	<kind>-pictures   00…0c (id) 'o' → nothing, where the row names a picture that is gone, or that readers see another one for
//
// Items whose fields name no stored picture have no fields, as those that only name pictures that are gone.

package content

import (
	"candor/events"
	"candor/projections/projector"
)

// The ends of keys in the bucket.
const (
	onCard = 'c'
	single = 's'
	others = 'o'
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

// picturesOf returns what answers say of the pictures at some addresses, as a field of an item; "" if nothing is known of any.
func picturesOf(t *projector.Tx, addresses []string) string {
	all := map[string]ItemPicture{}
	for _, address := range addresses {
		if p := seen(t, address); p != nil && !p.gone && p.facts.Width > 0 {
			f := p.facts
			all[address] = ItemPicture{f.Width, f.Height, f.Alt, f.Caption, f.Credit, f.FocalPoint, f.renditions()}
		}
	}
	if len(all) == 0 {
		return ""
	}
	return `"pictures":` + string(projector.Encode(all))
}

// putPictures stores what answers say of an item's pictures, and whether readers see its row as it is.
func (c *collection) putPictures(t *projector.Tx, id int64, row []byte) {
	fields := map[byte]string{}
	if len(events.PicturesIn(row)) > 0 {
		one := c.decode(row)
		one.seePictures(t)
		addresses := one.addresses()
		fields[single] = picturesOf(t, addresses)
		fields[onCard] = picturesOf(t, addresses[:min(1, len(addresses))])
	}
	rows := t.Bucket(c.Name + "-pictures")
	if key := picturesKey(id, others); seesOthers(t, row) {
		rows.Put(key, nil)
	} else {
		rows.Delete(key)
	}
	for _, place := range []byte{onCard, single} {
		if key := picturesKey(id, place); fields[place] != "" {
			rows.Put(key, []byte(fields[place]))
		} else {
			rows.Delete(key)
		}
	}
}

func picturesKey(id int64, place byte) []byte { return append(projector.Number(id), place) }

// withPictures returns a readers' answer of an item with what is known of its pictures.
func (c *collection) withPictures(t *projector.Tx, id int64, object []byte, place byte) []byte {
	return withFields(object, string(t.Bucket(c.Name+"-pictures").Get(picturesKey(id, place))))
}
