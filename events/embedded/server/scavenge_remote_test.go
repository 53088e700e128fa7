package server_test

// A scavenge that is asked for by HTTP, as EventStoreDB's administrators do.

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"candor/events/embedded/server"
	"candor/internal/eventually"
)

// post asks a node for a path by HTTP/1.1, as a user, if there is one, whose password is theirs.
func post(t *testing.T, n *server.Server, method, path, user, password string) (int, string) {
	t.Helper()
	url := "http://" + n.Addr() + path
	client := &http.Client{Timeout: 30 * time.Second}
	if n.CACertPEM() != nil {
		roots := x509.NewCertPool()
		roots.AppendCertsFromPEM(n.CACertPEM())
		client.Transport = &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}}
		url = "https://" + n.Addr() + path
	}
	request, err := http.NewRequestWithContext(within(t), method, url, strings.NewReader("{}"))
	if err != nil {
		t.Fatal(err)
	}
	if user != "" {
		request.SetBasicAuth(user, password)
	}
	answer, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(text)
}

func TestScavengeIsAskedForByHTTP(t *testing.T) {
	for name, change := range map[string]func(*server.Config){
		"with TLS": func(c *server.Config) {
			c.Insecure, c.Username, c.Password = false, "admin", "correct horse battery"
			c.Users = []server.User{{Name: "ann", Password: "analysts read only", Only: []string{"pageviews-"}}}
		},
		"without": func(c *server.Config) { c.Insecure = true },
	} {
		t.Run(name, func(t *testing.T) {
			c := config(t)
			change(&c)
			n := open(t, c)
			client := connect(t, n)
			appended(t, client, "soft", esdb.Any{}, event("Written", `{"text":"soft-words"}`), event("Written", `{"text":"last-words"}`))
			if _, err := client.DeleteStream(within(t), "soft", esdb.DeleteStreamOptions{ExpectedRevision: esdb.Any{}}); err != nil {
				t.Fatal(err)
			}
			if !c.Insecure {
				for _, who := range [][2]string{{"", ""}, {"admin", "wrong horse battery"}, {"ann", "analysts read only"}} {
					if code, text := post(t, n, "POST", "/admin/scavenge", who[0], who[1]); code != 401 && code != 403 ||
						strings.Contains(text, "ScavengeId") {
						t.Errorf("%q may: %d %s", who[0], code, text)
					}
				}
			}
			for _, other := range [][2]string{{"GET", "/admin/scavenge"}, {"POST", "/admin/shutdown"}, {"POST", "/health/live"}} {
				if code, _ := post(t, n, other[0], other[1], "admin", "correct horse battery"); code != 404 {
					t.Errorf("%v: %d", other, code)
				}
			}
			if code, _ := post(t, n, "GET", "/health/live", "", ""); code != 204 {
				t.Errorf("health: %d", code)
			}
			code, text := post(t, n, "POST", "/admin/scavenge", "admin", "correct horse battery")
			if code != 200 || !regexp.MustCompile(`^ScavengeId: [0-9a-f-]{36}$`).MatchString(text) {
				t.Fatalf("%d %s", code, text)
			}
			id := strings.TrimPrefix(text, "ScavengeId: ")
			var told []*esdb.RecordedEvent
			eventually.Holds(t, func() (err error) {
				if told, err = tryCollect(client.ReadStream(within(t), "$scavenges-"+id, esdb.ReadStreamOptions{}, 10)); len(told) < 2 {
					return fmt.Errorf("%d events about the scavenge, want its start and its end (%v)", len(told), err)
				}
				return nil
			})
			var report struct {
				ScavengeID, NodeEndpoint, Result, TimeTaken string
				SpaceSaved                                  int64
			}
			if err := json.Unmarshal(told[1].Data, &report); err != nil || told[1].EventType != "$scavengeCompleted" ||
				report.ScavengeID != id || report.NodeEndpoint != n.Addr() || report.Result != "Success" ||
				!strings.HasPrefix(report.TimeTaken, "00:00:0") {
				t.Errorf("told %s %s, %v", told[1].EventType, told[1].Data, err)
			}
			if inFile(t, c.Path, "soft-words") {
				t.Error("the words are still in the file")
			}
			if links := forwards(t, client, "$scavenges", esdb.Start{}, 10); len(links) != 2 {
				t.Errorf("%d links tell of the scavenge", len(links))
			}
			if code, text := post(t, n, "POST", "/admin/scavenge", "admin", "correct horse battery"); code != 200 {
				t.Errorf("again: %d %s", code, text)
			}
		})
	}
}

func TestScavengeIsRefusedWhileAnotherIsUnderWay(t *testing.T) {
	c := config(t)
	n := open(t, c)
	appended(t, connect(t, n), "s", esdb.Any{}, events(3)...)
	asked := false
	_, err := n.Scavenge(within(t), func(uint64, uint64) {
		if asked {
			return
		}
		asked = true
		if code, text := post(t, n, "POST", "/admin/scavenge", user, password); code != 400 || text != "Scavenge is already running" {
			t.Errorf("%d %s", code, text)
		}
	})
	if err != nil || !asked {
		t.Errorf("asked %v, %v", asked, err)
	}
}
