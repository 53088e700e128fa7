// Decisions about keys and sign-ins.

package access

import (
	"fmt"
	"net/netip"
	"testing"
	"time"

	"github.com/google/uuid"

	"candor/commands"
	"candor/commands/decisiontest"
	"candor/events"
)

func TestKeyDecisions(t *testing.T) {
	in := KeyInput{Name: "bot", Permissions: []string{PermitReviews}}
	past, future := at.Add(-time.Second), at.Add(time.Hour)
	created := events.ApiKeyCreated{KeyID: 2, Name: "bot", Hash: "h", Hint: "cndr_…wxyz", Permissions: in.Permissions, At: at}
	used := events.ApiKeyUsed{KeyID: 2, Requests: 3, At: at}
	deactivated := events.ApiKeyDeactivated{KeyID: 2, At: at}
	deleted := events.ApiKeyDeleted{KeyID: 2, At: at}
	expiring := created
	expiring.ExpiresAt = &future
	decisiontest.Play(t, []scenario[apiKey]{
		{"a key is created", nil, createKey{2, in, "h", "cndr_…wxyz", at}, decisiontest.Happened(created), 0, ""},
		{"a key can expire", nil, createKey{2, KeyInput{"bot", in.Permissions, &future}, "h", "cndr_…wxyz", at},
			decisiontest.Happened(expiring), 0, ""},
		{"a key can't be born expired", nil, createKey{2, KeyInput{"bot", in.Permissions, &past}, "h", "", at}, nil,
			commands.Invalid, "expiresAt"},
		{"use is recorded", decisiontest.Happened(created), useKey{2, 3, at}, decisiontest.Happened(used), 0, ""},
		{"use after the end is not", decisiontest.Happened(created, deactivated), useKey{2, 3, at}, nil, 0, ""},
		{"a key is deactivated", decisiontest.Happened(created, used), deactivateKey{2, at}, decisiontest.Happened(deactivated), 0, ""},
		{"deactivating twice records nothing", decisiontest.Happened(created, deactivated), deactivateKey{2, at}, nil, 0, ""},
		{"a deactivated key can be deleted", decisiontest.Happened(created, deactivated), deleteKey{2, at},
			decisiontest.Happened(deleted), 0, ""},
		{"a deleted key can't be deactivated", decisiontest.Happened(created, deleted), deactivateKey{2, at}, nil, commands.NotFound, ""},
		{"a deleted key can't be deleted again", decisiontest.Happened(created, deleted), deleteKey{2, at}, nil, commands.NotFound, ""},
		{"an unknown key can't be deactivated", nil, deactivateKey{2, at}, nil, commands.NotFound, ""},
		{"the last event alone tells the state", decisiontest.Happened(deleted), deleteKey{2, at}, nil, commands.NotFound, ""},
		{"a use alone tells of an active key", decisiontest.Happened(used), deactivateKey{2, at}, decisiontest.Happened(deactivated), 0, ""},
	})
}

