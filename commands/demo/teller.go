// The teller: it makes happen what the content and the story say, in the order of time.

package demo

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"candor/commands"
	"candor/commands/access"
	"candor/commands/drafts"
	"candor/commands/editorial/authors"
	"candor/commands/history"
	"candor/commands/people"
	"candor/commands/rooms"
	"candor/events"
)

// day is the unit of DaysAgo.
const day = 24 * time.Hour

// before returns the moment a number of days before now, in whole seconds.
func before(now time.Time, days float64) time.Time {
	return now.Add(-time.Duration(days * float64(day))).Truncate(time.Second)
}

// teller carries out the story on a log. Its requests have idempotency keys, so that a story that was cut short can be told again from its
// beginning.
type teller struct {
	Content
	log     commands.EventLog
	handler *rooms.Handlers
	clock   *Clock           // what the handler takes for the time
	logTime func() time.Time // in events' metadata
	origin  time.Time        // what days are counted back from

	categories map[int]int64
	addresses  map[string]string // of pictures, by the names of their files
	items      map[string]*item  // by the names of their files
	bot        events.Actor
}

// step is one thing that happens in the story, and when.
type step struct {
	at   time.Time
	name string
	tell func(ctx context.Context, by commands.Caller) error
}

func (t *teller) tell(ctx context.Context) error {
	steps := t.steps()
	slices.SortStableFunc(steps, func(a, b step) int { return a.at.Compare(b.at) })
	for _, s := range steps {
		t.clock.set(s.at)
		if err := s.tell(ctx, t.editor(s.name)); err != nil {
			return fmt.Errorf("demo, %s: %w", s.name, err)
		}
	}
	return nil
}

// editor is the site's admin, in a request of its own.
func (t *teller) editor(request string) commands.Caller {
	return commands.Caller{
		Actor: events.Actor{Kind: events.ActorAdmin, ID: "admin", Name: "admin"}, Via: events.ViaDashboard,
		RequestID: "demo: " + request, IdempotencyKey: "demo: " + request, BodyHash: "1", Demo: true,
	}
}

// reader returns the request as one of a visitor.
func reader(by commands.Caller) commands.Caller {
	by.Actor, by.Via = events.Actor{Kind: events.ActorVisitor}, events.ViaSite
	return by
}

// steps returns everything that happens, in no order of time.
func (t *teller) steps() []step {
	var all []step
	add := func(at time.Time, name string, tell func(context.Context, commands.Caller) error) {
		all = append(all, step{at, name, tell})
	}
	begin := before(t.origin, t.Story.DaysAgo)
	add(begin, "categories", func(ctx context.Context, _ commands.Caller) (err error) {
		t.categories, err = t.appendCategories(ctx, t.handler, true)
		return err
	})
	add(begin.Add(time.Minute), "first pages", func(ctx context.Context, _ commands.Caller) error {
		return t.handler.Editorial.CreateFixedPages(ctx, true)
	})
	add(begin.Add(5*time.Minute), "pictures", t.storePictures)
	for i, a := range t.Story.Authors {
		add(begin.Add(time.Duration(i+1)*7*time.Minute), "author "+a.Name,
			func(ctx context.Context, by commands.Caller) error { return t.createAuthor(ctx, by, a) })
	}
	for _, p := range t.Pages {
		add(before(t.origin, p.DaysAgo), "page "+p.Slug, func(ctx context.Context, by commands.Caller) error {
			_, err := t.create(ctx, by, t.handler.Editorial.Content(events.PageKind), object(p, map[string]any{"isPublished": true}))
			return err
		})
	}
	for _, r := range t.Reviews {
		all = append(all, t.reviewStep(r))
	}
	for _, a := range t.Articles {
		all = append(all, t.articleStep(a))
	}
	for _, c := range t.Story.Changes {
		all = append(all, t.changeSteps(c)...)
	}
	for _, f := range t.Story.Featured {
		all = append(all, t.unfeatureStep(f))
	}
	for _, m := range t.Story.Messages {
		all = append(all, t.messageSteps(m)...)
	}
	for i, s := range t.Story.Subscribers {
		add(before(t.origin, s.DaysAgo), "subscriber "+strconv.Itoa(i+1), func(ctx context.Context, by commands.Caller) error {
			_, err := t.handler.People.Subscribe(ctx, reader(by), people.EmailInput{Email: s.Email})
			return err
		})
	}
	all = append(all, t.botSteps()...)
	add(before(t.origin, t.Story.Draft.DaysAgo), "draft", t.saveDraft)
	return append(all, t.visitSteps()...)
}

func (t *teller) createAuthor(ctx context.Context, by commands.Caller, a Author) error {
	in, err := parsed(a, authors.Parse)
	if err == nil {
		_, err = t.handler.Authors.CreateAuthor(ctx, by, in)
	}
	return err
}

