// One action on many items of a kind: what a caller sends, and the actions that there are.

package editorial

import (
	"slices"
	"strings"

	"candor/commands"
	"candor/commands/input"
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
	o, err := input.ReadObject(body)
	if err != nil {
		return BulkChange{}, err
	}
	in := BulkChange{Action: BulkAction(o.Plain("action"))}
	switch {
	case o.Raw("action") == nil:
		o.Fail("action", "Action is required")
	case !slices.Contains(allowed, in.Action) && len(o.Errs) == 0:
		o.Fail("action", "Action must be one of %s", joined(allowed))
	}
	raw := o.Raw("ids")
	switch {
	case raw == nil || input.IsNull(raw):
		o.Fail("ids", "IDs is required")
	case raw[0] != '[':
		o.Fail("ids", "IDs must be an array")
	default:
		in.IDs = readIds(o, "ids", raw)
	}
	if errs := o.Done(body); len(errs) > 0 {
		return BulkChange{}, commands.Refuse(errs...)
	}
	return in, nil
}

// readIds reads an array of ids; repeated ids are skipped.
func readIds(o *input.Object, field string, raw []byte) []int64 {
	var ids []int64
	seen := map[int64]bool{}
	for value := range input.ElementsOf(raw) {
		id, ok := wholeNumber(value)
		if !ok {
			o.Fail(field, "%s must contain positive whole numbers", input.Label(field))
			return nil
		}
		if !seen[id] {
			seen[id] = true
			ids = append(ids, id)
		}
		if len(ids) > maxBulk {
			o.Fail(field, "%s can have at most %d items", input.Label(field), maxBulk)
			return nil
		}
	}
	if len(ids) == 0 {
		o.Fail(field, "%s must have at least one item", input.Label(field))
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
