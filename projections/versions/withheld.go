// Versions that are withheld.

package versions

import (
	"math"

	"candor/events"
	"candor/projections/projector"
)

// Withheld lists the versions that are withheld now, by kind and item. It is never nil. Its error is ErrNotReady.
func (r *Reader) Withheld() ([]events.WithheldVersion, error) {
	all := []events.WithheldVersion{}
	err := r.Read(func(_ *versions, t *projector.Tx) error {
		for _, k := range kinds {
			t.Bucket(k.Name+"-withheld").Scan(nil, nil, func(key, stored []byte) bool {
				var why Withheld
				decode(stored, &why)
				id, revision := int64(projector.ParseNumber(key[:8])), ^projector.ParseNumber(key[8:])
				one := events.WithheldVersion{Item: events.Item{Kind: k.Name, ID: id}, Revision: revision, Until: math.MaxUint64,
					Reason: why.Reason, At: why.At}
				t.Bucket(k.Name+"-version").Scan(projector.Number(id), nil, func(key, stored []byte) bool {
					var v version
					decode(stored, &v)
					if ^projector.ParseNumber(key[8:]) == revision {
						one.First = v.First
						return false
					}
					one.Until = v.First
					return true
				})
				all = append(all, one)
				return true
			})
		}
		return nil
	})
	return all, err
}

// Listed returns a version as a list shows it, also of an item that readers can't see. Errors: ErrNotFound, ErrNotReady.
func (r *Reader) Listed(kind string, id int64, revision uint64) (one Listed, err error) {
	err = r.Read(func(_ *versions, t *projector.Tx) error {
		k := versionedKind(kind)
		if k == nil {
			return projector.ErrNotFound
		}
		it, v := k.item(t, id), k.version(t, id, revision)
		if v == nil {
			return projector.ErrNotFound
		}
		one = k.listed(t, id, revision, &it, v, r.inLists())
		return nil
	})
	return one, err
}
