package e2e

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/uuid"

	"candor/events"
	"candor/events/datadir"
	"candor/internal/eventually"
)

// broken is a site of its own, to whose log its store's administrator appends events that can't be decoded.
type broken struct {
	*site
	admin, reader *visitor
	client        *esdb.Client
	closed        map[string]int // statuses that readers must keep getting, by path
}

// on lets a test of a part fail.
func (b *broken) on(t *testing.T) { b.t, b.admin.t, b.reader.t = t, t, t }

// append appends an event of a known type with broken data, and waits until the site knows it.
func (b *broken) append(stream string, of events.Event) {
	b.t.Helper()
	e := esdb.EventData{EventID: uuid.New(), EventType: of.EventType(), ContentType: esdb.ContentTypeJson, Data: []byte(`{"at":`),
		Metadata: []byte(`{"schema":1}`)}
	ctx, cancel := context.WithTimeout(b.t.Context(), time.Minute)
	defer cancel()
	if _, err := b.client.AppendToStream(ctx, stream, esdb.AppendToStreamOptions{ExpectedRevision: esdb.Any{}}, e); err != nil {
		b.t.Fatal(err)
	}
}

// gone waits until a path answers that it isn't there any more.
func (b *broken) gone(paths ...string) {
	b.t.Helper()
	for _, path := range paths {
		b.reader.eventually(404, "GET", path)
	}
}

// stay fails if what was closed is open, or what was not is closed.
func (b *broken) stay() {
	b.t.Helper()
	for path, status := range b.closed {
		b.reader.want(status, "GET", path, nil)
	}
	b.silent("Mafia", "/", "/reviews", "/api/reviews", "/api/search?q=Mafia", "/feed.xml", "/sitemap.xml")
}

// silent fails if a path's answer has a word.
func (b *broken) silent(word string, paths ...string) {
	b.t.Helper()
	for _, path := range paths {
		if answer := b.reader.want(200, "GET", path, nil); strings.Contains(answer, word) {
			b.t.Errorf("GET %s still says %s: %.500s", path, word, answer)
		}
	}
}

// hostileWithdrawals sends events of a known type that can't be decoded, and that take something away: that is closed, and the admin can
// decide anew.
func hostileWithdrawals(t *testing.T, _ *site) {
	dir := t.TempDir()
	s := serve(t, dir, "CANDOR_EVENTSTORE_PASSWORD="+storePassword, "--eventstore-listen", "127.0.0.1:0")
	server, err := datadir.Folder(dir).Server()
	if err != nil {
		t.Fatal(err)
	}
	config, err := esdb.ParseConnectionString(server.ConnectionString)
	if err != nil {
		t.Fatal(err)
	}
	config.Logger = esdb.NoopLogging()
	client, err := esdb.NewClient(config)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	b := &broken{s, s.visitor(), s.visitor(), client, map[string]int{}}
	if status := b.admin.signIn(adminPassword); status != 200 {
		t.Fatalf("signing in: %d", status)
	}
	t.Run("an item", b.item)
	t.Run("a picture", b.picture)
	t.Run("a version", b.version)
	t.Run("a key", b.apiKey)
	t.Run("sessions", b.session)
	t.Run("the password", b.password)
	t.Run("after a rebuild", func(t *testing.T) {
		b.on(t)
		gone, changed := b.create("Mafia", ""), b.create("Tumbatu", "")
		b.append(events.ReviewID(changed).Stream(), events.ReviewUpdated{})
		b.append(events.ReviewID(gone).Stream(), events.ReviewDeleted{})
		b.gone(fmt.Sprint("/api/reviews/", gone))
		b.closed[fmt.Sprint("/reviews/", gone)], b.closed[fmt.Sprint("/api/reviews/", gone)] = 404, 404
		b.closed[fmt.Sprint("/reviews/", changed)], b.closed[fmt.Sprint("/api/reviews/", changed)] = 200, 200
		said := mustCandor(t, "", "--data", dir, "rebuild")
		if !strings.Contains(said, "events are set aside, so what they changed isn't shown. The newest is ReviewDeleted at position ") {
			t.Errorf("the rebuild says %s", said)
		}
		b.stay()
	})
	s.stop()
	s = serve(t, dir) // and a restart opens nothing either
	b.site, b.reader = s, s.visitor()
	b.on(t)
	b.stay()
	if answer := b.reader.want(200, "GET", "/readyz", nil); !strings.Contains(answer, `"status":"degraded"`) ||
		!strings.Contains(answer, `"type":"ApiKeyDeactivated"`) {
		t.Errorf("/readyz doesn't name the events: %s", answer)
	}
	s.stop()
}

