package e2e

import (
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"candor/events/datadir"
)

func TestASiteThatOthersCanReachNeedsItsPublicAddress(t *testing.T) {
	t.Parallel()
	for _, addr := range []string{"0.0.0.0:0", ":0", "[::]:0"} {
		for _, more := range [][]string{nil, {"--as-of", "2026-01-01"}} {
			_, _, err := candor(t, "", append([]string{"serve", "--data", t.TempDir(), "--addr", addr}, more...)...)
			if err == nil || !strings.Contains(err.Error(), "--site-url (CANDOR_SITE_URL)") || !strings.Contains(err.Error(), addr) {
				t.Errorf("serve --addr %s %v: %v, want an error that asks for --site-url", addr, more, err)
			}
		}
	}
	s := serve(t, t.TempDir(), "--addr", "0.0.0.0:0", "--site-url", "https://reviews.example")
	if page := s.visitor().want(200, "GET", "/about", nil); !strings.Contains(page, `href="https://reviews.example/about"`) {
		t.Error("the page is not at its public address")
	}
}

func TestOnLoopbackLinksBeginWithTheAddress(t *testing.T) {
	t.Parallel()
	for _, host := range []string{"127.0.0.1", "localhost"} {
		s := serve(t, t.TempDir(), "--addr", host+":0")
		_, port, _ := net.SplitHostPort(strings.TrimPrefix(s.url, "http://"))
		origin := "http://" + host + ":" + port
		for path, link := range map[string]string{
			"/about": `href="` + origin + `/about"`, "/feed.xml": origin + "/", "/robots.txt": origin + "/sitemap.xml",
			"/api/openapi.json": `"` + origin + `"`, "/api/docs/candor_examples.py": origin,
		} {
			request, err := http.NewRequestWithContext(t.Context(), "GET", s.url+path, nil)
			if err != nil {
				t.Fatal(err)
			}
			request.Host = "evil.example"
			answer, err := http.DefaultClient.Do(request)
			if err != nil {
				t.Fatal(err)
			}
			text, err := io.ReadAll(answer.Body)
			_ = answer.Body.Close()
			if err != nil || !strings.Contains(string(text), link) || strings.Contains(string(text), "evil.example") {
				t.Errorf("%s does not link to %s: %.400s %v", path, origin, text, err)
			}
		}
		s.stop()
	}
}

func TestTheOperatorsAddressAloneHasTheFigures(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := serve(t, dir, "--ops-addr", "127.0.0.1:0")
	runFile, err := datadir.Folder(dir).Server()
	if err != nil {
		t.Fatal(err)
	}
	everybody, operator := s.visitor(), s.visitor()
	operator.url = runFile.Ops
	for _, path := range []string{"/metrics", "/readyz"} {
		everybody.want(404, "GET", path, nil)
		operator.want(200, "GET", path, nil)
	}
	for _, path := range []string{"/healthz", "/health/live", "/health/ready", "/health/readable"} {
		everybody.want(200, "GET", path, nil)
	}
	operator.want(200, "GET", "/healthz", nil)
	for _, path := range []string{"/", "/api/reviews", "/api/admin/session", "/api/control/wait"} {
		operator.want(404, "GET", path, nil)
	}
	addr, ops := strings.TrimPrefix(s.url, "http://"), strings.TrimPrefix(runFile.Ops, "http://")
	mustCandor(t, "", "--data", dir, "health", "--addr", addr)
	mustCandor(t, "", "--data", t.TempDir(), "health", "--addr", addr, "--ops-addr", ops)
	if _, _, err := candor(t, "", "--data", t.TempDir(), "health", "--addr", addr); err == nil {
		t.Error("candor health was not told of the operator's address, and asked there")
	}
	if _, _, err := candor(t, "", "serve", "--data", t.TempDir(), "--addr", "127.0.0.1:0", "--ops-addr", ops); err == nil ||
		!strings.Contains(err.Error(), "--ops-addr") {
		t.Errorf("a taken address: %v, want an error that names --ops-addr", err)
	}
}
