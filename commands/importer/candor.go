// Candor: the NDJSON of candor replay, event by event.
//
// Each event of an item is carried out again as the command that causes it, at its own time, so that items keep their revisions, but for
// those that readers can't see there; see publicity. Categories are found by their slug, or made as they were last. Pictures are stored
// like uploads; where metadata was left out of one, its address is another one than there.

package importer

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/google/uuid"

	"candor/commands"
	"candor/commands/editorial"
	"candor/commands/importer/prose"
	"candor/events"
)

// candorFile is one of Candor's own exports.
type candorFile struct {
	*importer
	last       map[events.CategoryID]events.CategoryContent // as the file leaves them
	deleted    map[events.CategoryID]bool                   // in the end
	categoryOf map[events.CategoryID]events.CategoryID      // id there → id here
	idOf       map[string]int64                             // stream there → id here, 0 in a dry run
	entryOf    map[string]int                               // stream there → index in the report's items
	pictures   map[string][]byte                            // chunks that have come so far
	shaOf      map[string]string                            // SHA-256 of a picture there → that here, "" in a dry run
	addressOf  map[string]string                            // SHA-256 of a picture there → its address here, where that is another one
	removed    map[string]bool                              // SHA-256 of the pictures that are removed in the end
	unread     map[string]bool                              // of pictures, and streams of categories, with an event that can't be read
	incomplete map[string]bool                              // streams without a beginning
	public     map[string]*publicity                        // by the streams of the items
	pages      map[string]*ownPage                          // by their streams
	settings   map[string]ownSettings                       // by their sections
	described  []describedName                              // tags and brands, as the file leaves them
}

func newCandorFile(im *importer) *candorFile {
	return &candorFile{importer: im, last: map[events.CategoryID]events.CategoryContent{}, deleted: map[events.CategoryID]bool{},
		categoryOf: map[events.CategoryID]events.CategoryID{}, idOf: map[string]int64{}, entryOf: map[string]int{}, pictures: map[string][]byte{},
		shaOf: map[string]string{}, addressOf: map[string]string{}, removed: map[string]bool{}, unread: map[string]bool{},
		incomplete: map[string]bool{}, public: map[string]*publicity{},
		pages: map[string]*ownPage{}, settings: map[string]ownSettings{}}
}

// candorLine is one line.
type candorLine struct {
	SpecVersion string          `json:"specversion"`
	ID          string          `json:"id"`
	Type        string          `json:"type"`
	Stream      string          `json:"subject"`
	Time        time.Time       `json:"time"`
	Data        json.RawMessage `json:"data"`
	Binary      []byte          `json:"data_base64"`
	Revision    uint64          `json:"revision"`
	Metadata    json.RawMessage `json:"metadata"`

	request string            // by which it was caused
	marking editorial.Marking // of the update that the event is
}

// readCandor calls each with every event of the file that this program can read, and with a nil event for the others.
func readCandor(r io.Reader, each func(l *candorLine, fact events.Event) error) error {
	in := bufio.NewReaderSize(r, 1<<20)
	for n := 1; ; n++ {
		line, err := readLine(in)
		if errors.Is(err, io.EOF) && len(line) == 0 {
			return nil
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("line %d: %w", n, err)
		}
		if n == 1 {
			line = bytes.TrimPrefix(line, []byte("\xef\xbb\xbf"))
		}
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		var l candorLine
		if err := json.Unmarshal(line, &l); err != nil {
			return fmt.Errorf("line %d is not an event: %w", n, err)
		}
		if l.SpecVersion != "1.0" || l.Type == "" || l.Stream == "" {
			return fmt.Errorf("line %d is not a CloudEvents 1.0 event with type and subject", n)
		}
		recorded := events.Recorded{Stream: l.Stream, Revision: l.Revision, Created: l.Time, Type: l.Type, Data: l.Data, Meta: l.Metadata}
		if l.Binary != nil {
			recorded.Binary, recorded.Data = true, l.Binary
		}
		if recorded.ID, err = uuid.Parse(l.ID); err != nil {
			return fmt.Errorf("line %d: the id %q is not a UUID", n, prose.FirstLine(l.ID))
		}
		fact, err := recorded.Decode()
		if err != nil && !errors.Is(err, events.ErrUnknownType) && !errors.Is(err, events.ErrUndecodable) {
			return fmt.Errorf("line %d: %w", n, err)
		}
		l.request = recorded.Metadata().CorrelationID
		if err := each(&l, fact); err != nil {
			return err
		}
	}
}