// create makes a published review whose texts have a word, and returns its number.
func (b *broken) create(word, picture string) (id int64) {
	b.t.Helper()
	body := review(word)
	body["productName"], body["content"] = word, word+" is an island."
	if picture != "" {
		body["imageUrls"] = []string{picture}
	}
	var made struct{ ID int64 }
	if err := json.Unmarshal([]byte(b.admin.want(201, "POST", "/api/reviews", body)), &made); err != nil {
		b.t.Fatal(err)
	}
	return made.ID
}

// upload stores a picture of so many lines and returns its address.
func (b *broken) upload(lines int) (address string) {
	b.t.Helper()
	data, _ := noisyPicture(b.t, lines)
	var stored struct{ URL string }
	if err := json.Unmarshal([]byte(b.admin.want(200, "POST", "/api/admin/media", map[string]string{"data": data})), &stored); err != nil {
		b.t.Fatal(err)
	}
	return stored.URL
}

func (b *broken) item(t *testing.T) {
	b.on(t)
	picture := b.upload(1)
	id := b.create("Zanzibar", picture)
	one, api, stream := fmt.Sprint("/reviews/", id), fmt.Sprint("/api/reviews/", id), events.ReviewID(id).Stream()
	everywhere := []string{"/", "/reviews", "/api/reviews", "/api/reviews?search=zanzibar", "/api/search?q=Zanzibar",
		"/api/search/suggest?q=zanzi", "/feed.xml", "/sitemap.xml", "/api/products"}
	for _, take := range []struct {
		event events.Event
		again func()
	}{
		{events.ReviewUnpublished{}, func() {
			b.admin.want(200, "PATCH", api, map[string]any{"isPublished": true})
		}},
		{events.ReviewDeleted{}, func() { b.admin.want(200, "POST", fmt.Sprint("/api/admin/reviews/", id, "/restore"), nil) }},
	} {
		b.reader.want(200, "GET", api, nil)
		b.reader.want(200, "GET", picture, nil)
		b.append(stream, take.event)
		b.gone(api, one, api+"/history", picture)
		b.silent("Zanzibar", everywhere...)
		b.reader.want(200, "GET", "/readyz", nil)
		take.again()
		b.reader.eventually(200, "GET", api)
		for _, path := range []string{one, api + "/history", picture} {
			b.reader.want(200, "GET", path, nil)
		}
	}
	// Nothing is taken away: the text is as before, and the next change works, on top of the revision that the admin sees.
	b.append(stream, events.ReviewUpdated{})
	admins := fmt.Sprint("/api/admin/reviews/", id)
	before := b.reader.want(200, "GET", api, nil)
	if !strings.Contains(before, "Zanzibar") {
		t.Errorf("after a change that can't be read: %s", before)
	}
	eventually.Holds(t, func() error {
		answer, err := b.admin.exchange("GET", admins, nil)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		status, text, err := b.admin.try("PATCH", api, map[string]any{"title": "Pemba"}, "If-Match", answer.Header.Get("ETag"))
		if err != nil || status != 200 && status != 412 {
			t.Fatalf("the next change: %d %s %v", status, text, err)
		}
		if status == 412 { // the admin hasn't seen the last one yet
			return errors.New(text)
		}
		return nil
	})
	if now := b.reader.want(200, "GET", api, nil); !strings.Contains(now, "Pemba") {
		t.Errorf("after the next change: %s", now)
	}
}

