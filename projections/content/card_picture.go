// The pictures of cards that aren't made from an item's row, such as those of what a search finds.

package content

import (
	"candor/projections/content/pictures"
	"candor/projections/projector"
)

// CardPicture is the picture of a card as readers see it.
type CardPicture struct {
	Address *string                         // nil: there is none, or it is gone
	Known   map[string]pictures.ItemPicture // by the address, if it is stored here
}

// CardPictures returns what readers see of the pictures at some addresses, "" being none. Its error is ErrNotReady.
func (c *Reader) CardPictures(addresses []string) (all []CardPicture, err error) {
	all = make([]CardPicture, len(addresses))
	err = c.Read(func(_ *content, t *projector.Tx) error {
		for i := range addresses {
			if addresses[i] == "" {
				continue
			}
			if all[i].Address = pictures.Today(t).AddressSeen(&addresses[i]); all[i].Address != nil {
				all[i].Known = pictures.Known(t, []string{*all[i].Address})
			}
		}
		return nil
	})
	return all, err
}
