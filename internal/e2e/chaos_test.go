// Everything dies, again and again, while everybody writes: the node and the instances on its log are killed at random, and what was
// acknowledged, by whichever instance, is there once.

package e2e

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
)

const (
	chaosTime       = 8 * time.Second // unless CANDOR_CHAOS_TIME is set
	chaosBots       = 4               // each with a key
	chaosReaders    = 8
	chaosKeyUses    = 1000 // of any hour (design.md)
	chaosUnreported = 25   // most requests of a key that an instance has not reported (docs/clusters.md, "What instances agree on")
)

// requests records what was requested in the chaos. The maps' values say how often each was acknowledged.
type requests struct {
	c *cluster

	mu       sync.Mutex
	reviews  map[string]int // by title, which is the Idempotency-Key, too
	keys     map[string]string
	edits    map[string]int // by title that review 1 was given
	views    map[string]int // by id
	emails   map[string]int
	uses     int // of the busy key, in requests let in
	statuses map[int]int
	wrong    []string // what must never be answered
	stopped  chan struct{}
	working  sync.WaitGroup
}

func TestInstancesAndNodeDieAtRandom(t *testing.T) {
	if testing.Short() && os.Getenv("CANDOR_CHAOS_TIME") == "" {
		t.Skip("make nightly runs it, for three minutes")
	}
	t.Parallel() // with the other test of instances: both wait a good deal
	during := chaosTime
	if text := os.Getenv("CANDOR_CHAOS_TIME"); text != "" {
		var err error
		if during, err = time.ParseDuration(text); err != nil {
			t.Fatalf("CANDOR_CHAOS_TIME: %v", err)
		}
	}
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	c := newCluster(t, 2, []string{"CANDOR_ADMIN_PASSWORD=" + adminPassword})
	d := &requests{c: c, reviews: map[string]int{}, keys: map[string]string{}, edits: map[string]int{"Title 0": 1}, views: map[string]int{},
		emails:   map[string]int{},
		statuses: map[int]int{}, stopped: make(chan struct{})}
	admin := c.traveller()
	admin.on().want(200, "POST", "/api/admin/login", map[string]string{"username": "admin", "password": adminPassword})
	admin.on().want(201, "POST", "/api/reviews", c.review("Title 0"))
	newKey := func() string {
		return strings.TrimSpace(mustCandor(t, "", "--data", c.dir, "keys", "create", "--name", "bot", "--permission", "create_reviews"))
	}
	d.working.Go(func() { d.edit(admin) })
	for i := range chaosBots {
		key := newKey()
		d.working.Go(func() { d.publish(i, key) })
	}
	busy := newKey()
	for range 2 {
		d.working.Go(func() { d.hurry(busy) })
	}
	for i := range chaosReaders {
		d.working.Go(func() { d.visit(i) })
	}
	d.working.Go(d.subscribe)
	d.working.Go(d.guess)

	kills := d.kill(random, during)
	close(d.stopped)
	d.working.Wait()
	for _, p := range c.instances {
		p.ready()
	}
	d.check(admin, kills)
	t.Logf("%d kills; %d reviews, %d edits, %d page views, %d subscribers; answers by status: %v", kills, len(d.reviews), len(d.edits),
		len(d.views), len(d.emails), d.statuses)
	if d.statuses[200] == 0 || d.statuses[204] == 0 {
		t.Error("nothing was acknowledged: this run has shown nothing")
	}
}

// kill ends processes at random, each the way a power cut would, and starts them again a moment later.
func (d *requests) kill(random *rand.Rand, during time.Duration) (kills int) {
	pause := func(most time.Duration) { time.Sleep(time.Duration(random.Int64N(int64(most)))) }
	for end := time.Now().Add(during); time.Now().Before(end); {
		time.Sleep(400 * time.Millisecond)
		pause(1600 * time.Millisecond)
		kills++
		switch victim := random.IntN(len(d.c.instances) + 1); victim {
		case len(d.c.instances):
			d.c.node.kill()
			pause(300 * time.Millisecond)
			d.c.startNode()
		default:
			d.c.instances[victim].kill()
			pause(300 * time.Millisecond)
			d.c.restart(victim)
		}
	}
	return kills
}

// until repeats a call, at one instance after the other, until it is acknowledged or the chaos is over. It returns the last status, 0
// without an answer.
func (d *requests) until(v *traveller, method, path string, body any, headers ...string) (status int, text string) {
	for {
		var err error
		if status, text, err = v.on().try(method, path, body, headers...); err != nil {
			status = 0
		}
		d.mu.Lock()
		d.statuses[status]++
		if status >= 500 && status != 503 {
			d.wrong = append(d.wrong, fmt.Sprintf("%s %s: %d %s", method, path, status, text))
		}
		d.mu.Unlock()
		if status != 0 && status != 503 {
			return status, text
		}
		select {
		case <-d.stopped:
			return status, text
		case <-time.After(20 * time.Millisecond):
		}
	}
}

