package audit_test

import (
	"slices"
	"testing"
	"time"

	"candor/events"
	"candor/projections/audit"
	"candor/projections/internal/modeltest"
)

// An imported item keeps its date. A view of the past shows it only since the import.
func TestMarksSayWhenTheyWereRecorded(t *testing.T) {
	log := modeltest.NewLog()
	m := modeltest.Open(t, modeltest.MemDir(t), log)
	at := modeltest.Began.AddDate(-3, 0, 0)
	modeltest.Seen(t, log.Append(t, "review-1", modeltest.Review(1, "Imported"), events.ReviewPublished{ReviewID: 1, At: at}), m.History)

	marks, err := m.History.Marks(time.Time{}, time.Time{}, 10)
	if err != nil || len(marks) != 1 {
		t.Fatalf("marks are %+v (%v)", marks, err)
	}
	if got := marks[0]; !got.At.Equal(at) || !got.RecordedAt.Equal(modeltest.Began.Add(time.Second)) || got.Revision != 1 ||
		got.Item() != (events.Item{Kind: "review", ID: 1}) {
		t.Errorf("the mark is %+v", got)
	}
}

func TestNewestMarks(t *testing.T) {
	mark := func(id int64, recorded int) audit.Mark {
		return audit.Mark{ID: id, At: modeltest.Day(int(id)), RecordedAt: modeltest.Began.Add(time.Duration(recorded) * time.Hour)}
	}
	for name, test := range map[string]struct {
		recorded []int // when, in the order of the marks' dates
		n        int
		ids      []int64
	}{
		"fewer than asked for":                 {[]int{1, 2}, 3, []int64{0, 1}},
		"those recorded last, in their order":  {[]int{9, 1, 8, 2}, 2, []int64{0, 2}},
		"of those recorded together, the last": {[]int{5, 5, 5}, 2, []int64{1, 2}},
		"one recorded after them":              {[]int{9, 5, 5}, 2, []int64{0, 2}},
		"none":                                 {nil, 2, nil},
	} {
		t.Run(name, func(t *testing.T) {
			var marks []audit.Mark
			for id, hour := range test.recorded {
				marks = append(marks, mark(int64(id), hour))
			}
			var got []int64
			for _, m := range audit.NewestMarks(marks, test.n) {
				got = append(got, m.ID)
			}
			if !slices.Equal(got, test.ids) {
				t.Errorf("got %v, want %v", got, test.ids)
			}
		})
	}
}
