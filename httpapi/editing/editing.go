// Package editing remembers which items are open in which editors, for a short while and in this process only.
package editing

import (
	"cmp"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"

	"candor/events"
)

// Forgotten is after how long an editor counts as closed that has not been heard of. Editors call more often.
const Forgotten = 60 * time.Second

// Windows are the open editors. Its zero value has none. It is safe for concurrent use.
type Windows struct {
	mu   sync.Mutex
	open map[string]map[uuid.UUID]window // by what is edited
}

// window is one open editor.
type window struct {
	Other
	heard time.Time
}

// Other is another editor of the same thing.
type Other struct {
	Since time.Time    `json:"since"`
	By    events.Actor `json:"by"`
}

// Open notes that a window edits a thing, and returns the others that do, the longest open first.
func (w *Windows) Open(thing string, id uuid.UUID, by events.Actor, now time.Time) []Other {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.forget(now)
	if w.open == nil {
		w.open = map[string]map[uuid.UUID]window{}
	}
	if w.open[thing] == nil {
		w.open[thing] = map[uuid.UUID]window{}
	}
	one, known := w.open[thing][id]
	if !known {
		one.Since = now
	}
	one.By, one.heard = by, now
	w.open[thing][id] = one
	others := []Other{}
	for other, is := range w.open[thing] {
		if other != id {
			others = append(others, is.Other)
		}
	}
	slices.SortFunc(others, func(a, b Other) int { return cmp.Or(a.Since.Compare(b.Since), cmp.Compare(a.By.Name, b.By.Name)) })
	return others
}

// Close notes that a window edits a thing no longer.
func (w *Windows) Close(thing string, id uuid.UUID) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.remove(thing, id)
}

// forget removes the windows that have not been heard of.
func (w *Windows) forget(now time.Time) {
	for thing, windows := range w.open {
		for id, is := range windows {
			if now.Sub(is.heard) >= Forgotten {
				w.remove(thing, id)
			}
		}
	}
}

func (w *Windows) remove(thing string, id uuid.UUID) {
	delete(w.open[thing], id)
	if len(w.open[thing]) == 0 {
		delete(w.open, thing)
	}
}
