// Page views are written by hand: their bytes must be those of encoding/json.

package events_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/uuid"

	"candor/events"
)

// sameAsMarshal encodes a view and fails unless data and metadata are what json.Marshal makes of them.
func sameAsMarshal(t *testing.T, v events.PageViewed, m events.Metadata) {
	t.Helper()
	m.Schema = 1
	data, wrong := json.Marshal(v)
	meta, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	m.Schema = 0 // Encode sets it
	p, err := events.Encode(events.Envelope{Event: v, Metadata: m})
	if (err != nil) != (wrong != nil) {
		t.Fatalf("Encode says %v, encoding/json %v", err, wrong)
	}
	if err != nil {
		return
	}
	if string(p.Data) != string(data) {
		t.Errorf("data\n got %s\nwant %s", p.Data, data)
	}
	if string(p.Meta) != string(meta) {
		t.Errorf("metadata\n got %s\nwant %s", p.Meta, meta)
	}
}

func FuzzPageViewJSON(f *testing.F) {
	for _, text := range []string{"", "plain", `"quoted" \ back`, "<b>&amp;</b>", "tab\tline\nnul\x00del\x7f", "São Paulo \u2028 \u2029", "half \xc3", "\ufffd"} {
		f.Add(text, "x", text, []byte("0123456789abcdef"), int64(1_763_700_000), int64(120_000_000), 0)
		f.Add("x", text, "", []byte{}, int64(-1), int64(1), 3600)
	}
	f.Add("", "", "", []byte{}, int64(1)<<40, int64(0), 0)           // after the year 9999
	f.Add("", "", "", []byte{}, int64(0), int64(999_999_999), 1<<17) // further from UTC than a day
	f.Fuzz(func(t *testing.T, a, b, c string, id []byte, seconds, nanos int64, zone int) {
		at := time.Unix(seconds, nanos).UTC()
		if zone != 0 {
			at = at.In(time.FixedZone("", zone))
		}
		v := events.PageViewed{Event: a, Page: b, Referrer: c, SessionID: a, Country: b, City: c, Browser: a, System: b, Device: c, Metadata: a, At: at}
		copy(v.VisitorID[:], id)
		sameAsMarshal(t, v, events.Metadata{
			CorrelationID: a, CausationID: b, Actor: events.Actor{Kind: events.ActorKind(c), ID: a, Name: b}, Previous: c,
		})
	})
}

func TestAPageViewWithNextToNothingIsWrittenLikeAnyOther(t *testing.T) {
	sameAsMarshal(t, events.PageViewed{}, events.Metadata{})
	media := events.MediaChunk{}
	sameAsMarshal(t, events.PageViewed{VisitorID: uuid.New()}, events.Metadata{Media: &media})
	sameAsMarshal(t, events.PageViewed{VisitorID: uuid.New()}, events.Metadata{Via: events.ViaImport, Session: "ab"})
}

// BenchmarkEncodePageView measures what each tracked request pays for its bytes.
func BenchmarkEncodePageView(b *testing.B) {
	e := events.Envelope{
		Event: events.PageViewed{Event: "page_view", Page: "/reviews/1?utm_source=feed", SessionID: "s1", VisitorID: uuid.New(),
			Country: "Local", Browser: "Firefox", System: "Linux", Device: "desktop", At: time.Now().UTC()},
		Metadata: events.Metadata{CorrelationID: "0123456789abcdef", Actor: events.Actor{Kind: events.ActorVisitor, ID: uuid.NewString()}},
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := events.Encode(e); err != nil {
			b.Fatal(err)
		}
	}
}
