package categories

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"candor/events"
)

func TestWeightsAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var sent []events.Criterion
		for range rapid.IntRange(1, MaxCriteria).Draw(t, "criteria") {
			sent = append(sent, events.Criterion{Weight: rapid.Float64Range(math.SmallestNonzeroFloat32, maxWeight).Draw(t, "weight"),
				Retired: rapid.IntRange(0, 4).Draw(t, "retired") == 0})
		}
		before := slices.Clone(sent)
		sum, inUse := 0, 0
		for i, one := range weighed(sent) {
			if one.Retired {
				if one.Weight != before[i].Weight {
					t.Fatalf("a retired one weighs %v, not %v", one.Weight, before[i].Weight)
				}
				continue
			}
			tenths := int(math.Round(one.Weight * 10))
			if tenths < 1 || one.Weight != float64(tenths)/10 {
				t.Fatalf("a weight of %v", one.Weight)
			}
			sum, inUse = sum+tenths, inUse+1
		}
		if inUse > 0 && sum != 1000 {
			t.Fatalf("%v add up to %d tenths", sent, sum)
		}
	})
}

func TestCriteriaKeepTheirIDsAndAreRetiredWhileUsed(t *testing.T) {
	before := criteriaAfter([]events.Criterion{{Name: "Battery", Weight: 2}, {Name: "Screen", Weight: 1}, {Name: "Noise", Weight: 1}},
		nil, nil)
	want := []events.Criterion{{ID: "battery", Name: "Battery", Weight: 50}, {ID: "screen", Name: "Screen", Weight: 25},
		{ID: "noise", Name: "Noise", Weight: 25}}
	if d := cmp.Diff(want, before); d != "" {
		t.Fatal(d)
	}
	after := criteriaAfter([]events.Criterion{{ID: "battery", Name: "Battery life", Weight: 1}, {Name: "Screen", Weight: 1},
		{Name: "电池", Weight: 1}}, before, map[string]bool{"noise": true})
	want = []events.Criterion{{ID: "battery", Name: "Battery life", Weight: 33.4}, {ID: "screen-2", Name: "Screen", Weight: 33.3},
		{ID: "电池", Name: "电池", Weight: 33.3}, {ID: "noise", Name: "Noise", Weight: 25, Retired: true}}
	if d := cmp.Diff(want, after); d != "" {
		t.Error(d)
	}
}