func TestAdminDecisions(t *testing.T) {
	set := events.AdminPasswordSet{PasswordHash: "h", At: at}
	in := events.AdminLoggedIn{SessionID: "s", Username: "admin", Address: "192.0.2.1", UserAgent: "x",
		ExpiresAt: at.Add(sessionLength), At: at}
	out := events.AdminLoggedOut{SessionID: "s", At: at}
	enter := logIn{verifiedHash: "h", session: "s", username: "admin", address: "192.0.2.1", userAgent: "x", at: at}
	someone := uuid.New()
	same := func(at time.Time) time.Time { return at }
	there := &signInOrigin{visitor: someone, network: netip.MustParseAddr("192.0.2.7"), since: same,
		networkOf: func(v uuid.UUID) (netip.Addr, bool) {
			return netip.MustParseAddr("192.0.2.7"), v == someone
		}}
	failed := func(n int) []events.Event {
		all := decisiontest.Happened(set)
		for range n {
			all = append(all, events.AdminLoginFailed{VisitorID: someone, At: at})
		}
		return all
	}
	after := func(c logIn, at time.Time) logIn {
		c.visitor, c.from, c.at = someone, there, at
		return c
	}
	by := func(e events.AdminLoggedIn, at time.Time, who uuid.UUID) events.AdminLoggedIn {
		e.VisitorID, e.At, e.ExpiresAt = who, at, at.Add(sessionLength)
		return e
	}
	other := events.AdminPasswordSet{PasswordHash: "h2", At: at}
	change := changePassword{setPassword{hash: "h2", old: "h", at: at}, logIn{verifiedHash: "h", session: "s2", username: "admin",
		address: "192.0.2.1", userAgent: "x", at: at}}
	in2 := in
	in2.SessionID = "s2"
	decisiontest.Play(t, []scenario[admin]{
		{"a password is set", nil, setPassword{hash: "h", at: at}, decisiontest.Happened(set), 0, ""},
		{"a session lasts 24 hours", decisiontest.Happened(set), enter, decisiontest.Happened(in), 0, ""},
		{"a password changed meanwhile opens nothing", decisiontest.Happened(set, events.AdminPasswordSet{PasswordHash: "h2", At: at}), enter,
			nil, commands.Unauthorized, ""},
		{"a failure is recorded", decisiontest.Happened(set), failLogIn{someone, there, at},
			decisiontest.Happened(events.AdminLoginFailed{VisitorID: someone, At: at}), 0, ""},
		{"the tenth failure is recorded", failed(9), failLogIn{someone, there, at},
			decisiontest.Happened(events.AdminLoginFailed{VisitorID: someone, At: at}), 0, ""},
		{"the eleventh is refused and leaves nothing", failed(10), failLogIn{someone, there, at}, nil, commands.RateLimited, ""},
		{"the right password is refused after ten failures", failed(10), after(enter, at), nil, commands.RateLimited, ""},
		{"elsewhere it is taken", failed(10), enter, decisiontest.Happened(in), 0, ""},
		{"a quarter of an hour later it is taken", failed(10), after(enter, at.Add(signInSpan)),
			decisiontest.Happened(by(in, at.Add(signInSpan), someone)), 0, ""},
		{"a success clears the failures", append(failed(10), by(in, at, someone)), failLogIn{someone, there, at},
			decisiontest.Happened(events.AdminLoginFailed{VisitorID: someone, At: at}), 0, ""},
		{"an open session ends", decisiontest.Happened(set, in), logOut{"s", at}, decisiontest.Happened(out), 0, ""},
		{"a session ends once", decisiontest.Happened(set, in, out), logOut{"s", at}, nil, 0, ""},
		{"an unknown session needs no ending", decisiontest.Happened(set), logOut{"s", at}, nil, 0, ""},
		{"an expired session needs no ending", decisiontest.Happened(set, in), logOut{"s", at.Add(sessionLength)}, nil, 0, ""},
		{"a new password ends all sessions", decisiontest.Happened(set, in, set), logOut{"s", at}, nil, 0, ""},
		{"whoever changes the password gets a new session", decisiontest.Happened(set, in), change, decisiontest.Happened(other, in2), 0, ""},
		{"that one is open", decisiontest.Happened(set, in, other, in2), logOut{"s2", at},
			decisiontest.Happened(events.AdminLoggedOut{SessionID: "s2", At: at}), 0, ""},
		{"the other sessions end", decisiontest.Happened(set, in, in2), endOtherSessions{"s2", at}, decisiontest.Happened(out), 0, ""},
		{"without any, nothing is recorded", decisiontest.Happened(set, in2), endOtherSessions{"s2", at}, nil, 0, ""},
	})
}

