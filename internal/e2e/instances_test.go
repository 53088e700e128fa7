// Several instances on one log are one site, for clients that use one after another and for those that use all at once.

package e2e

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"candor/events"
	"candor/events/datadir"
	"candor/internal/eventually"
)

func TestInstancesOnOneLogAreOneSite(t *testing.T) {
	t.Parallel()
	signingKey := filepath.Join(t.TempDir(), "keys", "signing.key")
	c := newCluster(t, 2, []string{"CANDOR_ADMIN_PASSWORD="}, "--demo", "--site-url", "http://example.com", "--signing-key", signingKey)
	password := c.firstPassword()
	admin := c.traveller()
	if status, text, err := admin.on().try("POST", "/api/admin/login",
		map[string]string{"username": "admin", "password": password}); err != nil || status != 200 {
		t.Fatalf("sign in: %d, %v: %s", status, err, text)
	}
	admin.on().want(200, "GET", "/api/admin/reviews", nil) // at the other one, at once

	t.Run("they start together on an empty log, and it is filled once", func(t *testing.T) {
		if n := len(c.recorded("AdminPasswordSet")); n != 1 {
			t.Errorf("the password was set %d times", n)
		}
		if n := len(c.recorded("CategoryCreated")); n != 4 {
			t.Errorf("%d categories were created", n)
		}
		for i := range c.instances {
			var reviews []struct{ ID int64 }
			decode(t, admin.at(i).want(200, "GET", "/api/reviews", nil), &reviews)
			if len(reviews) != 14 {
				t.Errorf("instance %d shows %d reviews of the demo", i, len(reviews))
			}
		}
	})

	t.Run("what is written at one is read at the other", func(t *testing.T) {
		for n := range 3 {
			var made struct{ ID, Revision int64 }
			decode(t, admin.on().want(201, "POST", "/api/reviews", c.review(fmt.Sprint("Written ", n))), &made)
			path := fmt.Sprint("/api/reviews/", made.ID)
			if text := admin.on().want(200, "GET", path, nil); !strings.Contains(text, fmt.Sprint("Written ", n)) {
				t.Fatalf("the other instance shows %s", text)
			}
			status, text, err := admin.on().try("PATCH", path, map[string]any{"title": fmt.Sprint("Changed ", n)}, "If-Match",
				fmt.Sprintf(`"%d"`, made.Revision))
			if err != nil || status != 200 {
				t.Fatalf("changed at one instance: %d, %v: %s", status, err, text)
			}
			status, text, err = admin.on().try("PATCH", path, map[string]any{"title": "Too late"}, "If-Match", fmt.Sprintf(`"%d"`, made.Revision))
			if err != nil || status != 412 {
				t.Fatalf("changed on an old revision at another one: %d, %v: %s", status, err, text)
			}
			if text := admin.on().want(200, "GET", path, nil); !strings.Contains(text, fmt.Sprint("Changed ", n)) {
				t.Fatalf("after a conflict the other instance shows %s", text)
			}
			admin.on().want(204, "DELETE", path, nil)
			admin.on().want(404, "GET", path, nil)
		}
	})

	t.Run("a bot carries the position along", func(t *testing.T) {
		key := strings.TrimSpace(mustCandor(t, "", "--data", c.instances[0].dir, "keys", "create", "--name", "bot",
			"--permission", "create_reviews"))
		bot := c.traveller()
		bot.key = key
		bot.at(1).eventually(200, "GET", "/api/bot/status")
		for n := range 3 {
			request, answer := bot.at(n%2).send("POST", "/api/bot/reviews", c.review(fmt.Sprint("By a bot ", n)))
			position := answer.header.Get("Candor-Position")
			if answer.status != 200 || position == "" {
				t.Fatalf("%s: %d, position %q: %s", request, answer.status, position, answer.body)
			}
			var made struct{ ID int64 }
			decode(t, answer.body, &made)
			request, answer = bot.at(1-n%2).send("GET", fmt.Sprint("/api/reviews/", made.ID), nil, "Candor-Position", position)
			if answer.status != 200 || answer.header.Get("Cache-Control") != "public, max-age=0, must-revalidate" {
				t.Fatalf("%s after position %s: %d, %s", request, position, answer.status, answer.header.Get("Cache-Control"))
			}
		}
	})

	t.Run("a position that the log does not reach harms nobody", func(t *testing.T) {
		const beyond = "99999999999"
		for i := range c.instances {
			for _, path := range []string{"/api/categories", "/api/admin/overview", "/api/admin/history", "/api/contact-messages"} {
				admin.at(i).send("GET", path, nil, "Candor-Position", beyond)
				stranger := c.traveller()
				stranger.at(i).send("GET", path, nil, "Candor-Position", beyond, "Cookie", "x=1")
			}
			var ready struct {
				Log    struct{ Head uint64 }
				Models []struct {
					Name     string
					Position uint64
				}
			}
			decode(t, admin.at(i).want(200, "GET", "/readyz", nil), &ready)
			for _, m := range ready.Models {
				if m.Position > ready.Log.Head {
					t.Errorf("instance %d: %s says it is at %d, the log ends at %d", i, m.Name, m.Position, ready.Log.Head)
				}
			}
		}
		for n := range 4 {
			v := c.traveller()
			v.signIn(password)
			session := v.cookies()
			var made struct{ ID int64 }
			decode(t, v.on().want(201, "POST", "/api/reviews", c.review(fmt.Sprint("Made ", n))), &made)
			path := fmt.Sprint("/api/reviews/", made.ID)
			if text := v.on().want(200, "PATCH", path, map[string]any{"title": fmt.Sprint("Edited ", n)}); !strings.Contains(text,
				fmt.Sprint("Edited ", n)) {
				t.Errorf("the change is answered with %s", text)
			}
			if text := v.on().want(200, "GET", path, nil); !strings.Contains(text, fmt.Sprint("Edited ", n)) {
				t.Errorf("the other instance shows %s", text)
			}
			v.on().want(204, "POST", "/api/admin/logout", nil)
			if _, answer := v.at(v.next%2).send("GET", "/api/admin/overview", nil, "Cookie", session, "Candor-Position",
				v.position()); answer.status != 401 {
				t.Errorf("the other instance lets an ended session in: %d", answer.status)
			}
		}
	})

	t.Run("a request that is sent to both at once is carried out once", func(t *testing.T) {
		for n := range 3 {
			key := fmt.Sprint("once-", n)
			var ids [2]int64
			c.atOnce(2, func(i int) {
				v := admin.at(i)
				status, text, err := v.try("POST", "/api/reviews", c.review(key), "Idempotency-Key", key)
				var made struct{ ID int64 }
				if err != nil || status != 201 || json.Unmarshal([]byte(text), &made) != nil {
					t.Errorf("instance %d: %d, %v: %s", i, status, err, text)
				}
				ids[i] = made.ID
			})
			if ids[0] != ids[1] {
				t.Errorf("one request made reviews %d and %d", ids[0], ids[1])
			}
		}
	})

	t.Run("a schedule is carried out once", func(t *testing.T) {
		// Once the second of the two is public at both instances, each has long dealt with the first.
		due := time.Now().Add(3 * time.Second) // still to come when it arrives
		var made [2]struct{ ID int64 }
		for i := range made {
			draft := c.review(fmt.Sprint("In a moment ", i))
			draft["isPublished"], draft["publishAt"] = false, due.Add(time.Duration(i)*time.Second).UTC().Format(time.RFC3339Nano)
			decode(t, admin.on().want(201, "POST", "/api/reviews", draft), &made[i])
		}
		for i := range c.instances {
			admin.at(i).eventually(200, "GET", fmt.Sprint("/api/reviews/", made[1].ID))
		}
		if n := len(c.recorded("ReviewPublished", "--stream", fmt.Sprint("review-", made[0].ID))); n != 1 {
			t.Errorf("it was published %d times", n)
		}
	})

	t.Run("an address that both see at once is one visitor", func(t *testing.T) {
		before := len(c.recorded("VisitorFirstSeen"))
		const addresses = 20
		c.atOnce(2*addresses, func(i int) {
			v := c.traveller()
			status, text, err := v.at(i%2).try("POST", "/api/track", pageView(uuid.NewString()), "X-Forwarded-For", fmt.Sprint("198.51.100.", i/2))
			if err != nil || status != 204 {
				t.Errorf("track: %d, %v: %s", status, err, text)
			}
		})
		if n := len(c.recorded("VisitorFirstSeen")) - before; n != addresses {
			t.Errorf("%d addresses are %d visitors", addresses, n)
		}
	})

	t.Run("failed sign-ins count together", func(t *testing.T) {
		before := len(c.recorded("AdminLoginFailed"))
		var wrong, limited atomic.Int32
		c.atOnce(24, func(i int) {
			v := c.traveller()
			switch status, text, err := v.at(i%2).try("POST", "/api/admin/login", map[string]string{"username": "admin", "password": "wrong"},
				"X-Forwarded-For", "203.0.113.7"); {
			case err != nil:
				t.Error(err)
			case status == 401:
				wrong.Add(1)
			case status == 429:
				limited.Add(1)
			default:
				t.Errorf("sign in: %d %s", status, text)
			}
		})
		if wrong.Load() != 10 || limited.Load() != 14 {
			t.Errorf("of 24 attempts %d were tried and %d refused, want 10 and 14", wrong.Load(), limited.Load())
		}
		if n := len(c.recorded("AdminLoginFailed")) - before; n != 10 {
			t.Errorf("%d failures are in the log", n)
		}
		for i := range c.instances {
			v := c.traveller()
			if status, _, err := v.at(i).try("POST", "/api/admin/login", map[string]string{"username": "admin", "password": password},
				"X-Forwarded-For", "203.0.113.7"); err != nil || status != 429 {
				t.Errorf("the right password at instance %d: %d, %v", i, status, err)
			}
		}
	})

	t.Run("a key's requests count together", func(t *testing.T) {
		key := strings.TrimSpace(mustCandor(t, "", "--data", c.instances[1].dir, "keys", "create", "--name", "busy",
			"--permission", "create_reviews"))
		bot := c.traveller()
		bot.key = key
		var allowed int32
		for i := range c.instances {
			bot.at(i).eventually(200, "GET", "/api/bot/status")
			allowed++
		}
		allowed += c.untilLimited(8, 200, func(i int) (int, string, error) { return bot.at(i).try("GET", "/api/bot/status", nil) })
		// docs/clusters.md, "What instances agree on": at most 25 more for each instance.
		if allowed < 1000 || allowed > 1000+2*25 {
			t.Errorf("%d requests of 1000 an hour were let in by two instances", allowed)
		}
		t.Logf("two instances let in %d requests of 1000", allowed)
	})

	t.Run("contact messages from an address count together", func(t *testing.T) {
		message := map[string]string{"name": "Ada", "email": "ada@example.com", "subject": "Hello", "message": "Many of these."}
		began := time.Now()
		taken := c.untilLimited(4, 201, func(i int) (int, string, error) {
			if time.Since(began) > 50*time.Second { // a minute later there would be more
				return 0, "", errors.New("the limit was not met in time")
			}
			v := c.traveller()
			return v.at(i).try("POST", "/api/contact", message, "X-Forwarded-For", "203.0.113.99")
		})
		// docs/clusters.md, "What instances agree on": at most 10 more for each instance.
		if taken < 30 || taken > 30+2*10 {
			t.Errorf("%d messages of 30 a minute were taken by two instances", taken)
		}
		t.Logf("two instances took %d messages of 30", taken)
	})

	t.Run("of two bulks that are too large together one is taken", func(t *testing.T) {
		key := strings.TrimSpace(mustCandor(t, "", "--data", c.instances[0].dir, "keys", "create", "--name", "bulk",
			"--permission", "create_reviews"))
		items := make([]int, 600) // none of them a review: they cost all the same
		var statuses [2]int
		c.atOnce(2, func(i int) {
			v := c.traveller()
			v.key = key
			for deadline := time.Now().Add(10 * time.Second); statuses[i] == 0 || statuses[i] == 401 && time.Now().Before(deadline); {
				statuses[i], _, _ = v.at(i).try("POST", "/api/bot/reviews/bulk", map[string]any{"reviews": items})
			}
		})
		if slices.Sort(statuses[:]); statuses != [2]int{400, 429} {
			t.Errorf("two bulks of 600 are answered %v, want one carried out (400: none is a review) and one 429", statuses)
		}
	})

	t.Run("slugs and addresses are somebody's once", func(t *testing.T) {
		for n := range 3 {
			var statuses [2]int
			c.atOnce(2, func(i int) {
				v := admin.at(i)
				statuses[i], _, _ = v.try("POST", "/api/admin/categories", map[string]string{"name": fmt.Sprint("Class ", n),
					"slug": fmt.Sprint("class-", n)})
			})
			if slices.Sort(statuses[:]); statuses != [2]int{201, 400} {
				t.Errorf("two categories with one slug are answered %v", statuses)
			}
		}
		const email = "ada@example.com"
		c.atOnce(12, func(i int) {
			v := c.traveller()
			for n := range 5 {
				call := "subscribe"
				if (i+n)%3 == 0 {
					call = "unsubscribe"
				}
				status, text, err := v.at((i+n)%2).try("POST", "/api/newsletter/"+call, map[string]string{"email": email}, "X-Forwarded-For",
					fmt.Sprint("192.0.2.", i))
				if err != nil || status != 201 && status != 204 && status != 503 { // 503: too many at once
					t.Errorf("%s: %d, %v: %s", call, status, err, text)
				}
			}
		})
		admin.on().want(201, "POST", "/api/newsletter/subscribe", map[string]string{"email": email})
		for i := range c.instances {
			head := c.head()
			_, answer := admin.at(i).send("GET", "/api/admin/subscribers", nil, "Candor-Position", head)
			if n := strings.Count(answer.body, email); n != 1 {
				t.Errorf("instance %d lists the address %d times: %s", i, n, answer.body)
			}
		}
	})

	t.Run("both answer the same bytes, and calls under the same tag", func(t *testing.T) {
		head := c.head()
		var reviews []struct{ ID int64 }
		decode(t, admin.at(0).want(200, "GET", "/api/reviews", nil), &reviews)
		screen := fmt.Sprint("/reviews/", reviews[0].ID)
		for _, path := range []string{"/api/reviews", "/api/news?limit=3", "/api/categories", "/api/products", "/api" + screen, screen,
			"/feed.xml", "/sitemap.xml"} {
			var answers [2]answered
			for i := range answers {
				eventually.Holds(t, func() error { // a page's shell may come first
					if _, answers[i] = admin.at(i).send("GET", path, nil, "Candor-Position", head); strings.Contains(answers[i].body, emptyRoot) {
						return fmt.Errorf("GET %s: only its shell is served", path)
					}
					return nil
				})
			}
			// A page says when it was rendered, each instance at its own time; so its tag is each instance's own.
			same, page := renderedAt.ReplaceAllString(answers[0].body, "") == renderedAt.ReplaceAllString(answers[1].body, ""), path == screen
			if answers[0].status != 200 || !same || !page && answers[0].header.Get("Etag") != answers[1].header.Get("Etag") {
				t.Errorf("%s: %d %s and %d %s", path, answers[0].status, answers[0].header.Get("Etag"), answers[1].status,
					answers[1].header.Get("Etag"))
			}
		}
	})

	t.Run("both sign with one key", func(t *testing.T) {
		var keys [2]string
		c.atOnce(2, func(i int) { // the first time, when it is made
			v := c.traveller()
			_, keys[i], _ = v.at(i).try("GET", "/api/checkpoint/key", nil)
		})
		if keys[0] != keys[1] || !strings.HasPrefix(keys[0], "example.com+") {
			t.Fatalf("they sign with %q and %q", keys[0], keys[1])
		}
		key := filepath.Join(t.TempDir(), "checkpoint.key")
		if err := os.WriteFile(key, []byte(keys[0]), 0o600); err != nil {
			t.Fatal(err)
		}
		for i := range keys {
			v := c.traveller()
			checkpoint := filepath.Join(t.TempDir(), "checkpoint.txt")
			if err := os.WriteFile(checkpoint, []byte(v.at(i).want(200, "GET", "/api/checkpoint", nil)), 0o600); err != nil {
				t.Fatal(err)
			}
			mustCandor(t, "", "--data", c.dir, "verify", "--checkpoint", checkpoint, "--key", key)
		}
	})

	t.Run("who signs out at one is out at the other", func(t *testing.T) {
		v := c.traveller()
		for range 3 {
			if status := v.on().signIn(password); status != 200 {
				t.Fatalf("sign in: %d", status)
			}
			v.on().want(200, "GET", "/api/admin/overview", nil)
			session := v.cookies()
			v.on().want(204, "POST", "/api/admin/logout", nil)
			other := c.traveller() // has kept the cookie, and knows the position
			if _, answer := other.at(v.next%2).send("GET", "/api/admin/overview", nil, "Cookie", session, "Candor-Position",
				v.position()); answer.status != 401 {
				t.Fatalf("the other instance lets an ended session in: %d", answer.status)
			}
		}
		v.on().signIn(password)
		mustCandor(t, "another long password\n", "--data", c.instances[1].dir, "admin", "set-password")
		v.at(0).eventually(401, "GET", "/api/admin/overview")
		v.at(1).want(401, "GET", "/api/admin/overview", nil)
	})

	t.Run("commands find the log by any instance's folder", func(t *testing.T) {
		mustCandor(t, "", "--data", c.instances[1].dir, "verify")
		left := c.instances[1].dir
		c.instances[1].kill() // its run file stays behind
		if keys := mustCandor(t, "", "--data", left, "keys", "list"); !strings.Contains(keys, "busy") {
			t.Errorf("the folder of a dead instance leads to another log: %s", keys)
		}
	})
}

func TestCommandsMakeNoLogInAnInstancesFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	serve(t, dir).stop()
	folder := datadir.Folder(dir)
	if err := os.Remove(folder.LogFile()); err != nil {
		t.Fatal(err)
	}
	if _, _, err := candor(t, "", "--data", dir, "keys", "list"); err == nil || !strings.Contains(err.Error(), "--eventstore") {
		t.Errorf("keys list in a folder with read models and no log: %v", err)
	}
}

// firstPassword returns the password that exactly one of the instances has printed.
func (c *cluster) firstPassword() string {
	c.t.Helper()
	var passwords []string
	eventually.Holds(c.t, func() error { // their output is copied beside what they answer
		passwords = nil
		for _, p := range c.instances {
			_, after, _ := strings.Cut(p.output.String(), "password  ")
			if password, _, complete := strings.Cut(after, "\n"); complete {
				passwords = append(passwords, strings.TrimSpace(password))
			}
		}
		if len(passwords) != 1 {
			return fmt.Errorf("%d instances have printed a first password", len(passwords))
		}
		return nil
	})
	return passwords[0]
}

// head returns the position of the log's last event, according to an instance.
func (c *cluster) head() string {
	c.t.Helper()
	var ready struct {
		Log struct{ Head events.Position }
	}
	v := c.traveller()
	decode(c.t, v.on().want(200, "GET", "/readyz", nil), &ready)
	return fmt.Sprint(ready.Log.Head)
}

