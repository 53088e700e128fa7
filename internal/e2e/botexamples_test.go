// The bot API as an outside developer meets it: the downloads, run as they are, with a real key.

package e2e

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// botSite is a site whose examples are downloaded and run.
type botSite struct {
	*site
	admin  *visitor
	folder string
}

func newBotSite(t *testing.T) *botSite {
	t.Helper()
	s := serve(t, t.TempDir())
	b := &botSite{site: s, admin: s.visitor(), folder: t.TempDir()}
	b.admin.signIn(adminPassword)
	return b
}

func (b *botSite) key(permissions ...string) (id int, key string) {
	b.t.Helper()
	var made struct {
		ID     int
		APIKey string
	}
	decode(b.t, b.admin.want(201, "POST", "/api/admin/api-keys", map[string]any{"name": strings.Join(permissions, ", "),
		"permissions": permissions}), &made)
	return made.ID, made.APIKey
}

// download stores a file as a browser does, and returns where it is.
func (b *botSite) download(name string) string {
	b.t.Helper()
	answer, err := b.admin.exchange("GET", "/api/docs/"+name, nil)
	if err != nil {
		b.t.Fatal(err)
	}
	_ = answer.Body.Close()
	if got, want := answer.Header.Get("Content-Disposition"), fmt.Sprintf("attachment; filename=%q", name); got != want {
		b.t.Errorf("%s: Content-Disposition is %s, want %s", name, got, want)
	}
	path := filepath.Join(b.folder, name)
	if err := os.WriteFile(path, []byte(b.admin.want(200, "GET", "/api/docs/"+name, nil)), 0o600); err != nil {
		b.t.Fatal(err)
	}
	return path
}

// run runs a program to its end, and returns its exit code and what it wrote.
func (b *botSite) run(key string, program string, args ...string) (code int, wrote string) {
	b.t.Helper()
	cmd := exec.CommandContext(b.t.Context(), program, args...)
	cmd.Env = append(os.Environ(), "CANDOR_API_KEY="+key)
	cmd.WaitDelay = 10 * time.Second
	out, err := cmd.CombinedOutput()
	if exit := new(exec.ExitError); err != nil && !errors.As(err, &exit) {
		b.t.Fatalf("%s: %v", program, err)
	}
	return cmd.ProcessState.ExitCode(), string(out)
}

// made returns how many published reviews, reviews of the bulk, articles and categories the examples have made.
func (b *botSite) made() (counts [4]int) {
	b.t.Helper()
	for i, path := range []string{"/api/reviews?search=A+laptop+you+cannot+hear", "/api/admin/reviews?search=A+lamp+that+thinks",
		"/api/admin/reviews?search=A+speaker+to+forget", "/api/news?search=Batteries+that+last+a+decade", "/api/categories"} {
		var items []struct{ Name string }
		decode(b.t, b.admin.want(200, "GET", path, nil), &items)
		if path == "/api/categories" {
			items = slices.DeleteFunc(items, func(c struct{ Name string }) bool { return !strings.HasPrefix(c.Name, "Test bench") })
		}
		counts[[]int{0, 1, 1, 2, 3}[i]] += len(items)
	}
	return counts
}

// wants are the items of one run: a published review though it was sent twice, two of three in the bulk, an article and a category.
var wants = [4]int{1, 2, 1, 1}

func TestTheExamplesOfTheBotAPIDoWhatTheySay(t *testing.T) {
	if testing.Short() {
		t.Skip("make nightly runs it: each example is run")
	}
	t.Parallel()
	for name, example := range map[string][2]string{"Python": {"python3", "candor_examples.py"}, "Node.js": {"node", "candor_examples.mjs"}} {
		t.Run(name, func(t *testing.T) {
			b := newBotSite(t)
			program, file := example[0], b.download(example[1])
			id, key := b.key("create_reviews", "create_news", "create_categories")
			if code, wrote := b.run(key, program, file); code != 0 || !strings.Contains(wrote, "All 17 steps went as they should.") {
				t.Fatalf("%s exits with %d: %s", program, code, wrote)
			}
			if made := b.made(); made != wants {
				t.Errorf("it made %v, want %v", made, wants)
			}
			var corrections []struct{ Kind, Type, Title string }
			decode(t, b.admin.want(200, "GET", "/api/corrections?limit=100", nil), &corrections)
			got := ""
			for _, c := range corrections { // the newest first
				got += c.Kind + " " + c.Type + "\n"
			}
			if want := "article update\nreview correction\n"; got != want {
				t.Errorf("readers see the corrections %q, want %q", got, want)
			}
			var keys []struct{ ID, Remaining, Limit int }
			decode(t, b.admin.want(200, "GET", "/api/admin/api-keys", nil), &keys)
			if i := slices.IndexFunc(keys, func(k struct{ ID, Remaining, Limit int }) bool { return k.ID == id }); i < 0 || keys[i].Limit != 1000 ||
				keys[i].Remaining >= 995 {
				t.Errorf("the key has %v left", keys)
			}

			// A key that may do less is refused where it must be, and the program says so and goes on.
			_, poor := b.key("create_news")
			if code, wrote := b.run(poor, program, file); code != 0 ||
				!strings.Contains(wrote, "This API key lacks the permission create_categories.") {
				t.Errorf("with a key that may do less it exits with %d: %s", code, wrote)
			}
			b.admin.want(200, "PATCH", fmt.Sprintf("/api/admin/api-keys/%d/deactivate", id), nil)
			if code, wrote := b.run(key, program, file); code != 1 || !strings.Contains(wrote, "This API key is deactivated.") {
				t.Errorf("with a deactivated key it exits with %d: %s", code, wrote)
			}
			if _, wrote := b.run("", program, file); !strings.Contains(wrote, "set CANDOR_API_KEY") {
				t.Errorf("without a key it says %s", wrote)
			}
		})
	}
}

// oapi-codegen's client is tested by a module of its own, whose dependencies are not Candor's.
func TestAClientGeneratedFromTheDescription(t *testing.T) {
	t.Parallel()
	const folder = "httpapi/openapi/goclient"
	if _, err := os.Stat(filepath.Join(folder, "client.gen.go")); err != nil {
		t.Fatalf("the client is not there, run make %s/client.gen.go (make test does): %v", folder, err)
	}
	b := newBotSite(t)
	_, key := b.key("create_reviews")
	cmd := exec.CommandContext(t.Context(), "go", "test", "-count=1", "-v", "-vet=off", "-ldflags=-w", ".")
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "CANDOR_TEST_SITE="+b.url, "CANDOR_TEST_KEY="+key)
	if wrote, err := cmd.CombinedOutput(); err != nil || strings.Count(string(wrote), "--- PASS: ") != 2 {
		t.Errorf("%v\n%s", err, wrote)
	}
}

func TestTheMarkdownOfTheBotAPINamesTheSite(t *testing.T) {
	t.Parallel()
	b := newBotSite(t)
	answer, err := b.admin.exchange("GET", "/api/docs/candor-api.md", nil)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	if got := answer.Header.Get("Content-Type"); got != "text/markdown; charset=utf-8" {
		t.Errorf("its type is %s", got)
	}
	if text, want := b.admin.want(200, "GET", "/api/docs/candor-api.md", nil),
		"curl -s "+b.url+`/api/bot/status -H "X-API-Key: $CANDOR_API_KEY"`; !strings.Contains(text, want) {
		t.Errorf("it lacks %s", want)
	}
}
