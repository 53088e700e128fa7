// What the admin or a bot sends of a category's criteria, and the rules for them.

package categories

import (
	"fmt"
	"math"
	"strings"

	"candor/commands/editorial/slugs"
	"candor/commands/input"
	"candor/events"
	"candor/events/characters"
)

// The most that a category's criteria may hold.
const (
	MaxCriteria      = 12  // in use and retired ones together
	maxCriterionName = 60  // characters
	maxWeight        = 1e6 // before weights are scaled to 100
)

// readCriteria returns the field's criteria, an empty list for null, and nil if the field is absent or invalid. A weight that is absent is
// 1.
func readCriteria(o *input.Object, field string) *[]events.Criterion {
	all := []events.Criterion{}
	found := o.Objects(field, MaxCriteria, `{"name": "Battery", "weight": 20}`, func(_ int, sent *input.Object) {
		one := events.Criterion{ID: sent.Plain("id"), Name: sent.Plain("name"), Weight: 1, Retired: input.IsTrue(sent.Flag("retired"))}
		if weight, none := sent.Number("weight"); weight != nil && !none {
			one.Weight = *weight
		}
		all = append(all, one)
	})
	if !found {
		return nil
	}
	return &all
}

// tidyCriteria tidies a category's criteria.
func tidyCriteria(r *input.Rules, field string, value **[]events.Criterion) {
	criteria := *value
	if criteria == nil {
		return
	}
	if len(*criteria) > MaxCriteria {
		r.Fail(field, "%s must be at most %d", input.Label(field), MaxCriteria)
	}
	ids, names := map[string]bool{}, map[string]bool{}
	for i := range *criteria {
		one := &(*criteria)[i]
		one.Name, one.ID = input.TidyLine(one.Name), strings.TrimSpace(one.ID)
		fail := func(name, format string, args ...any) { r.Fail(input.MemberField(field, i, name), format, args...) }
		switch {
		case !input.IsClean(one.Name):
			fail("name", "Name must be valid UTF-8 without NUL")
		case one.Name == "":
			fail("name", "Name is required")
		case characters.Count(one.Name) > maxCriterionName:
			fail("name", "Name must be at most %d characters", maxCriterionName)
		case names[events.NameKey(one.Name)]:
			fail("name", "“%s” is there twice", one.Name)
		}
		names[events.NameKey(one.Name)] = true
		switch {
		case one.ID == "":
		case !input.IsSlug(one.ID):
			fail("id", "Id must consist of lower-case letters, digits and single hyphens between them")
		case ids[one.ID]:
			fail("id", "“%s” is there twice", one.ID)
		}
		ids[one.ID] = true
		if !(one.Weight > 0 && one.Weight <= maxWeight) {
			fail("weight", "Weight must be a number above 0")
		}
	}
}

// criteriaAfter returns a category's criteria after a change to those that were sent: with an id each, weights that add up, and, retired,
// those of before that were left out but are used.
func criteriaAfter(sent, before []events.Criterion, used map[string]bool) []events.Criterion {
	known := map[string]events.Criterion{}
	for _, one := range before {
		known[one.ID] = one
	}
	taken := map[string]bool{}
	for _, one := range sent {
		taken[one.ID] = true
	}
	var after []events.Criterion
	for _, one := range sent {
		if one.ID == "" {
			one.ID = freeID(one.Name, func(id string) bool { _, is := known[id]; return is || taken[id] })
			taken[one.ID] = true
		}
		after = append(after, one)
	}
	for _, one := range before {
		if !taken[one.ID] && used[one.ID] {
			one.Retired = true
			after = append(after, one)
		}
	}
	return weighed(after)
}

// freeID returns an id made of a name, with a number where that one is taken.
func freeID(name string, taken func(id string) bool) string {
	base := slugs.Of(name)
	if base == "" {
		base = "criterion"
	}
	id := base
	for n := 2; taken(id); n++ {
		id = fmt.Sprintf("%s-%d", base, n)
	}
	return id
}

// weighed returns criteria with the weights of those in use in percent, in steps of 0.1, which add up to 100. What rounding leaves goes to
// those that lost most by it.
func weighed(criteria []events.Criterion) []events.Criterion {
	const whole = 1000 // tenths of a percent
	sum := 0.0
	for _, one := range criteria {
		if !one.Retired {
			sum += one.Weight
		}
	}
	left := whole
	tenths, lost := make([]int, len(criteria)), make([]float64, len(criteria))
	for i, one := range criteria {
		if one.Retired {
			continue
		}
		exact := one.Weight / sum * whole
		tenths[i] = max(1, int(math.Floor(exact+1e-9)))
		lost[i] = exact - float64(tenths[i])
		left -= tenths[i]
	}
	for left != 0 && sum > 0 {
		step, best := 1, -1
		if left < 0 {
			step = -1
		}
		for i, one := range criteria {
			if !one.Retired && tenths[i]+step > 0 && (best < 0 || float64(step)*lost[i] > float64(step)*lost[best]) {
				best = i
			}
		}
		tenths[best], lost[best], left = tenths[best]+step, lost[best]-float64(step), left-step
	}
	for i := range criteria {
		if !criteria[i].Retired {
			criteria[i].Weight = float64(tenths[i]) / 10
		}
	}
	return criteria
}
