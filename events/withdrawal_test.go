package events_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"candor/events"
)

// Each event type states what it takes away. Otherwise an event that can't be decoded would leave that visible.
func TestEveryTypeSaysWhetherItTakesSomethingAway(t *testing.T) {
	for _, name := range events.Types() {
		about, ok := events.AboutOf(events.Zero(name))
		if classified := events.TypeClassified(name) || ok && events.ActionClassified(about.Action); !classified {
			t.Errorf("whether %s takes something away is not said", name)
		}
	}
}

// What stands in for an event is one of its type, about the thing that its stream is named after.
func TestAWithdrawalIsAboutWhatItsStreamNames(t *testing.T) {
	streams := map[string]string{"AdminPasswordSet": events.AdminStream, "AdminLoggedOut": events.AdminStream}
	for _, sample := range samples {
		name := sample.EventType()
		if !events.TakesAway(name) {
			if e := events.Withdrawal(name, "review-12", at); e != nil {
				t.Errorf("%s takes nothing away and has %+v", name, e)
			}
			continue
		}
		stream := streams[name]
		switch e := sample.(type) {
		case events.MediaRemoved:
			stream = events.PictureStream(e.SHA256)
		case events.MediaReplaced:
			stream = events.PictureStream(e.SHA256)
		case events.DraftDiscarded:
			stream = e.DraftID.Stream()
		case events.PreviewLinkWithdrawn:
			stream = events.Item{Kind: e.Kind, ID: e.ItemID}.Previews()
		case events.ErasureBegun:
			stream = events.ErasureStream(e.ErasureID)
		case events.AuthorDeleted:
			stream = e.AuthorID.Stream()
		case events.MessageDeleted:
			stream = e.MessageID.Stream()
		case events.NewsletterUnsubscribed:
			stream = e.SubscriberID.Stream()
		default:
			if about, ok := events.AboutOf(e); ok && stream == "" {
				stream = about.Stream()
			}
		}
		standIn := events.Withdrawal(name, stream, at)
		if standIn == nil || standIn.EventType() != name {
			t.Errorf("%s in %s has %+v", name, stream, standIn)
			continue
		}
		is, numbered := events.AboutOf(standIn)
		if was, ok := events.AboutOf(sample); ok && numbered && (is.Item != was.Item || is.Action != was.Action) {
			t.Errorf("%s in %s is about %+v", name, stream, is)
		}
		if foreign := events.Withdrawal(name, "review-", at); foreign != nil && stream != events.AdminStream && name != "ErasureBegun" {
			t.Errorf("%s in another program's stream is about %+v", name, foreign)
		}
	}
}

func TestSalvage(t *testing.T) {
	stored := time.Date(2026, 11, 21, 10, 0, 0, 123456789, time.UTC)
	recorded := func(eventType, stream, data, meta string) events.Recorded {
		return events.Recorded{Type: eventType, Stream: stream, Data: []byte(data), Meta: []byte(meta), Created: stored}
	}
	unpublished := events.ReviewUnpublished{ReviewID: 12, At: stored.Truncate(time.Millisecond)}
	for name, tt := range map[string]struct {
		of   events.Recorded
		want events.Event
		err  error
	}{
		"as it is": {recorded("ReviewUnpublished", "review-12", `{"reviewId":12}`, `{"schema":1}`),
			events.ReviewUnpublished{ReviewID: 12}, nil},
		"of another kind":    {recorded("CategoryDeleted", "review-12", `{"categoryId":12}`, `{"schema":1}`), nil, nil},
		"of the settings":    {recorded("SiteSettingsChanged", "review-12", `{}`, `{"schema":1}`), nil, nil},
		"of another item":    {recorded("ReviewUnpublished", "review-12", `{"reviewId":7}`, `{"schema":1}`), nil, nil},
		"no JSON":            {recorded("ReviewUnpublished", "review-12", `{"reviewId":`, `{"schema":1}`), unpublished, nil},
		"another form":       {recorded("ReviewUnpublished", "review-12", `{"reviewId":"x"}`, `{"schema":1}`), unpublished, nil},
		"without metadata":   {recorded("ReviewUnpublished", "review-12", `{"reviewId":12}`, ``), events.ReviewUnpublished{ReviewID: 12}, nil},
		"without a schema":   {recorded("ReviewUnpublished", "review-12", `{"reviewId":12}`, `{}`), events.ReviewUnpublished{ReviewID: 12}, nil},
		"takes nothing away": {recorded("ReviewPublished", "review-12", `{"`, `{"schema":1}`), nil, nil},
		"an unknown type":    {recorded("ReviewPainted", "review-12", `{"`, `{"schema":1}`), nil, nil},
		"of a newer program": {recorded("ReviewUnpublished", "review-12", `{"reviewId":12}`, `{"schema":2}`), nil, events.ErrNewerSchema},
		"a schedule": {recorded("PageScheduled", "page-3", `[]`, `{"schema":1}`),
			events.PageScheduled{PageID: 3, Schedule: events.Schedule{Unreadable: true}, At: unpublished.At}, nil},
		"a password": {recorded("AdminPasswordSet", "admin", `[]`, `{"schema":1}`),
			events.AdminPasswordSet{PasswordHash: events.NoPassword, At: unpublished.At}, nil},
		"nothing of a number": {recorded("ReviewUnpublished", "review-x", `[]`, `{"schema":1}`), nil, nil},
	} {
		got, err := tt.of.Salvage()
		if diff := cmp.Diff(tt.want, got); diff != "" || !errors.Is(err, tt.err) {
			t.Errorf("%s: %v\n%s", name, err, diff)
		}
	}
}