// The tenth failure closes a /64, the fiftieth a /48, and a success opens only the /64 that it came from.
func TestSignInsFromIPv6NetworksAreLimited(t *testing.T) {
	set := events.AdminPasswordSet{PasswordHash: "h", At: at}
	network := func(n int) netip.Addr { return netip.MustParseAddr(fmt.Sprintf("2001:db8:7:%x::", n)) }
	visitors := map[uuid.UUID]netip.Addr{}
	fail := func(from netip.Addr, when time.Time) events.Event { // each from another address
		who := uuid.New()
		visitors[who] = from
		return events.AdminLoginFailed{VisitorID: who, At: when}
	}
	fails := func(times int, from netip.Addr, when time.Time) (all []events.Event) {
		for range times {
			all = append(all, fail(from, when))
		}
		return all
	}
	succeeded := func(address string, when time.Time) events.Event {
		return events.AdminLoggedIn{SessionID: address, Username: "admin", Address: address, At: when, ExpiresAt: when.Add(sessionLength)}
	}
	from := func(n netip.Addr) *signInOrigin {
		return &signInOrigin{visitor: uuid.New(), network: n, since: func(at time.Time) time.Time { return at },
			networkOf: func(v uuid.UUID) (netip.Addr, bool) {
				there, known := visitors[v]
				return there, known
			}}
	}
	given := func(parts ...[]events.Event) admin {
		s := admin{}.Evolve(set)
		for _, part := range parts {
			for _, e := range part {
				s = s.Evolve(e)
			}
		}
		return s
	}
	site := func(n int) (all []events.Event) { // n failures, at most nine in each /64, a second apart
		for i := range n {
			all = append(all, fail(network(i/9), at.Add(time.Duration(i)*time.Second)))
		}
		return all
	}
	now, elsewhere := at.Add(time.Minute), netip.MustParseAddr("2001:db8:8:1::")
	for _, test := range []struct {
		name  string
		state admin
		from  netip.Addr
		wait  time.Duration // 0: it may be tried
	}{
		{"nine in the /64", given(fails(9, network(1), at)), network(1), 0},
		{"ten in the /64", given(fails(10, network(1), at)), network(1), 14 * time.Minute},
		{"ten in another /64", given(fails(10, network(1), at)), network(2), 0},
		{"a success in the /64", given(fails(9, network(1), at), decisiontest.Happened(succeeded("2001:db8:7:1::5", at)),
			fails(9, network(1), at)), network(1), 0},
		{"a success in another /64", given(fails(9, network(1), at), decisiontest.Happened(succeeded("2001:db8:7:2::5", at)),
			fails(1, network(1), at)), network(1), 14 * time.Minute},
		{"49 in the /48", given(site(49)), network(100), 0},
		{"50 in the /48", given(site(50)), network(100), 14 * time.Minute},
		{"52 in the /48, the third goes", given(site(52)), network(100), 14*time.Minute + 2*time.Second},
		{"50 in the /48 and ten in the /64: both must go", given(site(50), fails(10, network(100), now)), network(100), 15 * time.Minute},
		{"50 in another /48", given(site(50)), elsewhere, 0},
		{"50 in the /48, less those of the /64 that has signed in", given(site(50), decisiontest.Happened(succeeded("2001:db8:7:0::5", now))),
			network(100), 0},
		{"and those of others still count", given(site(50), decisiontest.Happened(succeeded("2001:db8:7:0::5", now)), fails(9, network(50), now)),
			network(100), 14*time.Minute + 9*time.Second},
		{"an IPv4 address among them", given(site(50)), netip.MustParseAddr("192.0.2.1"), 0},
	} {
		err := test.state.signInAllowed(from(test.from), now)
		limited, _ := err.(*commands.Error)
		switch {
		case test.wait == 0 && err != nil:
			t.Errorf("%s: %v", test.name, err)
		case test.wait > 0 && (limited == nil || limited.Kind != commands.RateLimited || limited.RetryAfter != test.wait):
			t.Errorf("%s: %+v, want a wait of %v", test.name, err, test.wait)
		}
	}
}
