// Reviews and articles in the story: planned, published, changed.

package demo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"candor/commands"
	"candor/commands/editorial"
	"candor/events"
)

// item is a review or an article.
type item struct {
	content editorial.Content // the commands on its kind
	name    string
	id      int64
	final   map[string]any // what it says at the end, as a request's body; its text names pictures and items by their files
	changes []Change       // to it, the latest first
}

// stream returns the item's stream.
func (it *item) stream() string { return events.Item{Kind: it.content.Kind(), ID: it.id}.Stream() }

// raw returns what the item says in some fields.
func (it *item) raw(fields map[string]json.RawMessage) map[string]json.RawMessage {
	raw := map[string]json.RawMessage{}
	for field := range fields {
		raw[field], _ = json.Marshal(it.final[field]) // what was decoded from JSON encodes
	}
	return raw
}

// before returns what an item says before its last n changes.
func (t *teller) before(it *item, n int) (map[string]any, error) {
	body := object(it.final, nil)
	for _, c := range it.changes[:n] {
		if err := t.takeBack(c, body); err != nil {
			return nil, fmt.Errorf("%s: %w", it.name, err)
		}
	}
	text, _ := body["content"].(string)
	body["content"] = t.linked(text)
	return body, nil
}

// remember remembers an item whose changes are those of the story.
func (t *teller) remember(content editorial.Content, name string) *item {
	it := &item{content: content, name: name}
	for _, c := range t.Story.Changes {
		if c.Item == name {
			it.changes = append(it.changes, c)
		}
	}
	latestFirst(it.changes)
	t.items[name] = it
	return it
}

// reviewStep is that in which a review is created.
func (t *teller) reviewStep(r Review) step {
	it := t.remember(t.handler.Editorial.Content(events.ReviewKind), r.Name)
	return step{before(t.origin, r.DaysAgo), "review " + r.Name, func(ctx context.Context, by commands.Caller) error {
		it.final = object(r, map[string]any{
			"categoryId": t.categories[r.CategoryID], "shops": t.offers(r.Shops),
			"imageUrls": t.addressesOf(r.Images), "productImageUrl": first(t.addressesOf(r.Images)),
		})
		if slices.ContainsFunc(t.Story.Featured, func(f Featured) bool { return f.Item == r.Name }) {
			it.final["isFeatured"] = true
		}
		if r.PublishInDays > 0 {
			it.final["publishAt"] = before(t.origin, -r.PublishInDays)
		}
		return t.createItem(ctx, by, it)
	}}
}

// articleStep is that in which an article is created.
func (t *teller) articleStep(a Article) step {
	it := t.remember(t.handler.Editorial.Content(events.ArticleKind), a.Name)
	return step{before(t.origin, a.DaysAgo), "article " + a.Name, func(ctx context.Context, by commands.Caller) error {
		it.final = object(a, map[string]any{"imageUrl": t.addresses[a.Image]})
		return t.createItem(ctx, by, it)
	}}
}

// unfeatureStep is that in which a review isn't featured any more.
func (t *teller) unfeatureStep(f Featured) step {
	return step{before(t.origin, f.UntilDaysAgo), "unfeature " + f.Item, func(ctx context.Context, by commands.Caller) error {
		it, ok := t.items[f.Item]
		if !ok {
			return fmt.Errorf("there is no item %q", f.Item)
		}
		it.final["isFeatured"] = false
		_, err := t.update(ctx, by, it, map[string]any{"isFeatured": false})
		return err
	}}
}

// changeSteps are those in which a change is made and, if so, the version before it withheld.
func (t *teller) changeSteps(c Change) []step {
	at := before(t.origin, c.DaysAgo)
	steps := []step{{at, fmt.Sprintf("change %s %v days ago", c.Item, c.DaysAgo), func(ctx context.Context, by commands.Caller) error {
		it, ok := t.items[c.Item]
		if !ok {
			return fmt.Errorf("there is no item %q", c.Item)
		}
		later := slices.IndexFunc(it.changes, func(other Change) bool { return other.DaysAgo == c.DaysAgo })
		body, err := t.before(it, later)
		if err != nil {
			return err
		}
		switch {
		case c.Correction != "":
			body["correction"] = c.Correction
		case c.Update != "":
			body["update"] = c.Update
		}
		if c.Bot {
			by = t.byBot(by)
		}
		_, err = t.update(ctx, by, it, body)
		return err
	}}}
	if c.Withhold == nil {
		return steps
	}
	return append(steps, step{before(t.origin, c.Withhold.DaysAgo), "withhold a version of " + c.Item,
		func(ctx context.Context, by commands.Caller) error {
			it := t.items[c.Item]
			revision, err := t.revisionBefore(ctx, it, at)
			if err == nil {
				_, err = it.content.Withhold(ctx, by, it.id, revision, c.Withhold.Reason, nil)
			}
			return err
		}})
}

