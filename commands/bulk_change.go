// One action on many items of a kind: what a caller sends, and the actions that there are.

package commands

import (
	"slices"
	"strings"
)

// maxBulk is the most items in one request: a key's whole hour (spec.md section 9).
const maxBulk = 1000

// BulkAction is an action that is carried out on every item.
type BulkAction string

// The actions. Restore brings back what was deleted, as it was.
const (
	BulkPublish   BulkAction = "publish"
	BulkUnpublish BulkAction = "unpublish"
	BulkFeature   BulkAction = "feature"
	BulkUnfeature BulkAction = "unfeature"
	BulkDelete    BulkAction = "delete"
	BulkRestore   BulkAction = "restore"
)

// The actions of each kind.
var (
	ReviewActions  = []BulkAction{BulkPublish, BulkUnpublish, BulkFeature, BulkUnfeature, BulkDelete, BulkRestore}
	ArticleActions = []BulkAction{BulkPublish, BulkUnpublish, BulkDelete, BulkRestore}
	PageActions    = []BulkAction{BulkPublish, BulkUnpublish, BulkDelete, BulkRestore}
)

// BulkChange is one action on the items with these ids, each named once.
type BulkChange struct {
	Action BulkAction
	IDs    []int64
}

// ParseBulkChange reads {"action": "publish", "ids": [1, 2]}; the action must be among allowed.
// Errors as for [Content].Parse.
func ParseBulkChange(body []byte, allowed []BulkAction) (BulkChange, error) {
	o, err := readObject(body)
	if err != nil {
		return BulkChange{}, err
	}
	in := BulkChange{Action: BulkAction(o.plain("action"))}
	switch {
	case o.raw("action") == nil:
		o.fail("action", "Action is required")
	case !slices.Contains(allowed, in.Action) && len(o.errs) == 0:
		o.fail("action", "Action must be one of %s", joined(allowed))
	}
	raw := o.raw("ids")
	switch {
	case raw == nil || isNull(raw):
		o.fail("ids", "Ids is required")
	case raw[0] != '[':
		o.fail("ids", "Ids must be an array")
	default:
		in.IDs = o.ids("ids", raw)
	}
	if errs := o.done(body); len(errs) > 0 {
		return BulkChange{}, invalid(errs...)
	}
	return in, nil
}

// ids reads an array of ids; repeated ids are skipped.
func (o *object) ids(field string, raw []byte) []int64 {
	var ids []int64
	seen := map[int64]bool{}
	for value := range elementsOf(raw) {
		id, ok := wholeNumber(value)
		if !ok {
			o.fail(field, "%s must contain positive whole numbers", label(field))
			return nil
		}
		if !seen[id] {
			seen[id] = true
			ids = append(ids, id)
		}
		if len(ids) > maxBulk {
			o.fail(field, "%s can have at most %d items", label(field), maxBulk)
			return nil
		}
	}
	if len(ids) == 0 {
		o.fail(field, "%s must have at least one item", label(field))
	}
	return ids
}

// wholeNumber reads an id in JSON: digits only.
func wholeNumber(raw []byte) (n int64, ok bool) {
	if len(raw) == 0 || len(raw) > 18 || raw[0] == '0' {
		return 0, false
	}
	for _, c := range raw {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int64(c-'0')
	}
	return n, true
}

func joined(actions []BulkAction) string {
	names := make([]string, len(actions))
	for i, a := range actions {
		names[i] = string(a)
	}
	return strings.Join(names, ", ")
}
