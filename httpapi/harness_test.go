// What the scenarios share: a whole site, from the embedded node to a listening server.

package httpapi_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/rs/zerolog"
	"golang.org/x/crypto/argon2"

	"candor/commands"
	"candor/commands/editorial/categories"
	"candor/commands/imagefile"
	"candor/commands/rooms"
	"candor/commands/traffic"
	"candor/events"
	"candor/events/embedded"
	nodeserver "candor/events/embedded/server"
	"candor/events/esdb"
	"candor/events/proof"
	"candor/httpapi"
	"candor/httpapi/routes"
	"candor/projections"
	"candor/projections/answers"
	"candor/projections/renditions"
	"candor/projections/versions"
	"candor/webapp"
)

const password = "correct horse battery"

// shell is a small web app with one inline script and one file of each sort.
var shell = fstest.MapFS{
	"index.html": {Data: []byte(
		"<!doctype html><html lang=\"en\"><head><!--head--><script>theme()</script></head><body><div id=\"root\"></div></body></html>")},
	".vite/manifest.json": {Data: []byte(`{"src/app/routes/admin.tsx":{"file":"assets/admin.js"}}`)},
	"favicon.svg":         {Data: []byte("<svg/>")},
	"assets/app-1a2b.js":  {Data: app},
	"assets/font-3c.woff": {Data: []byte("woff")},

	"assets/app-1a2b.js.gz": {Data: answers.Gzip(app)},
	"assets/app-1a2b.js.br": {Data: answers.Brotli(app)},
}

var app = []byte(strings.Repeat("console.log('candor');\n", 100))

// decoded returns a body as it was before it was compressed.
func decoded(t *testing.T, coding, body string) string {
	t.Helper()
	var r io.Reader = brotli.NewReader(strings.NewReader(body))
	if coding == "gzip" {
		var err error
		if r, err = gzip.NewReader(strings.NewReader(body)); err != nil {
			t.Fatal(err)
		}
	}
	plain, err := io.ReadAll(r)
	if err != nil {
		t.Fatalf("%s: %v", coding, err)
	}
	return string(plain)
}

// clock is a time that tests move by hand.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) Add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// site is a running Candor.
type site struct {
	testing.TB
	dir        string
	clock      *clock
	lines      *lines // of the log
	logTo      io.Writer
	url        string
	server     *http.Server
	node       *embedded.Node
	served     *nodeserver.Server // the node, of a remote site
	beside     bool               // the node is another site's
	remote     bool               // its log is reached over a connection, which can be lost
	log        events.Log
	commands   *rooms.Handlers
	models     *projections.Models
	asOfPool   *projections.AsOfPool
	script     func() ([]byte, error) // renders the pages
	addresses  traffic.IPPolicy       // what is kept of them; "": as in the settings; after the next start
	retention  events.Days            // of page views and visitors; 0: as in the settings; after the next start
	budget     int                    // of tracked events a minute; after the next start
	diskLow    func() bool            // after the next start
	origin     string                 // its public one; after the next start
	history    versions.Mode          // how much of the public history readers see; after the next start
	distrust   bool                   // no proxy is trusted; after the next start
	copied     bool                   // there are smaller copies of its pictures; after the next start
	ahead      bool                   // changes are rendered ahead; after the next start
	hurried    bool                   // the server gives a call 1 ms to answer; after the next start
	misbehaves bool                   // it has the routes of [httpapi.Misbehave]; after the next start
	stop       func()
	cookie     string // of the signed-in admin
}

// lines collects what is logged.
type lines struct {
	mu  sync.Mutex
	all bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all.Write(p)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all.String()
}

// waitTime is how long tests wait for what must happen at some time: a slow machine may be busy with other tests.
const waitTime = 2 * time.Minute

// long skips a test in short runs; why says what takes its time.
func long(tb testing.TB, why string) {
	tb.Helper()
	if testing.Short() {
		tb.Skip("make nightly runs it: " + why)
	}
}

// newSite starts a site with the four categories and the admin's password set. Tests with a site
// of their own mostly wait for the disk, so they run side by side.
func newSite(t *testing.T) *site {
	t.Helper()
	t.Parallel()
	return newSiteLogging(t, nil)
}

// newRemoteSite is the same with a log that can be taken away ([site.stopNode]).
func newRemoteSite(t *testing.T) *site {
	t.Helper()
	t.Parallel()
	return beginSite(&site{TB: t, remote: true}, nil)
}