func (t *teller) messageSteps(m Message) []step {
	var id int64
	at := before(t.origin, m.DaysAgo)
	steps := []step{{at, "message " + m.Subject, func(ctx context.Context, by commands.Caller) (err error) {
		if id, err = t.begunAt(ctx, events.MessagePrefix, at); id > 0 || err != nil {
			return err
		}
		in, err := parsed(m, people.ParseMessage)
		if err != nil {
			return err
		}
		received, err := t.handler.People.ReceiveMessage(ctx, reader(by), in)
		id = received.ID
		return err
	}}}
	if m.ReadDaysAgo > 0 {
		steps = append(steps, step{before(t.origin, m.ReadDaysAgo), "read " + m.Subject,
			func(ctx context.Context, by commands.Caller) error {
				_, err := t.handler.People.ReadMessage(ctx, by, events.MessageID(id))
				return err
			}})
	}
	return steps
}

// botSteps are those in which the bot goes wrong, and in which that is undone. What it did well is among the changes.
func (t *teller) botSteps() []step {
	b := t.Story.Bot
	failed := before(t.origin, b.Failure.DaysAgo)
	steps := []step{{before(t.origin, b.DaysAgo), "key of " + b.Name, t.createKey}}
	var broken []history.UndoItem
	for i, name := range b.Failure.Items {
		steps = append(steps, step{failed.Add(time.Duration(i) * time.Second), "failure of " + b.Name + " at " + name,
			func(ctx context.Context, by commands.Caller) error {
				it := t.items[name]
				result, err := t.update(ctx, t.byBot(by), it, map[string]any{b.Failure.Field: b.Failure.Value})
				broken = append(broken, history.UndoItem{Item: history.Item{Kind: events.ReviewKind, ID: it.id}, Revision: result.Revision})
				return err
			}})
	}
	return append(steps, step{before(t.origin, b.Undone.DaysAgo), "undo", func(ctx context.Context, by commands.Caller) error {
		key, err := strconv.ParseInt(t.bot.ID, 10, 64)
		if err != nil {
			return err
		}
		what := history.Undoing{Key: events.KeyID(key), Since: failed, Deactivate: true}
		out, err := t.handler.Editorial.Undo(ctx, by, what, broken,
			func(context.Context, events.CategoryID, events.Position) (int, error) { return 0, nil })
		for _, refused := range out.Refused {
			err = errors.Join(err, refused.Err)
		}
		return err
	}})
}

// createKey creates the bot's key. Nobody is told the key itself.
func (t *teller) createKey(ctx context.Context, by commands.Caller) error {
	id, err := t.begunAt(ctx, events.KeyPrefix, before(t.origin, t.Story.Bot.DaysAgo))
	if id == 0 && err == nil {
		var key access.NewKey
		key, err = t.handler.Access.CreateKey(ctx, by, access.KeyInput{Name: t.Story.Bot.Name, Permissions: []string{access.PermitReviews}})
		id = key.ID
	}
	t.bot = events.Actor{Kind: events.ActorBot, ID: strconv.FormatInt(id, 10), Name: t.Story.Bot.Name}
	return err
}

// begunAt returns the number of the stream with a prefix whose first event happened at a time, 0 without one. By it is found what an
// earlier try has made, where a request can't be repeated.
func (t *teller) begunAt(ctx context.Context, prefix string, at time.Time) (int64, error) {
	const most = 20 // numbers; the demo uses fewer
	for n := int64(1); n <= most; n++ {
		found := false
		err := t.log.Load(ctx, prefix+strconv.FormatInt(n, 10), 0, func(r events.Recorded) error {
			e, err := r.Decode()
			about, _ := events.AboutOf(e)
			found = about.At.Equal(at)
			return errors.Join(err, errReached)
		})
		switch {
		case found:
			return n, nil
		case !errors.Is(err, errReached) && !errors.Is(err, events.ErrStreamNotFound):
			return 0, err
		}
	}
	return 0, nil
}

func (t *teller) byBot(by commands.Caller) commands.Caller {
	by.Actor, by.Via = t.bot, events.ViaBotAPI
	return by
}

// saveDraft saves a change that readers don't see yet.
func (t *teller) saveDraft(ctx context.Context, by commands.Caller) error {
	d := t.Story.Draft
	it, ok := t.items[d.Item]
	if !ok {
		return fmt.Errorf("there is no item %q", d.Item)
	}
	base, err := t.revisionBefore(ctx, it, before(t.origin, d.DaysAgo))
	if err != nil {
		return err
	}
	in := drafts.Input{Base: &base, Fields: d.Fields, Was: it.raw(d.Fields)}
	_, err = t.handler.Editorial.SaveDraft(ctx, by, events.Item{Kind: it.content.Kind(), ID: it.id}.Draft(), it.content.Kind(), in, nil,
		drafts.MayExist)
	return err
}

// latestFirst sorts changes into the order in which they are taken back.
func latestFirst(changes []Change) {
	slices.SortFunc(changes, func(a, b Change) int { return cmp.Compare(a.DaysAgo, b.DaysAgo) })
}