func (d *requests) over() bool {
	select {
	case <-d.stopped:
		return true
	default:
		return false
	}
}

// note counts that something was asked for, and how often it was acknowledged.
func (d *requests) note(in map[string]int, what string, acknowledged int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	in[what] += acknowledged
}

func (d *requests) never(format string, args ...any) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.wrong = append(d.wrong, fmt.Sprintf(format, args...))
}

// publish makes reviews with a key, each under its own Idempotency-Key, so that it can be sent again to another instance.
func (d *requests) publish(bot int, key string) {
	v := d.c.traveller()
	v.key = key
	for n := 0; !d.over(); n++ {
		title := fmt.Sprintf("Review %d by %d", n, bot)
		d.note(d.reviews, title, 0)
		d.mu.Lock()
		d.keys[title] = key
		d.mu.Unlock()
		switch status, text := d.until(v, "POST", "/api/bot/reviews", d.c.review(title), "Idempotency-Key", title); status {
		case 200, 202: // 202: this instance's read models lag
			d.note(d.reviews, title, 1)
		case 429:
			return
		case 0, 503:
		default:
			d.never("a review is answered %d: %s", status, text)
		}
	}
}

// edit changes review 1 as an editor does, who reads it at one instance and saves it at another.
func (d *requests) edit(v *traveller) {
	last := "Title 0"
	for n := 1; !d.over(); n++ {
		answer, err := v.on().exchange("GET", "/api/reviews/1", nil)
		if err != nil {
			continue
		}
		var now struct {
			Title    string
			Revision int64
		}
		err = json.NewDecoder(answer.Body).Decode(&now)
		_ = answer.Body.Close()
		if err != nil || answer.StatusCode != 200 {
			continue // starting
		}
		if now.Title != last && last != "" && answer.Header.Get("Candor-Position") == "" {
			d.never("the editor has saved %q and is shown %q", last, now.Title)
		}
		title := fmt.Sprint("Title ", n)
		d.note(d.edits, title, 0)
		status, text, err := v.on().try("PATCH", "/api/reviews/1", map[string]string{"title": title}, "If-Match",
			fmt.Sprintf(`"%d"`, now.Revision))
		switch {
		case err == nil && (status == 200 || status == 202):
			d.note(d.edits, title, 1)
			last = title
		case err == nil && status != 412 && status != 503:
			d.never("an edit is answered %d: %s", status, text)
		case err != nil || status == 503:
			last = "" // whether it was saved, nobody knows
		}
	}
}

// hurry uses up a key.
func (d *requests) hurry(key string) {
	v := d.c.traveller()
	v.key = key
	for !d.over() {
		items := 1 + rand.IntN(30)
		status, text := d.until(v, "POST", "/api/bot/reviews/bulk", map[string]any{"reviews": make([]int, items)})
		switch status {
		case 400: // let in, and then none of them is a review
			d.mu.Lock()
			d.uses += items
			d.mu.Unlock()
		case 429, 0, 503:
		default:
			d.never("a bulk is answered %d: %s", status, text)
		}
	}
}

// visit sends page views, each again under its id until it is acknowledged.
func (d *requests) visit(reader int) {
	v := d.c.traveller()
	for n := 0; !d.over(); n++ {
		time.Sleep(5 * time.Millisecond) // what dies is to be busy, not the machine
		id := uuid.NewString()
		d.note(d.views, id, 0)
		if status, text := d.until(v, "POST", "/api/track", pageView(id), "X-Forwarded-For",
			fmt.Sprintf("198.51.100.%d", (reader+n)%50)); status == 204 {
			d.note(d.views, id, 1)
		} else if status != 0 && status != 503 {
			d.never("a page view is answered %d: %s", status, text)
		}
	}
}

func (d *requests) subscribe() {
	v := d.c.traveller()
	for n := 0; !d.over(); n++ {
		email := fmt.Sprintf("reader%d@example.com", n/2) // each twice
		d.note(d.emails, email, 0)
		if status, text := d.until(v, "POST", "/api/newsletter/subscribe", map[string]string{"email": email}, "X-Forwarded-For",
			fmt.Sprint("192.0.2.", n%200)); status == 201 {
			d.note(d.emails, email, 1)
		} else if status != 0 && status != 503 && status != 429 {
			d.never("a subscription is answered %d: %s", status, text)
		}
	}
}

// guess tries passwords from three addresses.
func (d *requests) guess() {
	v := d.c.traveller()
	for n := 0; !d.over(); n++ {
		status, text := d.until(v, "POST", "/api/admin/login", map[string]string{"username": "admin", "password": "guess"}, "X-Forwarded-For",
			fmt.Sprint("203.0.113.", n%3))
		if status != 401 && status != 429 && status != 0 && status != 503 {
			d.never("a wrong password is answered %d: %s", status, text)
		}
	}
}