// newSiteLogging is the same with its log sent to out; nil keeps it in lines.
func newSiteLogging(tb testing.TB, out io.Writer) *site {
	tb.Helper()
	return beginSite(&site{TB: tb}, out)
}

// beginSite fills in what every new site has, and starts it.
func beginSite(s *site, out io.Writer) *site {
	tb := s.TB
	tb.Helper()
	s.dir, s.clock, s.lines, s.logTo, s.script = tb.TempDir(), &clock{now: time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)},
		&lines{}, out, webapp.Script
	s.origin = site1
	if _, err := webapp.Script(); err != nil {
		tb.Fatalf("the web app is not built, run make build: %v", err)
	}
	if out == nil {
		s.logTo = s.lines
	}
	s.start()
	tb.Cleanup(func() { s.stop() })
	by := commands.Caller{Actor: events.System, RequestID: "start"}
	s.setPassword()
	for _, c := range []string{
		`{"name":"Computers & Laptops","slug":"computers","description":"Machines to work and play on.","icon":"laptop","color":"#2563eb"}`,
		`{"name":"Automotive Tech","slug":"automotive"}`, `{"name":"Industrial Machines","slug":"industrial"}`,
		`{"name":"Smart Gadgets","slug":"gadgets"}`,
	} {
		in, err := categories.Parse([]byte(c))
		if err != nil {
			tb.Fatal(err)
		}
		if _, err := s.commands.Categories.CreateCategory(tb.Context(), by, in); err != nil {
			tb.Fatal(err)
		}
	}
	s.caughtUp()
	return s
}

// cheapHash is of password, for sites to sign in at in no time. The real parameters are the commands' to test.
var cheapHash = sync.OnceValue(func() string {
	const memory, passes, lanes = 8, 1, 1
	salt := []byte("salt of tests...")
	b := base64.RawStdEncoding
	key := argon2.IDKey([]byte(password), salt, passes, memory, lanes, 32)
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, memory, passes, lanes, b.EncodeToString(salt),
		b.EncodeToString(key))
})

// setPassword appends what setting the password at the first start does, but for what the hash costs.
func (s *site) setPassword() {
	s.Helper()
	set, err := events.Chain("", events.Envelope{
		ID:       uuid.New(),
		Event:    events.AdminPasswordSet{PasswordHash: cheapHash(), At: s.clock.Now()},
		Metadata: events.Metadata{CorrelationID: "start", CausationID: "start", Actor: events.System},
	})
	if err == nil {
		_, err = s.log.Append(s.Context(), events.AdminStream, events.NoStream, set...)
	}
	if err != nil {
		s.Fatal(err)
	}
}

// overrides returns the settings that the site's environment decides.
func (s *site) overrides() (all []events.SettingsOverride) {
	if mode := string(s.history); mode != "" {
		all = append(all, events.SettingsOverride{Section: events.PublicationSection, Variable: "CANDOR_PUBLIC_HISTORY",
			Values: events.PublicationValues{PublicHistory: &mode}})
	}
	if policy := string(s.addresses); policy != "" {
		all = append(all, events.SettingsOverride{Section: events.PrivacySection, Variable: "CANDOR_IP",
			Values: events.PrivacyValues{Addresses: &policy}})
	}
	if s.retention > 0 {
		all = append(all, events.SettingsOverride{Section: events.PrivacySection, Variable: "CANDOR_RETENTION",
			Values: events.PrivacyValues{PageViewDays: &s.retention}})
	}
	return all
}