// readLine reads a line of at most maxPiece bytes.
func readLine(in *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := in.ReadSlice('\n')
		line = append(line, part...)
		if len(line) > maxPiece {
			return nil, fmt.Errorf("a line is longer than %d MiB", maxPiece>>20)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}

// survey reads the file to its end and gathers the final state of the categories, which pictures are removed, and what readers can see of
// the items.
func (f *candorFile) survey(r io.Reader) error {
	err := readCandor(r, func(l *candorLine, fact events.Event) error {
		if isItem(l.Stream) {
			f.look(l, fact)
			if about, ok := events.AboutOf(fact); ok && about.Kind == events.PageKind {
				f.notePage(l, about)
			}
		}
		f.noteName(l, fact)
		if section, values, ok := events.SettingsOf(fact); ok {
			f.settings[section] = ownSettings{l.ID, values}
		}
		switch e := fact.(type) {
		case nil: // it may say who may see something
			f.unread[strings.TrimPrefix(l.Stream, events.PicturePrefix)] = true
		case events.CategoryCreated:
			f.last[e.CategoryID] = e.CategoryContent
		case events.CategoryUpdated:
			c := f.last[e.CategoryID]
			events.Apply(&c, e.Changes)
			f.last[e.CategoryID] = c
		case events.CategoryDeleted:
			f.deleted[e.CategoryID] = true
		case events.CategoryRestored:
			delete(f.deleted, e.CategoryID)
		case events.MediaRemoved:
			f.removed[e.SHA256] = true
		case events.MediaReturned:
			delete(f.removed, e.SHA256)
		}
		return nil
	})
	for _, p := range f.public {
		p.settle(f.Now)
	}
	return err
}

// run carries the events out. A correction, an update's note or a typo belongs to the change before it, so each event waits for the next.
func (f *candorFile) run(ctx context.Context, r io.Reader) error {
	var waiting *candorLine
	var what events.Event
	err := readCandor(r, func(l *candorLine, fact events.Event) error {
		if marking, ok := markingOf(fact); ok && waiting != nil && waiting.Stream == l.Stream && waiting.Revision+1 == l.Revision {
			waiting.marking = marking
			return nil
		}
		was, before := waiting, what
		waiting, what = l, fact
		return f.carryOut(ctx, was, before)
	})
	if err != nil {
		return err
	}
	if err := f.carryOut(ctx, waiting, what); err != nil {
		return err
	}
	for stream, p := range f.public {
		if i, ok := f.entryOf[stream]; ok && (p.held != nil || p.publishes) {
			e := &f.report.Items[i]
			e.Notes = append(e.Notes, "what its latest withheld version changed was not imported")
		}
	}
	if err := f.ownPages(ctx); err != nil {
		return err
	}
	return f.adoptRest(ctx)
}

// markingOf returns what an event says of the update before it, and false if it is no such event.
func markingOf(fact events.Event) (m editorial.Marking, ok bool) {
	switch e := fact.(type) {
	case events.ReviewCorrected:
		m.Correction = &e.Note
	case events.ArticleCorrected:
		m.Correction = &e.Note
	case events.PageCorrected:
		m.Correction = &e.Note
	case events.ReviewUpdateNoted:
		m.Update = &e.Note
	case events.ArticleUpdateNoted:
		m.Update = &e.Note
	case events.ReviewTypoMarked, events.ArticleTypoMarked:
		m.Typo = true
	default:
		return m, false
	}
	return m, true
}

// carryOut carries one event out; nil is none.
func (f *candorFile) carryOut(ctx context.Context, l *candorLine, fact events.Event) error {
	if l == nil {
		return nil
	}
	by := f.By
	by.IdempotencyKey = "candor " + l.ID
	err := f.event(ctx, by, l, fact)
	if why, ok := refusal(err); ok {
		return f.refuse(ctx, by, l, why)
	}
	return err
}

// refuse reports that an event could not be carried out. An item that lacks it becomes a draft: the event may have taken something from
// readers.
func (f *candorFile) refuse(ctx context.Context, by commands.Caller, l *candorLine, why string) error {
	i, ok := f.entryOf[l.Stream]
	if !ok {
		f.incomplete[l.Stream] = true
		f.report.skip(l.Type, why, "")
		return nil
	}
	e := &f.report.Items[i]
	e.Notes = append(e.Notes, fmt.Sprintf("%s of revision %d was refused, so it is a draft: %s", l.Type, l.Revision, why))
	p := f.public[l.Stream]
	if p.close("an event was refused"); !p.published || f.DryRun {
		return nil
	}
	no := false
	by.IdempotencyKey += " refused"
	result, err := f.setOptions(l.Stream, editorial.ItemOptions{IsPublished: &no})(ctx, by)
	p.published, e.Published = false, false
	f.report.After = max(f.report.After, result.Position)
	return err
}

func (f *candorFile) event(ctx context.Context, by commands.Caller, l *candorLine, fact events.Event) error {
	switch e := fact.(type) {
	case events.MediaStored:
		return f.picture(ctx, by, e)
	case events.MediaDescribed:
		return f.describePicture(ctx, by, e)
	case events.MediaReplaced:
		return f.replacePicture(ctx, by, e)
	case events.MediaRemoved, events.MediaAllowed, events.MediaReturned:
		return nil // those that are removed in the end are not imported
	case events.CategoryCreated:
		return f.category(ctx, e, l)
	case events.CategoryUpdated, events.CategoryDeleted, events.CategoryRestored, events.NameDescribed:
		return nil // it is created, or described, in its final state
	}
	switch {
	case f.isOwn(l.Stream), strings.HasPrefix(l.Stream, events.SettingsPrefix):
		return nil // it is imported in its final state
	case isItem(l.Stream):
		return f.itemEvent(ctx, by, l, fact)
	case fact == nil:
		f.report.skip(l.Type, "unknown to this version", "")
	default:
		if why := skipReason(l.Type, l.Stream); why != "" {
			f.report.skip(l.Type, why, "")
		}
	}
	return nil
}

// itemEvent carries out one event of an item.
func (f *candorFile) itemEvent(ctx context.Context, by commands.Caller, l *candorLine, fact events.Event) error {
	if l.Revision > 0 {
		if _, begun := f.entryOf[l.Stream]; !begun {
			if !f.incomplete[l.Stream] {
				f.incomplete[l.Stream] = true
				f.report.skip("history of an item", "its first events are missing from the file", "")
			}
			return nil
		}
	}
	p := f.public[l.Stream]
	if l.Revision < p.done {
		return nil // the file holds it twice
	}
	p.done = l.Revision + 1
	if about, ok := events.AboutOf(fact); ok && l.Revision > 0 && p.leavesOut(l, about) {
		return nil
	}
	step, ok := f.stepOf(l, fact, p)
	if !ok || step.begins != nil && l.Revision > 0 {
		f.report.skip(l.Type, "not imported; use candor backup and restore to keep it", "")
		return nil
	}
	by.At = step.at
	if step.begins != nil {
		present, err := f.Handler.Repeats(ctx, by)
		if err != nil {
			return err
		}
		f.begin(l.Stream, step, present)
	}
	entry := &f.report.Items[f.entryOf[l.Stream]]
	if f.DryRun {
		if step.check != nil {
			if why, refused := refusal(step.check()); refused {
				entry.Outcome, entry.Why = Refused, why
			}
		}
	} else if err := f.do(ctx, by, l.Stream, step, entry); err != nil || entry.Outcome == Refused {
		return err
	}
	if step.shows != nil {
		step.shows(entry)
	}
	return nil
}

// do carries out one event of an item, or refuses the item that it begins. An event that changes nothing is recorded: when the file is
// imported again, it isn't tried on what somebody has made of the item here since.
func (f *candorFile) do(ctx context.Context, by commands.Caller, stream string, s step, entry *Entry) error {
	if s.begins == nil && entry.Outcome == Present {
		if done, err := f.Handler.Repeats(ctx, by); done || err != nil {
			return err
		}
	}
	result, err := s.do(ctx, by)
	if why, refused := refusal(err); refused && s.begins != nil {
		entry.Outcome, entry.Why = Refused, why
		delete(f.entryOf, stream)
		f.incomplete[stream] = true
		return nil
	}
	if commands.KindOf(err) == commands.NotFound && entry.Outcome == Present {
		return nil // it was deleted here after an import that was interrupted
	}
	if err != nil {
		return err
	}
	f.idOf[stream], entry.ID = result.ID, result.ID
	f.report.After = max(f.report.After, result.Position)
	if result.Position == 0 && s.begins == nil {
		_, err = f.Handler.Accept(ctx, by)
	}
	return err
}

// begin enters an item into the report.
func (f *candorFile) begin(stream string, s step, present bool) {
	e := *s.begins
	e.Source, e.Outcome, e.Created = stream, Added, &s.at
	if present {
		e.Outcome = Present
	}
	if note := f.public[stream].note(present); note != "" {
		e.Notes = append(e.Notes, note)
	}
	f.entryOf[stream] = len(f.report.Items)
	f.report.Items = append(f.report.Items, e)
}