// createItem creates an item as it was before all changes.
func (t *teller) createItem(ctx context.Context, by commands.Caller, it *item) error {
	body, err := t.before(it, len(it.changes))
	if err != nil {
		return err
	}
	result, err := t.create(ctx, by, it.content, body)
	it.id = result.ID
	return err
}

func (t *teller) create(ctx context.Context, by commands.Caller, content editorial.Content, body map[string]any) (commands.Result, error) {
	in, err := parsed(body, content.Parse)
	if err != nil {
		return commands.Result{}, err
	}
	return in.Create(ctx, by)
}

func (t *teller) update(ctx context.Context, by commands.Caller, it *item, body map[string]any) (commands.Result, error) {
	in, err := parsed(body, it.content.Parse)
	if err != nil {
		return commands.Result{}, err
	}
	return in.Update(ctx, by, it.id, nil)
}

// errReached ends the reading of a stream.
var errReached = errors.New("reached")

// revisionBefore returns an item's revision before something happened to it.
func (t *teller) revisionBefore(ctx context.Context, it *item, at time.Time) (revision uint64, err error) {
	err = t.log.Load(ctx, it.stream(), 0, func(r events.Recorded) error {
		e, err := r.Decode()
		if err != nil {
			return err
		}
		if about, ok := events.AboutOf(e); ok && !about.At.Before(at) {
			return errReached
		}
		revision = r.Revision
		return nil
	})
	if errors.Is(err, errReached) {
		err = nil
	}
	return revision, err
}

// takeBack makes of what an item says after a change what it said before.
func (t *teller) takeBack(c Change, body map[string]any) error {
	for now, was := range c.Was {
		if !replace(body, now, was) {
			return fmt.Errorf("it doesn't say %q", now)
		}
	}
	maps.Copy(body, c.Before)
	if c.ShopsBefore != nil {
		body["shops"] = t.offers(c.ShopsBefore)
	}
	scores, _ := body["subScores"].([]any)
	for _, one := range scores {
		if score, ok := one.(map[string]any); ok {
			if was, ok := c.SubScoresBefore[fmt.Sprint(score["criterionId"])]; ok {
				score["score"] = was
			}
		}
	}
	return nil
}

// replace replaces a text in all texts of an object, and reports whether it was in any.
func replace(body map[string]any, now, was string) (found bool) {
	var in func(value any) any
	in = func(value any) any {
		switch value := value.(type) {
		case string:
			found = found || strings.Contains(value, now)
			return strings.ReplaceAll(value, now, was)
		case []any:
			for i := range value {
				value[i] = in(value[i])
			}
		case map[string]any:
			for key := range value {
				value[key] = in(value[key])
			}
		}
		return value
	}
	in(body)
	return found
}

// linked returns text with its pictures' files replaced by their addresses, and the names of items in braces by their ids.
func (t *teller) linked(text string) string {
	var pairs []string
	for name, address := range t.addresses {
		pairs = append(pairs, "]("+name+")", "]("+address+")")
	}
	for name, it := range t.items {
		pairs = append(pairs, "{"+name+"}", strconv.FormatInt(it.id, 10))
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// offers returns shops as the API has them, with days such as "2026-11-21".
func (t *teller) offers(shops []Shop) []any {
	offers := []any{}
	for _, s := range shops {
		offers = append(offers, map[string]any{"name": s.Name, "url": s.URL, "price": s.Price,
			"date": before(t.origin, s.DaysAgo).UTC().Format(time.DateOnly)})
	}
	return offers
}

func first(texts []string) string {
	if len(texts) == 0 {
		return ""
	}
	return texts[0]
}
