// The most viewed pages and countries. Counts only grow, so each of the top is either there already or
// was just counted: the rest needn't be read. Only a day's summary that leaves rare texts out makes some counts smaller; then all are read.

package analytics

import (
	"cmp"
	"encoding/json"
	"slices"

	"candor/projections/projector"
)

// maxTop is how many pages and countries are in the summary (design.md).
const maxTop = 50

// ranked is a text and its count.
type ranked struct {
	Text  string `json:"text"`
	Count int64  `json:"count"`
}

// updateTop adds counted to the totals in the named bucket and stores the top of them.
func updateTop(t *projector.Tx, name []byte, totals string, counted map[string]int64) {
	if len(counted) == 0 {
		return
	}
	top, err := loadTop(t, name)
	if err != nil {
		panic(projector.Damage("the top is no JSON"))
	}
	place := make(map[string]int, len(top))
	for i, r := range top {
		place[r.Text] = i
	}
	least := int64(0)
	if len(top) == maxTop {
		least = top[len(top)-1].Count
	}
	texts := make([]string, 0, len(counted))
	for text := range counted {
		texts = append(texts, text)
	}
	slices.Sort(texts)
	rows := t.Bucket(totals)
	for _, text := range texts {
		total := rows.Count(projector.BoundedKey(text), counted[text])
		if i, ok := place[text]; ok {
			top[i].Count = total
		} else if total >= least {
			top = append(top, ranked{text, total})
		}
	}
	slices.SortFunc(top, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Text, b.Text))
	})
	t.Bucket("top").Put(name, projector.Encode(top[:min(len(top), maxTop)]))
}

func loadTop(t *projector.Tx, name []byte) ([]ranked, error) {
	var top []ranked
	stored := t.Bucket("top").Get(name)
	if stored == nil {
		return nil, nil
	}
	err := json.Unmarshal(stored, &top)
	return top, err
}

// correctTop is updateTop for changes that may be negative.
func correctTop(t *projector.Tx, name []byte, totals string, change map[string]int64) {
	smaller := false
	for text, n := range change {
		if n == 0 {
			delete(change, text)
		}
		smaller = smaller || n < 0
	}
	if !smaller {
		updateTop(t, name, totals, change)
		return
	}
	keyed := make(map[string]int64, len(change))
	for text, n := range change {
		keyed[string(projector.BoundedKey(text))] += n
	}
	rows := t.Bucket(totals)
	countAll(rows, keyed)
	all := map[string]int64{}
	rows.Scan(nil, []byte{}, func(key, stored []byte) bool {
		all[textOf(key)] += int64(projector.ParseNumber(stored))
		return true
	})
	top := rank(all)
	t.Bucket("top").Put(name, projector.Encode(top[:min(len(top), maxTop)]))
}

// rank puts the largest first.
func rank(counts map[string]int64) []ranked {
	all := make([]ranked, 0, len(counts))
	for text, n := range counts {
		all = append(all, ranked{text, n})
	}
	slices.SortFunc(all, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Text, b.Text))
	})
	return all
}
