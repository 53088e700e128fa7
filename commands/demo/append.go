// This file appends the demo content to a log, as ordinary events through the ordinary commands.

package demo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strings"
	"time"

	"candor/commands"
	"candor/events"
)

// day is the unit of DaysAgo.
const day = 24 * time.Hour

// Fill appends all of c to a log that holds no event of a site, and to no other; a server's own events don't count. A Fill that was
// cut short is finished by the next one. Items are dated DaysAgo before now. It returns why nothing was added, "" when something was.
func (c Content) Fill(ctx context.Context, log commands.EventLog, now time.Time) (why string, err error) {
	begun, err := marked(ctx, log, "begun")
	if err != nil {
		return "", err
	}
	if !begun {
		first, found, err := events.FirstOfSite(ctx, log)
		if err != nil {
			return "", err
		}
		if found {
			return fmt.Sprintf("the log is not empty: it holds %s in stream %s of %s", first.Type, first.Stream, first.Created.Format(time.DateOnly)), nil
		}
		if err := mark(ctx, log, "begun", now); err != nil {
			return "", err
		}
	}
	done, err := marked(ctx, log, "done")
	if err != nil {
		return "", err
	}
	if done {
		return "the log has the demo site already", nil
	}
	s := &seeder{log: log, now: now, clock: now}
	s.handler, err = commands.New(commands.Config{Log: log, Clock: func() time.Time { return s.clock }})
	if err != nil {
		return "", err
	}
	if err := errors.Join(s.append(ctx, c), s.handler.Close(ctx)); err != nil {
		return "", err
	}
	return "", mark(ctx, log, "done", now)
}

// marked reports whether the log remembers that the filling got to a stage.
func marked(ctx context.Context, log commands.EventLog, stage string) (bool, error) {
	_, err := log.Last(ctx, markStream(stage))
	if errors.Is(err, events.ErrStreamNotFound) {
		return false, nil
	}
	return err == nil, err
}

func mark(ctx context.Context, log commands.EventLog, stage string, now time.Time) error {
	p, err := events.Encode(events.Envelope{
		Event:    events.RequestAccepted{BodyHash: "demo " + stage, At: now.UTC()},
		Metadata: events.Metadata{Actor: events.System, Via: events.ViaSystem},
	})
	if err != nil {
		return err
	}
	_, err = log.Append(ctx, markStream(stage), events.Any, p)
	return err
}

func markStream(stage string) string { return events.RequestStream("demo", stage) }

// AppendCategories carries out the commands for the categories alone: what every site starts with.
func (c Content) AppendCategories(ctx context.Context, h *commands.Handler) error {
	_, err := c.appendCategories(ctx, h)
	return err
}

// appendCategories returns the ids that the log gave, by those that the content's reviews name. They
// differ only when a crash has cost a number.
func (c Content) appendCategories(ctx context.Context, h *commands.Handler) (map[int]int64, error) {
	ids := map[int]int64{}
	for _, category := range c.Categories {
		in, err := parsed(category, commands.ParseCategory)
		if err != nil {
			return nil, fmt.Errorf("first category %q: %w", category.Name, err)
		}
		result, err := h.CreateCategory(ctx, caller("category "+category.Slug), in)
		if err != nil {
			return nil, fmt.Errorf("first category %q: %w", category.Name, err)
		}
		ids[category.ID] = result.ID
	}
	return ids, nil
}

// seeder appends with a clock of its own, since the demo's items are older than their events.
type seeder struct {
	log     commands.EventLog
	handler *commands.Handler
	now     time.Time
	clock   time.Time // what the handler takes for the time
}

func (s *seeder) append(ctx context.Context, c Content) error {
	categories, err := c.appendCategories(ctx, s.handler)
	if err != nil {
		return err
	}
	for _, review := range c.Reviews {
		s.dated(review.DaysAgo)
		pictures, err := s.store(ctx, c, review.Images)
		if err != nil {
			return err
		}
		body := map[string]any{"imageUrls": pictures, "productImageUrl": first(pictures), "categoryId": categories[review.CategoryID],
			"content": addressed(review.Content, review.Images, pictures)}
		in, err := parsed(overlaid(review, body), commands.ParseReview)
		if err == nil {
			_, err = s.handler.CreateReview(ctx, caller("review "+review.Title), in)
		}
		if err != nil {
			return fmt.Errorf("demo review %q: %w", review.Title, err)
		}
	}
	for _, article := range c.Articles {
		s.dated(article.DaysAgo)
		pictures, err := s.store(ctx, c, []string{article.Image})
		if err != nil {
			return err
		}
		in, err := parsed(overlaid(article, map[string]any{"imageUrl": first(pictures)}), commands.ParseArticle)
		if err == nil {
			_, err = s.handler.CreateArticle(ctx, caller("article "+article.Title), in)
		}
		if err != nil {
			return fmt.Errorf("demo article %q: %w", article.Title, err)
		}
	}
	return nil
}

// dated sets the handler's clock to the moment at which the next item came out.
func (s *seeder) dated(daysAgo float64) {
	s.clock = s.now.Add(-time.Duration(daysAgo * float64(day))).Truncate(time.Second)
}

// caller is Candor itself, with an idempotency key for one item of the demo. The keys are for ever: every start finds what
// an older Candor has written by them.
func caller(item string) commands.Caller {
	return commands.Caller{Actor: events.System, Via: events.ViaSystem, RequestID: "first-start", IdempotencyKey: "first start: " + item, BodyHash: "1"}
}

// store stores pictures with their names and alt texts, and returns their addresses.
func (s *seeder) store(ctx context.Context, c Content, names []string) ([]string, error) {
	addresses := make([]string, 0, len(names))
	for _, name := range names {
		data, contentType, err := c.Image(name)
		if err != nil {
			return nil, err
		}
		by, alt := caller("picture "+name), c.Alts[name]
		file, err := commands.ParsePicture(contentType, data, "")
		var stored commands.StoredPicture
		if err == nil {
			stored, err = s.handler.StorePicture(ctx, by, file)
		}
		if err == nil {
			_, err = s.handler.DescribePicture(ctx, by, stored.SHA256, nil, events.MediaChanges{Name: &name, Alt: &alt})
		}
		if err != nil {
			return nil, fmt.Errorf("demo image %q: %w", name, err)
		}
		addresses = append(addresses, stored.URL)
	}
	return addresses, nil
}

// addressed returns text with the file names of its pictures replaced by their addresses.
func addressed(text string, names, addresses []string) string {
	var pairs []string
	for i, name := range names {
		pairs = append(pairs, "]("+name+")", "]("+addresses[i]+")")
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

func first(texts []string) string {
	if len(texts) == 0 {
		return ""
	}
	return texts[0]
}

// overlaid is item's JSON object with some fields set, as a map.
func overlaid(item any, fields map[string]any) map[string]any {
	object := map[string]any{}
	if text, err := json.Marshal(item); err == nil {
		_ = json.Unmarshal(text, &object) // what was just encoded decodes
	}
	maps.Copy(object, fields)
	return object
}

// parsed sends item through the same parser as a request's body.
func parsed[In any](item any, parse func([]byte) (In, error)) (In, error) {
	body, err := json.Marshal(item)
	if err != nil {
		var none In
		return none, err
	}
	return parse(body)
}
