// What answers say of the pictures in an item's fields. Bucket
//
//	<kind>-pictures   00…0c (id) 'c' or 's' → fields of the answer as JSON, without its braces: of its card in a list, and of the item alone
//	<kind>-pictures   00…0c (id) 'o' → nothing, where the row names a picture that is gone, or that readers see another one for
//
// Items whose fields name no stored picture have no fields, as those that only name pictures that are gone.

package content

import (
	"candor/events"
	"candor/projections/content/objects"
	"candor/projections/content/pictures"
	"candor/projections/projector"
)

// The ends of keys in the bucket.
const (
	onCard = 'c'
	single = 's'
	others = 'o'
)

// putPictures stores what answers say of an item's pictures, and whether readers see its row as it is.
func (c *collection) putPictures(t *projector.Tx, id int64, row []byte) {
	fields := map[byte]string{}
	if len(events.PicturesIn(row)) > 0 {
		one := c.decode(row)
		one.seePictures(pictures.Today(t))
		addresses := one.addresses()
		fields[single] = pictures.Fields(t, addresses)
		fields[onCard] = pictures.Fields(t, addresses[:min(1, len(addresses))])
	}
	rows := t.Bucket(c.Name + "-pictures")
	if key := picturesKey(id, others); pictures.SeesOthers(t, row) {
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
	return objects.WithFields(object, string(t.Bucket(c.Name+"-pictures").Get(picturesKey(id, place))))
}