func (b *broken) picture(t *testing.T) {
	b.on(t)
	removed, replaced := b.upload(2), b.upload(3)
	for _, address := range []string{removed, replaced} {
		b.create("Kitchen", address)
		b.reader.want(200, "GET", address, nil)
	}
	b.append(events.PictureStream(events.PictureIn(removed)), events.MediaRemoved{})
	b.reader.eventually(410, "GET", removed)
	b.append(events.PictureStream(events.PictureIn(replaced)), events.MediaReplaced{})
	b.gone(replaced)
	b.silent(replaced, "/api/reviews")
	b.admin.want(200, "GET", replaced, nil)
	b.closed[removed], b.closed[replaced] = 410, 404
}

func (b *broken) version(t *testing.T) {
	b.on(t)
	id := b.create("Unguja", "")
	path := fmt.Sprint("/api/reviews/", id, "/history")
	b.admin.want(200, "PATCH", fmt.Sprint("/api/reviews/", id), map[string]any{"title": "Stone Town", "productName": "Stone Town",
		"content": "Other text."})
	var history struct {
		Versions []struct {
			Revision  uint64
			IsCurrent bool
		}
	}
	if err := json.Unmarshal([]byte(b.reader.want(200, "GET", path, nil)), &history); err != nil || len(history.Versions) != 2 {
		t.Fatalf("%+v, %v", history, err)
	}
	old := history.Versions[1].Revision
	b.append(events.ReviewID(id).Stream(), events.ReviewVersionWithheld{})
	eventually.Holds(t, func() error {
		if strings.Contains(b.reader.want(200, "GET", path, nil), "Unguja") {
			return errors.New("the old version is still shown")
		}
		return nil
	})
	b.silent("Unguja", path, fmt.Sprint(path, "/", old), fmt.Sprint("/api/reviews/", id))
	if now := b.reader.want(200, "GET", path, nil); !strings.Contains(now, "Stone Town") {
		t.Errorf("the present version is withheld, too: %s", now)
	}
	b.admin.want(204, "DELETE", fmt.Sprint("/api/admin/reviews/", id, "/history/", old, "/withhold"), nil)
	if now := b.reader.want(200, "GET", fmt.Sprint(path, "/", old), nil); !strings.Contains(now, "Unguja") {
		t.Errorf("it isn't released: %s", now)
	}
}

func (b *broken) apiKey(t *testing.T) {
	b.on(t)
	var key struct {
		ID     int64
		APIKey string
	}
	if err := json.Unmarshal([]byte(b.admin.want(201, "POST", "/api/admin/api-keys",
		map[string]any{"name": "bot", "permissions": []string{"create_reviews"}})), &key); err != nil {
		t.Fatal(err)
	}
	bot := b.bot(key.APIKey)
	bot.want(200, "GET", "/api/bot/status", nil)
	b.append(events.KeyID(key.ID).Stream(), events.ApiKeyDeactivated{})
	bot.eventually(401, "GET", "/api/bot/status")
}

func (b *broken) session(t *testing.T) {
	b.on(t)
	b.admin.want(200, "GET", "/api/admin/reviews", nil)
	b.append(events.AdminStream, events.AdminLoggedOut{})
	b.admin.eventually(401, "GET", "/api/admin/reviews")
	if status := b.admin.signIn(adminPassword); status != 200 {
		t.Errorf("signing in again: %d", status)
	}
}

func (b *broken) password(t *testing.T) {
	b.on(t)
	b.append(events.AdminStream, events.AdminPasswordSet{})
	b.admin.eventually(401, "GET", "/api/admin/reviews")
	if status := b.admin.signIn(adminPassword); status != 401 {
		t.Errorf("signing in with the old password: %d", status)
	}
	mustCandor(t, "another battery staple\n", "--data", b.dir, "admin", "set-password")
	if status := b.admin.signIn("another battery staple"); status != 200 {
		t.Errorf("signing in with the new password: %d", status)
	}
}