// check asks every instance, and the log, for all that was done.
func (d *requests) check(admin *traveller, kills int) {
	t, c := d.c.t, d.c
	t.Helper()
	for _, wrong := range d.wrong {
		t.Error(wrong)
	}
	for title, acknowledged := range d.reviews {
		if acknowledged > 0 {
			continue
		}
		bot := c.traveller()
		bot.key = d.keys[title]
		if status, text, err := bot.on().try("POST", "/api/bot/reviews", c.review(title), "Idempotency-Key", title); err != nil ||
			status != 200 && status != 429 {
			t.Errorf("sending %q again: %d, %v: %s", title, status, err, text)
		} else if status == 200 {
			d.reviews[title] = 1
		}
	}
	head := c.head()
	for i := range c.instances {
		var all []struct{ Title string }
		_, answer := admin.at(i).send("GET", "/api/admin/reviews", nil, "Candor-Position", head)
		decode(t, answer.body, &all)
		there := map[string]int{}
		for _, r := range all {
			there[r.Title]++
		}
		for title, acknowledged := range d.reviews {
			if n := there[title]; n > 1 || acknowledged > 0 && n != 1 {
				t.Errorf("instance %d has %q %d times, acknowledged %d times", i, title, n, acknowledged)
			}
		}
		_, answer = admin.at(i).send("GET", "/api/admin/subscribers", nil, "Candor-Position", head)
		for email, acknowledged := range d.emails {
			if n := strings.Count(answer.body, `"`+email+`"`); n > 1 || acknowledged > 0 && n != 1 {
				t.Errorf("instance %d lists %s %d times, acknowledged %d times", i, email, n, acknowledged)
			}
		}
	}
	d.checkLog()
	d.checkViews(admin, head)
	if most := chaosKeyUses + chaosUnreported*(len(c.instances)+kills); d.uses > most {
		t.Errorf("%d requests of one key were let in; with %d kills at most %d may be", d.uses, kills, most)
	}
	for i, p := range c.instances {
		if text := mustCandor(t, "", "--data", p.dir, "verify"); !strings.Contains(text, "The log is intact") ||
			!strings.Contains(text, "Every read model matches a fresh replay") {
			t.Errorf("verify at instance %d: %s", i, text)
		}
	}
}

// checkLog counts the facts that must be there once, and those of which there may be so many.
func (d *requests) checkLog() {
	t, c := d.c.t, d.c
	t.Helper()
	titles := map[string]int{}
	for _, line := range c.recorded("ReviewUpdated", "--stream", "review-1") {
		var e struct {
			Data struct{ Changes struct{ Title string } }
		}
		decode(t, line, &e)
		titles[e.Data.Changes.Title]++
	}
	for title, acknowledged := range d.edits {
		if n := titles[title]; title != "Title 0" && (n > 1 || acknowledged > 0 && n != 1) {
			t.Errorf("the edit %q is in the log %d times, acknowledged %d times", title, n, acknowledged)
		}
	}
	addresses, visitors := map[string]int{}, map[string]string{}
	for _, line := range c.recorded("VisitorFirstSeen") {
		var e struct {
			Data struct{ VisitorID, Address string }
		}
		decode(t, line, &e)
		addresses[e.Data.Address]++
		visitors[e.Data.VisitorID] = e.Data.Address
	}
	for address, n := range addresses {
		if n != 1 {
			t.Errorf("%s is %d visitors", address, n)
		}
	}
	failures := map[string]int{}
	for _, line := range c.recorded("AdminLoginFailed") {
		var e struct {
			Data struct{ VisitorID string }
		}
		decode(t, line, &e)
		failures[visitors[e.Data.VisitorID]]++
	}
	for address, n := range failures {
		if n > 10 {
			t.Errorf("%d failed sign-ins from %s were tried", n, address)
		}
	}
}

// checkViews looks for every acknowledged view in the log, and for each once in what the instances count.
func (d *requests) checkViews(admin *traveller, head string) {
	t, c := d.c.t, d.c
	t.Helper()
	seen := map[string]bool{}
	for _, line := range c.recorded("PageViewed") {
		var e struct{ ID string }
		decode(t, line, &e)
		seen[e.ID] = true
	}
	for id, acknowledged := range d.views {
		if acknowledged > 0 && !seen[id] {
			t.Errorf("page view %s was acknowledged and is not in the log", id)
		}
	}
	for i := range c.instances {
		var summary struct{ TopPages []struct{ Count int } }
		_, answer := admin.at(i).send("GET", "/api/analytics/summary", nil, "Candor-Position", head)
		decode(t, answer.body, &summary)
		if len(summary.TopPages) != 1 || summary.TopPages[0].Count != len(seen) {
			t.Errorf("instance %d counts %v page views of %d", i, summary.TopPages, len(seen))
		}
	}
}
