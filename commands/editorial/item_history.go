// What the history of an item compares, and what restoring an earlier revision of it takes.

package editorial

import (
	"candor/commands"
	"candor/commands/history"
	"candor/commands/input"
)

// Restoring says what else a restore gives back, and how it is marked.
type Restoring struct {
	State    bool // whether the item is published and featured
	Schedule bool // when it is to be published and unpublished, but for what has passed
	Marking
}

// ParseRestore reads the options of a restore: {"state": true, "schedule": true, "correction": "a note"},
// or another marking. No body is an empty one. Errors as for [Content].Parse.
func ParseRestore(body []byte) (Restoring, error) {
	if len(body) == 0 {
		return Restoring{}, nil
	}
	o, err := input.ReadObject(body)
	if err != nil {
		return Restoring{}, err
	}
	how := Restoring{State: input.IsTrue(o.Flag("state")), Schedule: input.IsTrue(o.Flag("schedule")), Marking: readMarking(o)}
	var r input.Rules
	tidyMarking(&r, &how.Marking)
	if errs := append(o.Done(body), r.Errs...); len(errs) > 0 {
		return Restoring{}, commands.Refuse(errs...)
	}
	return how, nil
}

func (s item[C, Ch]) Known() bool { return s.exists }

func (s item[C, Ch]) Value() (any, []history.Mark) {
	marks := []history.Mark{{Name: "isPublished", Is: s.published()}}
	if s.kind.Featured {
		marks = append(marks, history.Mark{Name: "isFeatured", Is: s.featured})
	}
	marks = append(marks, history.Mark{Name: "isDeleted", Is: s.deleted})
	marks = append(append(marks, s.schedule.marks()...), s.draft.mark())
	if s.kind.Versioned {
		marks = append(marks, history.Mark{Name: history.WithheldVersions, Is: s.withheld.shown()})
	}
	return s.content, marks
}

func (s item[C, Ch]) Heading() string { return s.kind.title(s.content) }