// start opens everything on the site's folder.
func (s *site) start() {
	s.Helper()
	must := func(err error) {
		s.Helper()
		if err != nil {
			s.Fatal(err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	logger := zerolog.New(s.logTo).With().Timestamp().Logger()
	var err error
	if !s.beside {
		s.openNode()
	}
	s.log = s.node.Log()
	if s.remote {
		s.log, err = esdb.Open(esdb.Config{ConnectionString: s.served.ConnectionString(), Logger: zerolog.Nop()})
		must(err)
	}
	s.models, err = projections.Open(ctx, projections.Config{Dir: filepath.Join(s.dir, "models"), Log: s.log, Logger: zerolog.Nop(),
		Clock: s.clock.Now, Overrides: s.overrides()})
	must(err)
	s.asOfPool, err = projections.NewAsOfPool(projections.AsOfPoolConfig{Dir: filepath.Join(s.dir, "past"), Log: s.log,
		Withheld: s.models.Versions.Withheld, Logger: zerolog.Nop(), Clock: s.clock.Now})
	must(err)
	s.commands, err = rooms.New(rooms.Config{Settings: s.models.Content, Log: s.log, Clock: s.clock.Now, Logger: zerolog.Nop(),
		Visitors: s.models.Analytics, Subscribers: s.models.Inbox, Schedules: s.models.Content})
	must(err)
	proxies := []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	if s.distrust {
		proxies = nil
	}
	copies := s.openCopies(logger)
	handler, err := routes.New(httpapi.Config{
		Renditions: copies,
		Commands:   s.commands, Models: s.models, AsOfPool: s.asOfPool, Log: s.log, Web: shell, Script: s.script, RenderTime: time.Minute,
		WriteTime: time.Minute, Clock: s.clock.Now, Logger: logger, ControlToken: "control-token",
		SigningKey:     &proof.KeyFile{Path: filepath.Join(s.dir, "signing.key"), SiteURL: "https://example.com"},
		SiteURL:        s.origin,
		TrustedProxies: proxies, Registerer: prometheus.NewRegistry(), Version: "test",
		TrackBudget: s.budget, DiskLow: s.diskLow,
	})
	must(err)
	if s.misbehaves {
		httpapi.Misbehave(handler)
	}
	s.server = httpapi.NewServer(handler)
	if s.hurried {
		s.server.WriteTimeout = time.Millisecond
	}
	address, closeServer := listen(s, s.server)
	s.url = "http://" + address
	var background sync.WaitGroup
	if copies != nil {
		background.Go(func() { copies.Run(ctx) })
	}
	if s.ahead {
		background.Go(func() { httpapi.RenderAhead(ctx, handler) })
	}
	s.stop = func() {
		closeServer()
		if err := s.commands.Close(context.Background()); err != nil {
			s.Error(err)
		}
		cancel()
		background.Wait()
		if err := s.asOfPool.Close(); err != nil {
			s.Error(err)
		}
		if err := s.models.Close(); err != nil {
			s.Error(err)
		}
		if err := s.log.Close(); err != nil {
			s.Error(err)
		}
		if s.beside {
			return
		}
		s.closeNode()
	}
}

// openCopies opens the smaller copies of pictures, if the site has them.
func (s *site) openCopies(logger zerolog.Logger) *renditions.Store {
	s.Helper()
	if !s.copied {
		return nil
	}
	copies, err := renditions.Open(renditions.Config{Dir: filepath.Join(s.dir, "renditions"), Media: s.models.Media, Copies: imagefile.Copies,
		Reason: imagefile.Reason, Logger: logger})
	if err != nil {
		s.Fatal(err)
	}
	return copies
}

// openNode opens the node on the site's folder; of a remote site on the address that it had before.
func (s *site) openNode() {
	s.Helper()
	var err error
	path := filepath.Join(s.dir, "log.db")
	if !s.remote {
		if s.node, err = embedded.Open(embedded.Config{Path: path, Logger: zerolog.Nop(), Clock: s.clock.Now}); err != nil {
			s.Fatal(err)
		}
		return
	}
	address := "127.0.0.1:0"
	if s.served != nil {
		address = s.served.Addr()
	}
	if s.served, err = nodeserver.Open(s.Context(), nodeserver.Config{Path: path, Listen: address, Insecure: true, Logger: zerolog.Nop(),
		Clock: s.clock.Now}); err != nil {
		s.Fatal(err)
	}
	s.node = s.served.Node
}

func (s *site) closeNode() {
	s.Helper()
	closing := s.node.Close
	if s.remote {
		closing = s.served.Close
	}
	if err := closing(); err != nil {
		s.Error(err)
	}
}

// restart stops the site in good order and starts it again.
func (s *site) restart() {
	s.Helper()
	s.stop()
	s.start()
	s.caughtUp()
}

func (s *site) caughtUp() {
	s.Helper()
	ctx, cancel := context.WithTimeout(s.Context(), waitTime)
	defer cancel()
	if err := s.models.WaitCaughtUp(ctx); err != nil {
		s.Fatal(err)
	}
	head, err := s.log.Head(ctx)
	if err != nil {
		s.Fatal(err)
	}
	if err := s.models.WaitFor(ctx, head); err != nil {
		s.Fatal(err)
	}
}

// option changes a request before it is sent.
type option func(*http.Request)

func with(name, value string) option { return func(r *http.Request) { r.Header.Add(name, value) } }
func key(plain string) option        { return with("X-API-Key", plain) }
func from(address string) option     { return with("X-Forwarded-For", address) }

// asAdmin signs in once.
func (s *site) asAdmin() option {
	s.Helper()
	if s.cookie == "" {
		s.cookie = s.signIn()
	}
	return with("Cookie", s.cookie)
}

// signIn signs in and returns the session's cookie.
func (s *site) signIn(options ...option) string {
	s.Helper()
	a := s.do("POST", "/api/admin/login", `{"username":"admin","password":"`+password+`"}`, options...).is(200)
	cookie, _, _ := strings.Cut(a.header.Get("Set-Cookie"), ";")
	return cookie
}

// do sends a request and reads its answer.
func (s *site) do(method, path, body string, options ...option) *answer {
	s.Helper()
	r, err := http.NewRequestWithContext(s.Context(), method, s.url+path, strings.NewReader(body))
	if err != nil {
		s.Fatal(err)
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for _, o := range options {
		o(r)
	}
	transport := &http.Transport{DisableCompression: true, DisableKeepAlives: true}
	res, err := transport.RoundTrip(r)
	if err != nil {
		s.Fatalf("%s %s: %v", method, path, err)
	}
	defer res.Body.Close()
	read := io.ReadAll
	if res.Header.Get("Content-Type") == "text/event-stream" {
		read = firstEvent // there is no end
	}
	got, err := read(res.Body)
	if err != nil {
		s.Fatalf("%s %s: %v", method, path, err)
	}
	return &answer{s.TB, method + " " + path, res.StatusCode, res.Header, string(got)}
}

// answerAfter gets a path within a bubble of fake time, and so without a network, and checks how long the answer takes.
func answerAfter(t *testing.T, wait time.Duration, h http.Handler, path string, options ...option) *answer {
	t.Helper()
	w, r := httptest.NewRecorder(), httptest.NewRequestWithContext(t.Context(), "GET", path, nil)
	for _, o := range options {
		o(r)
	}
	began := time.Now()
	h.ServeHTTP(w, r)
	if waited := time.Since(began); waited != wait {
		t.Errorf("GET %s took %v, want %v", path, waited, wait)
	}
	return &answer{t, "GET " + path, w.Code, w.Header(), w.Body.String()}
}

// firstEvent reads a stream of server-sent events up to its first empty line.
func firstEvent(stream io.Reader) (event []byte, err error) {
	for lines := bufio.NewReader(stream); ; {
		line, err := lines.ReadBytes('\n')
		if event = append(event, line...); err != nil || len(line) == 1 {
			return event, err
		}
	}
}

// bookkeeping is recorded when it is time for it, whatever a call does.
var bookkeeping = []string{"IdReserved", "VisitorSaltMade", "ApiKeyUsed", "LimitUsed"}

// recorded returns the types of Candor's own events that do appends, ids aside.
func (s *site) recorded(do func()) []string {
	s.Helper()
	before, err := s.log.Head(s.Context())
	if err != nil {
		s.Fatal(err)
	}
	do()
	var types []string
	err = s.log.ReadAll(s.Context(), before, math.MaxInt32, func(r events.Recorded) error {
		if !strings.HasPrefix(r.Type, "$") && !slices.Contains(bookkeeping, r.Type) && !strings.HasPrefix(r.Stream, "$") {
			types = append(types, r.Type)
		}
		return nil
	})
	if err != nil {
		s.Fatal(err)
	}
	return types
}

// records checks what do appends.
func (s *site) records(do func(), want ...string) {
	s.Helper()
	if diff := cmp.Diff(want, s.recorded(do)); diff != "" {
		s.Errorf("events recorded: %s", diff)
	}
}

// newKey makes an API key with the permissions, "" for none of them.
func (s *site) newKey(name string, permissions ...string) (plain, id string) {
	s.Helper()
	list, err := json.Marshal(permissions)
	if err != nil {
		s.Fatal(err)
	}
	a := s.do("POST", "/api/admin/api-keys", `{"name":"`+name+`","permissions":`+string(list)+`}`, s.asAdmin()).is(201)
	var k struct{ APIKey string }
	a.decode(&k)
	return k.APIKey, a.id()
}

// instead replaces a header.
func instead(name, value string) option { return func(r *http.Request) { r.Header.Set(name, value) } }

// chunked sends the body without its length.
func chunked(r *http.Request) { r.ContentLength = -1 }
