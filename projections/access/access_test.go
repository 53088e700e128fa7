package access_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"

	"candor/events"
	"candor/projections"
	"candor/projections/internal/modeltest"
	"candor/projections/projector"
)

func TestAccess(t *testing.T) {
	log, dir := modeltest.NewLog(), modeltest.MemDir(t)
	m, err := projections.Open(t.Context(), modeltest.Config(dir, log))
	if err != nil {
		t.Fatal(err)
	}
	log.Append(t, "apikey-1", events.ApiKeyCreated{KeyID: 1, Name: "bot", Hash: "aa", Hint: "cndr_…1234", Permissions: []string{"create_news"},
		At: modeltest.Day(0)},
		events.ApiKeyUsed{KeyID: 1, Requests: 10, At: modeltest.Day(1)}, events.ApiKeyUsed{KeyID: 1, Requests: 5, At: modeltest.Day(50)},
		events.ApiKeyUsed{KeyID: 1, Requests: 2, At: modeltest.Day(70)})
	log.Append(t, events.AdminStream, events.AdminPasswordSet{PasswordHash: "$argon2id$1", At: modeltest.Day(0)})
	stranger, owner := uuid.New(), uuid.New()
	for i := range 3 {
		log.Append(t, events.AdminStream, events.AdminLoginFailed{VisitorID: stranger, At: modeltest.Day(i)})
	}
	at := log.Append(t, events.AdminStream, events.AdminLoginFailed{VisitorID: owner, At: modeltest.Day(3)},
		events.AdminLoggedIn{SessionID: "s1", Username: "admin", Address: "203.0.113.2", VisitorID: owner, At: modeltest.Day(4),
			ExpiresAt: modeltest.Day(4 + 24*60)})
	modeltest.Seen(t, at, m.Access)
	check := func(m *projections.Models) {
		t.Helper()
		k, ok := m.Access.KeyByHash("aa")
		if !ok || !k.IsActive || k.LastUsed == nil || !k.LastUsed.Equal(modeltest.Day(70)) || k.ExpiresAt != nil {
			t.Errorf("key %+v", k)
		}
		if uses, revision := m.Access.KeyUses(1, modeltest.Day(10)); revision != k.Revision || len(uses) != 2 || uses[0].Cost != 5 ||
			uses[1].Cost != 2 {
			t.Errorf("uses %v", uses)
		}
		if n, oldest := m.Access.LoginFailures(stranger, modeltest.Day(0)); n != 2 || !oldest.Equal(modeltest.Day(1)) {
			t.Errorf("%d failures since %v", n, oldest)
		}
		if n, _ := m.Access.LoginFailures(owner, time.Time{}); n != 0 {
			t.Errorf("a success leaves %d failures", n)
		}
		if s, ok := m.Access.Session("s1", modeltest.Day(100)); !ok || s.Username != "admin" {
			t.Errorf("session %+v %v", s, ok)
		}
		if _, ok := m.Access.Session("s1", modeltest.Day(4+24*60)); ok {
			t.Error("a session outlives its 24 hours")
		}
		if got := m.Access.PasswordHash(); got != "$argon2id$1" {
			t.Errorf("password hash %q", got)
		}
	}
	check(m)
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	m = modeltest.Open(t, dir, log)
	check(m)
	want := `[{"id":1,"name":"bot","hash":"aa","hint":"cndr_…1234","permissions":["create_news"],"isActive":true,"expiresAt":null,"lastUsed":"2026-11-21T10:10:00Z","createdAt":"2026-11-21T09:00:00Z","revision":3}]`
	if got := modeltest.Keys(t, m); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	log.Append(t, events.AdminStream, events.AdminPasswordSet{PasswordHash: "$argon2id$2", At: modeltest.Day(80)})
	modeltest.Seen(t, log.Append(t, "apikey-1", events.ApiKeyDeactivated{KeyID: 1, At: modeltest.Day(81)}), m.Access)
	if _, ok := m.Access.Session("s1", modeltest.Day(82)); ok {
		t.Error("a new password leaves a session")
	}
	if k, ok := m.Access.KeyByHash("aa"); !ok || k.IsActive {
		t.Errorf("a deactivated key: %+v %v", k, ok)
	}
	modeltest.Seen(t, log.Append(t, "apikey-1", events.ApiKeyDeleted{KeyID: 1, At: modeltest.Day(83)}), m.Access)
	if _, ok := m.Access.KeyByHash("aa"); ok {
		t.Error("a deleted key is found")
	}
	if _, err := m.Access.Key(1); !errors.Is(err, projector.ErrNotFound) {
		t.Errorf("a deleted key says %v", err)
	}
}