// atOnce calls do n times concurrently.
func (c *cluster) atOnce(n int, do func(i int)) {
	var all sync.WaitGroup
	begin := make(chan struct{})
	for i := range n {
		all.Go(func() {
			<-begin
			do(i)
		})
	}
	close(begin)
	all.Wait()
}

// untilLimited has n callers make calls, each at one instance, until they are answered 429, and returns how many calls were let in:
// answered with the status.
func (c *cluster) untilLimited(n, status int, call func(instance int) (int, string, error)) int32 {
	var in atomic.Int32
	c.atOnce(n, func(i int) {
		for {
			got, text, err := call(i % len(c.instances))
			switch {
			case err != nil || got != status && got != http.StatusTooManyRequests:
				c.t.Errorf("%d, %v: %s", got, err, text)
				return
			case got == http.StatusTooManyRequests:
				return
			}
			in.Add(1)
		}
	})
	return in.Load()
}

// answered holds a response with its headers.
type answered struct {
	status int
	header http.Header
	body   string
}

// send is call with headers of the request and the response. It also returns the request's name for messages.
func (v *visitor) send(method, path string, body any, headers ...string) (string, answered) {
	v.t.Helper()
	request := method + " " + v.url + path
	answer, err := v.exchange(method, path, body, headers...)
	if err != nil {
		v.t.Fatalf("%s: %v", request, err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		v.t.Fatalf("%s: %v", request, err)
	}
	return request, answered{answer.StatusCode, answer.Header, string(text)}
}

// cookies returns the cookies that the client would send to its last address.
func (v *visitor) cookies() string {
	var all []string
	for _, cookie := range v.jar() {
		all = append(all, cookie.Name+"="+cookie.Value)
	}
	return strings.Join(all, "; ")
}

// position returns the position in the client's cookie, "" without one.
func (v *visitor) position() string {
	for _, cookie := range v.jar() {
		if cookie.Name == "candor_position" {
			return cookie.Value
		}
	}
	return ""
}

func (v *visitor) jar() []*http.Cookie {
	at, _ := url.Parse(v.url) // it has been used
	return v.http.Jar.Cookies(at)
}

// pageView returns a page view as a browser sends it.
func pageView(id string) map[string]any {
	return map[string]any{"id": id, "event": "page_view", "page": "/", "userAgent": "Mozilla/5.0 Firefox", "sessionId": "s",
		"referrer": "", "metadata": nil}
}

func decode(t *testing.T, text string, into any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), into); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
}
