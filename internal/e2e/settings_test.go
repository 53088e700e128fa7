// The settings of a site: on every instance, in the past, and after a restore.

package e2e

import (
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// set changes a section of the settings that has had some changes.
func (v *visitor) set(section string, revision string, values map[string]any) {
	v.t.Helper()
	status, text, err := v.try("PUT", "/api/admin/settings/"+section, values, "If-Match", `"`+revision+`"`)
	if err != nil || status != 200 {
		v.t.Fatalf("settings of %s: %d, %v: %s", section, status, err, text)
	}
}

// named checks how the site is called, on a page and in its feed.
func (v *visitor) named(name string) {
	v.t.Helper()
	for _, path := range []string{"/api/site", "/about", "/feed.xml"} {
		if text := v.want(200, "GET", path, nil); !strings.Contains(text, name) {
			v.t.Errorf("%s doesn't name %s", path, name)
		}
	}
}

func TestSettingsTakeEffectOnEveryInstance(t *testing.T) {
	t.Parallel()
	c := newCluster(t, 2, []string{"CANDOR_ADMIN_PASSWORD="}, "--site-url", "http://example.com")
	admin := c.traveller()
	if status, text, err := admin.on().try("POST", "/api/admin/login",
		map[string]string{"username": "admin", "password": c.firstPassword()}); err != nil || status != 200 {
		t.Fatalf("sign in: %d, %v: %s", status, err, text)
	}
	admin.on().set("site", "0", map[string]any{"name": "Noisy Kitchen"})
	for range 2 {
		admin.on().named("Noisy Kitchen")
	}
	admin.on().set("site", "1", map[string]any{"name": "Quiet Kitchen"})
	status, text, err := admin.on().try("PUT", "/api/admin/settings/site", map[string]any{"name": "Late Kitchen"}, "If-Match", `"1"`)
	if err != nil || status != 412 {
		t.Errorf("a change on an old revision at another instance: %d, %v: %s", status, err, text)
	}
	for range 2 {
		admin.on().named("Quiet Kitchen")
	}
}

func TestSettingsArePartOfThePastAndOfBackups(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := serve(t, dir)
	admin := s.visitor()
	admin.signIn(adminPassword)
	admin.set("site", "0", map[string]any{"name": "Noisy Kitchen"})
	moment := time.Now()
	admin.set("site", "1", map[string]any{"name": "Quiet Kitchen", "language": "fr", "currency": "EUR"})
	admin.set("navigation", "0", map[string]any{"social": []any{}})
	admin.named("Quiet Kitchen")
	draft := map[string]any{"base": 0, "fields": map[string]any{"copyright": "© Draft"}, "was": map[string]any{"copyright": ""}}
	admin.want(200, "PUT", "/api/admin/settings/publication/draft", draft)
	typed := admin.want(200, "GET", "/api/admin/settings/publication/draft", nil)

	if text := admin.want(200, "GET", "/api/site?asOf="+moment.UTC().Format(time.RFC3339Nano), nil); !strings.Contains(text, "Noisy Kitchen") {
		t.Errorf("the site as it was then: %s", text)
	}
	servePast(t, moment, "--data", dir).visitor().named("Noisy Kitchen")

	file := filepath.Join(t.TempDir(), "site.backup")
	mustCandor(t, "", "--data", dir, "backup", file)
	settings := admin.want(200, "GET", "/api/admin/settings", nil)
	s.stop()
	other := filepath.Join(t.TempDir(), "data")
	mustCandor(t, "", "--data", other, "restore", file)
	again := serve(t, other).visitor()
	again.named("Quiet Kitchen")
	again.signIn(adminPassword)
	if got := again.want(200, "GET", "/api/admin/settings", nil); got != settings {
		t.Errorf("restored: %s, want %s", got, settings)
	}
	if got := again.want(200, "GET", "/api/admin/settings/publication/draft", nil); got != typed || !strings.Contains(got, "© Draft") {
		t.Errorf("restored draft: %s, want %s", got, typed)
	}
	if text := again.want(200, "GET", "/api/site", nil); strings.Contains(text, "© Draft") {
		t.Errorf("readers see the draft: %s", text)
	}
}

func TestAVariableDecidesASettingUntilItIsUnset(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := serve(t, dir, "--public-history", "off")
	admin := s.visitor()
	admin.signIn(adminPassword)
	admin.set("publication", "0", map[string]any{"publicHistory": "corrections"})
	got := admin.want(200, "GET", "/api/admin/settings/publication", nil)
	for _, want := range []string{`"publicHistory":"off"`, `"overridden":{"publicHistory":"CANDOR_PUBLIC_HISTORY"}`, `"revision":1`} {
		if !strings.Contains(got, want) {
			t.Errorf("overridden: %s lacks %s", got, want)
		}
	}
	s.stop()
	if got := serve(t, dir).visitor().want(200, "GET", "/api/site", nil); !strings.Contains(got, `"publicHistory":"corrections"`) {
		t.Errorf("not overridden: %s", got)
	}
}
