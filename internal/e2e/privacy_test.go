// Privacy from the command line: after an erasure and a scavenge the bytes are nowhere.

package e2e

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	privacy "candor/httpapi/people"
)

// inFolder lists, for each text that is there, the files whose bytes, used or not, hold it, in any case and also as base64.
func inFolder(t *testing.T, dir string, texts ...string) map[string][]string {
	t.Helper()
	needles := map[string][][]byte{}
	for _, text := range texts {
		needles[text] = [][]byte{bytes.ToLower([]byte(text))}
		for shift := range 3 { // wherever it begins in a group of three bytes, of which the text's neighbours share the first and the last
			coded := base64.StdEncoding.EncodeToString([]byte(strings.Repeat("=", shift) + text))
			whole := coded[min(4, 4*shift) : (shift+len(text))/3*4]
			needles[text] = append(needles[text], bytes.ToLower([]byte(whole)))
		}
	}
	found := map[string][]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		data = append(bytes.ToLower(data), strings.ToLower(path)...)
		for text, all := range needles {
			for _, needle := range all {
				if bytes.Contains(data, needle) {
					found[text] = append(found[text], fmt.Sprintf("%s (%s)", filepath.Base(path), needle))
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestErasedPersonIsNowhereInTheDataFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := serve(t, dir, "--trusted-proxies", "127.0.0.1")
	v := s.visitor()
	const address, agent = "198.51.100.213", "Mozilla/5.0 (quorbagent) Quorbinator/9.1"
	post := func(path string, body any) {
		t.Helper()
		status, answer, err := v.try("POST", path, body, "X-Forwarded-For", address, "User-Agent", agent)
		if err != nil || status/100 != 2 && status != 401 {
			t.Fatalf("POST %s: %d %s %v", path, status, answer, err)
		}
	}
	message := map[string]string{"name": "Quorbname", "email": "Quorbmail@example.com", "subject": "quorbsubject",
		"message": strings.Repeat("quorbtext ", 500)}
	for range 12 { // so that the files have free pages with old bytes
		post("/api/contact", message)
		post("/api/contact", map[string]string{"name": "N", "email": "other@example.com", "subject": "Other",
			"message": strings.Repeat("kept text ", 500)})
	}
	post("/api/newsletter/subscribe", map[string]string{"email": "quorbmail@example.com"})
	post("/api/track", map[string]any{"event": "page_view", "page": "/reviews?search=quorbsearch",
		"referrer": "https://search.example/?q=quorbquery", "sessionId": "s", "userAgent": agent})
	post("/api/admin/login", map[string]string{"username": "quorbuser", "password": "quorbpassword"})
	admin := s.visitor()
	if admin.signIn("correct horse battery") != 200 {
		t.Fatal("the admin can't sign in")
	}
	admin.want(200, "GET", "/api/contact-messages?search=quorbtext", nil)
	admin.want(200, "PATCH", "/api/contact-messages/1/read", nil)
	admin.want(204, "DELETE", "/api/contact-messages/3", nil)

	marks := []string{"quorbname", "quorbmail", "quorbsubject", "quorbtext", "quorbagent", address}
	before := inFolder(t, dir, marks...)
	for _, mark := range marks {
		if len(before[mark]) == 0 {
			t.Fatalf("%s is nowhere, before it is erased", mark)
		}
	}
	if _, _, err := candor(t, "no\n", "erase", "--data", dir, "--email", "quorbMAIL@example.com"); err == nil {
		t.Error("it erases though it is told not to")
	}
	found := mustCandor(t, "", "erase", "--data", dir, "--email", "quorbMAIL@example.com", "--dry-run")
	if !strings.Contains(found, "11 messages, 1 subscribers, 0 visitors") {
		t.Errorf("found: %s", found)
	}
	receipt := mustCandor(t, "yes\n", "erase", "--data", dir, "--email", "quorbMAIL@example.com")
	for _, want := range []string{"messages     11", "subscribers  1", "message-1, message-5", "access, analytics, history, inbox",
		"Candor no longer shows this data. Programs that read the log directly can see it until the next scavenge",
		"Earlier backups still contain it"} {
		if !strings.Contains(receipt, want) {
			t.Errorf("the receipt does not say %q:\n%s", want, receipt)
		}
	}
	var last privacy.Receipt
	if err := json.Unmarshal([]byte(mustCandor(t, "", "erase", "--data", dir, "--ip", address, "--yes", "--json", "--scavenge")),
		&last); err != nil {
		t.Fatal(err)
	}
	if last.Visitors != 1 || !last.Reclaimed || len(last.ForgottenBy) != 4 {
		t.Errorf("receipt %+v", last)
	}
	for _, text := range []string{receipt, fmt.Sprint(last)} {
		for _, mark := range marks {
			if strings.Contains(strings.ToLower(text), mark) {
				t.Errorf("the receipt holds %s: %s", mark, text)
			}
		}
	}
	// Beside the running server, and after it.
	for range 2 {
		for mark, files := range inFolder(t, dir, append(marks, "quorbsearch", "quorbquery", "quorbuser", "quorbpassword")...) {
			t.Errorf("%s is still in %v", mark, files)
		}
		s.stop()
	}
	if got := mustCandor(t, "", "verify", "--data", dir); !strings.Contains(got, "matches a fresh replay") {
		t.Error(got)
	}
	mustCandor(t, "", "scavenge", "--data", dir)
	s = serve(t, dir)
	admin = s.visitor()
	if admin.signIn("correct horse battery") != 200 {
		t.Fatal("the admin can't sign in")
	}
	if got := admin.want(200, "GET", "/api/contact-messages", nil); strings.Count(got, `"subject":"Other"`) != 12 ||
		strings.Count(got, `"id":`) != 12 {
		t.Errorf("the other messages: %s", got)
	}
}
