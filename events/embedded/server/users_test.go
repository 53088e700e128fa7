package server_test

// Users beside the administrator: what access lists, $settings and the bounds of a user let them do.

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	api "github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"candor/events/embedded/server"
)

// withUsers is a node with ann, who reads with others, and fenced, who is confined to two kinds of streams.
func withUsers(t *testing.T) server.Config {
	c := config(t)
	c.Users = []server.User{
		{Name: "ann", Password: "anns", Groups: []string{"readers"}},
		{Name: "fenced", Password: "fences", Groups: []string{"readers"}, Only: []string{"open-", "$ce-open"}},
		{Name: "second", Password: "seconds", Groups: []string{"$admins"}},
	}
	return c
}

// signIn returns a client that signs in as a user.
func signIn(t *testing.T, n *server.Server, name, password string) *esdb.Client {
	t.Helper()
	return dial(t, n, (&url.URL{Scheme: "esdb", Host: n.Addr(), User: url.UserPassword(name, password)}).String())
}

// refusedOrNot says how a call ended: "ok", "denied", or the error.
func refusedOrNot(t *testing.T, err error) string {
	t.Helper()
	switch {
	case err == nil:
		return "ok"
	case status.Code(err) == codes.PermissionDenied:
		return "denied"
	case code(t, err) == esdb.ErrorCodeAccessDenied:
		return "denied"
	case code(t, err) == esdb.ErrorCodeResourceNotFound:
		return "ok" // it may look
	}
	return err.Error()
}

// abilities tries allOfIt with a stream, deletion last, and lists what is denied.
func abilities(t *testing.T, c *esdb.Client, stream string) string {
	t.Helper()
	ctx := within(t)
	var denied []string
	try := func(what string, err error) {
		switch got := refusedOrNot(t, err); got {
		case "ok":
		case "denied":
			denied = append(denied, what)
		default:
			t.Errorf("%s %s: %s", what, stream, got)
		}
	}
	rs, err := c.ReadStream(ctx, stream, esdb.ReadStreamOptions{}, 10)
	_, err = tryCollect(rs, err)
	try("read", err)
	sub, err := c.SubscribeToStream(ctx, stream, esdb.SubscribeToStreamOptions{})
	if err == nil {
		sub.Close()
	}
	try("subscribe", err)
	_, err = c.AppendToStream(ctx, stream, esdb.AppendToStreamOptions{ExpectedRevision: esdb.Any{}}, events(1)...)
	try("append", err)
	rs, err = c.ReadStream(ctx, "$$"+stream, esdb.ReadStreamOptions{}, 1) // the client's own call can't read a list of names
	_, err = tryCollect(rs, err)
	try("read metadata", err)
	_, err = c.SetStreamMetadata(ctx, stream, esdb.AppendToStreamOptions{ExpectedRevision: esdb.Revision(1 << 40)}, esdb.StreamMetadata{})
	if err != nil && code(t, err) == esdb.ErrorCodeWrongExpectedVersion {
		err = nil // it may, but not at a revision that isn't there
	}
	try("write metadata", err)
	_, err = c.DeleteStream(ctx, stream, esdb.DeleteStreamOptions{ExpectedRevision: esdb.Revision(1 << 40)})
	if err != nil && status.Code(cause(err)) == codes.FailedPrecondition {
		err = nil
	}
	try("delete", err)
	return strings.Join(denied, ", ")
}

// cause is the innermost error.
func cause(err error) error {
	for {
		u, ok := err.(interface{ Unwrap() error })
		if !ok {
			return err
		}
		err = u.Unwrap()
	}
}

const allOfIt = "read, subscribe, append, read metadata, write metadata, delete"

func TestAccessLists(t *testing.T) {
	c := withUsers(t)
	n := open(t, c)
	admin, ann := connect(t, n), signIn(t, n, "ann", "anns")
	put := func(stream, data string) {
		t.Helper()
		appended(t, admin, stream, esdb.Any{}, event("$metadata", data))
	}
	expectDenied := func(stream, want string) {
		t.Helper()
		if got := abilities(t, ann, stream); got != want {
			t.Errorf("%s: ann is denied %q, want %q", stream, got, want)
		}
	}
	expectDenied("s", "")
	expectDenied("$s", allOfIt)
	// A list takes effect on the next call, and a call under way goes on.
	appended(t, admin, "watched", esdb.Any{}, events(1)...)
	sub, err := ann.SubscribeToStream(within(t), "watched", esdb.SubscribeToStreamOptions{From: esdb.Start{}})
	if err != nil {
		t.Fatal(err)
	}
	defer sub.Close()
	expect(t, sub, "0@watched", "caught up")
	for _, list := range []struct{ acl, denied string }{
		{`"$all"`, ""},
		{`"ann"`, ""},
		{`["bob","readers"]`, ""},
		{`"$admins"`, allOfIt},
		{`[]`, allOfIt},
		{`"bob"`, allOfIt},
	} {
		put("$$watched", fmt.Sprintf(`{"$acl":{"$r":%[1]s,"$w":%[1]s,"$d":%[1]s,"$mr":%[1]s,"$mw":%[1]s}}`, list.acl))
		expectDenied("watched", list.denied)
	}
	appended(t, admin, "watched", esdb.Any{}, events(1)...)
	for got := next(t, sub); got != "4@watched"; got = next(t, sub) {
		if !strings.HasSuffix(got, "@watched") {
			t.Fatal(got)
		}
	}
	put("$$part", `{"$acl":{"$w":"$admins","$mw":"$admins"}}`)
	expectDenied("part", "append, write metadata")
	// The list as the official client writes it.
	var meta esdb.StreamMetadata
	acl := esdb.Acl{}
	acl.AddReadRoles("readers")
	acl.AddWriteRoles("bob")
	acl.AddDeleteRoles("bob")
	acl.AddMetaReadRoles("ann")
	acl.AddMetaWriteRoles("bob")
	meta.SetAcl(acl)
	if _, err := admin.SetStreamMetadata(within(t), "typed", esdb.AppendToStreamOptions{ExpectedRevision: esdb.Any{}}, meta); err != nil {
		t.Fatal(err)
	}
	expectDenied("typed", "append, write metadata, delete")
	if got, err := ann.GetStreamMetadata(within(t), "typed", esdb.ReadStreamOptions{}); err != nil || got.Acl() == nil {
		t.Errorf("ann reads %v, %v", got, err)
	}
	// What holds for streams without a list.
	put("$settings", `{"$userStreamAcl":{"$r":"readers","$w":"$admins","$d":"$admins","$mr":"$all","$mw":"$admins"},"$systemStreamAcl":{"$r":"ann"}}`)
	expectDenied("s", "append, write metadata, delete")
	expectDenied("never-written", "append, write metadata, delete")
	expectDenied("$s", "append, read metadata, write metadata, delete")
	expectDenied("watched", allOfIt) // has its own
	// Deleting a stream takes its list with it.
	if _, err := admin.DeleteStream(within(t), "watched", esdb.DeleteStreamOptions{ExpectedRevision: esdb.Any{}}); err != nil {
		t.Fatal(err)
	}
	expectDenied("watched", "append, write metadata, delete")
	// All of it outlives the node. Administrators, by group too, are kept out of nothing.
	if err := n.Close(); err != nil {
		t.Fatal(err)
	}
	n = open(t, c)
	admin, ann = connect(t, n), signIn(t, n, "ann", "anns")
	expectDenied("part", "append, write metadata, delete")
	expectDenied("s", "append, write metadata, delete")
	for _, stream := range []string{"part", "$s", "s"} {
		for _, client := range []*esdb.Client{admin, signIn(t, n, "second", "seconds")} {
			if got := abilities(t, client, stream); got != "" {
				t.Errorf("an administrator is denied %s of %s", got, stream)
			}
		}
	}
}

func TestDeniedCallsSaySo(t *testing.T) {
	n := open(t, withUsers(t))
	raw := connectRaw(t, n)
	ctx := as(within(t), "ann", "anns")
	var trailers metadata.MD
	_, err := raw.streams.Delete(ctx, &api.DeleteReq{Options: &api.DeleteReq_Options{
		StreamIdentifier:       &shared.StreamIdentifier{StreamName: []byte("$s")},
		ExpectedStreamRevision: &api.DeleteReq_Options_Any{Any: &shared.Empty{}},
	}}, grpc.Trailer(&trailers))
	if status.Code(err) != codes.PermissionDenied || !cmp.Equal(trailers.Get("exception"), []string{"access-denied"}) {
		t.Errorf("got %v with %v", err, trailers)
	}
	read, err := raw.streams.Read(ctx, &api.ReadReq{Options: allOptions(1)})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := read.Recv(); status.Code(err) != codes.PermissionDenied ||
		!cmp.Equal(read.Trailer().Get("exception"), []string{"access-denied"}) {
		t.Errorf("got %v with %v", err, read.Trailer())
	}
	raw.ctx = ctx
	call := batch(t, raw)
	call.send(whole(uuid.New(), "$s", esdb.Any{}, events(1)...), whole(uuid.New(), "s", esdb.Any{}, events(1)...))
	denied := call.next()
	if _, ok := detail(t, denied).(*shared.AccessDenied); !ok || codes.Code(denied.GetError().Code) != codes.PermissionDenied {
		t.Errorf("got %v", denied)
	}
	if ok := call.next(); ok.GetSuccess() == nil {
		t.Errorf("got %v", ok)
	}
	// Nobody deletes metadata streams, and nobody writes $all, not even an administrator.
	if _, err := connect(t, n).DeleteStream(within(t), "$$s", esdb.DeleteStreamOptions{ExpectedRevision: esdb.Any{}}); code(t,
		err) != esdb.ErrorCodeAccessDenied {
		t.Errorf("deleting $$s: %v", err)
	}
	if _, err := connect(t, n).TombstoneStream(within(t), "$$s", esdb.TombstoneStreamOptions{ExpectedRevision: esdb.Any{}}); code(t,
		err) != esdb.ErrorCodeAccessDenied {
		t.Errorf("tombstone $$s: %v", err)
	}
	if _, err := connect(t, n).AppendToStream(within(t), "$all", esdb.AppendToStreamOptions{ExpectedRevision: esdb.Any{}},
		events(1)...); code(t, err) != esdb.ErrorCodeAccessDenied {
		t.Errorf("appending to $all: %v", err)
	}
}

// describeAll reads $all and lists what it shows.
func describeAll(t *testing.T, c *esdb.Client, options esdb.ReadAllOptions) (out []string) {
	t.Helper()
	rs, err := c.ReadAll(within(t), options, 1000)
	for _, e := range collect(t, rs, err) {
		out = append(out, fmt.Sprintf("%d@%s", e.EventNumber, e.StreamID))
	}
	return out
}

func TestReadingTheWholeLogIsARightOfItsOwn(t *testing.T) {
	n := open(t, withUsers(t))
	admin, ann := connect(t, n), signIn(t, n, "ann", "anns")
	appended(t, admin, "s", esdb.Any{}, events(1)...)
	rs, err := ann.ReadAll(within(t), esdb.ReadAllOptions{}, 10)
	if _, err := tryCollect(rs, err); refusedOrNot(t, err) != "denied" {
		t.Errorf("reading: %v", err)
	}
	if _, err := ann.SubscribeToAll(within(t), esdb.SubscribeToAllOptions{}); refusedOrNot(t, err) != "denied" {
		t.Errorf("subscribing: %v", err)
	}
	appended(t, admin, "$$$all", esdb.Any{}, event("$metadata", `{"$acl":{"$r":"readers"}}`))
	if got := describeAll(t, ann, esdb.ReadAllOptions{}); !cmp.Equal(got, []string{"0@s", "0@$$$all"}) {
		t.Errorf("ann is shown %v", got)
	}
	sub, err := ann.SubscribeToAll(within(t), esdb.SubscribeToAllOptions{From: esdb.Start{}})
	if err != nil {
		t.Fatal(err)
	}
	defer sub.Close()
	expect(t, sub, "0@s", "0@$$$all", "caught up")
}

func TestLinksLeadNowhereTheCallerMayNotRead(t *testing.T) {
	n := open(t, withUsers(t))
	admin, ann := connect(t, n), signIn(t, n, "ann", "anns")
	appended(t, admin, "public", esdb.Any{}, events(1)...)
	appended(t, admin, "secret", esdb.Any{}, events(1)...)
	appended(t, admin, "$$secret", esdb.Any{}, event("$metadata", `{"$acl":{"$r":"bob"}}`))
	appended(t, admin, "$$$all", esdb.Any{}, event("$metadata", `{"$acl":{"$r":"readers"}}`))
	appended(t, admin, "links", esdb.Any{}, event("$>", "0@public"), event("$>", "0@secret"), event("$>", "0@$$secret"))
	for who, want := range map[*esdb.Client][]bool{admin: {true, true, true}, ann: {true, false, true}} {
		rs, err := who.ReadStream(within(t), "links", esdb.ReadStreamOptions{ResolveLinkTos: true}, 10)
		if err != nil {
			t.Fatal(err)
		}
		sub, err := who.SubscribeToAll(within(t), esdb.SubscribeToAllOptions{From: esdb.Position{Commit: 4, Prepare: 4}, ResolveLinkTos: true})
		if err != nil {
			t.Fatal(err)
		}
		for i, follows := range want {
			ev, err := rs.Recv()
			if err != nil {
				t.Fatal(err)
			}
			if ev.Link == nil || (ev.Event != nil) != follows {
				t.Errorf("link %d, read: followed %v, want %v", i, ev.Event != nil, follows)
			}
			if ev := sub.Recv().EventAppeared; ev == nil || ev.Link == nil || (ev.Event != nil) != follows {
				t.Errorf("link %d, subscribed: %+v, want it followed: %v", i, ev, follows)
			}
		}
		rs.Close()
		sub.Close()
	}
}

func TestUserWhoIsConfinedToSomeStreams(t *testing.T) {
	c := withUsers(t)
	c.Settings = `{"$systemStreamAcl":{"$r":["$admins","readers"]}}`
	n := open(t, c)
	admin, fenced := connect(t, n), signIn(t, n, "fenced", "fences")
	for _, stream := range []string{"open-1", "person-1", "open", "$ce-open", "$ce-person"} {
		appended(t, admin, stream, esdb.Any{}, event("$>", "0@person-1"), event("$>", "0@open-1"))
	}
	appended(t, admin, "$$open-1", esdb.Any{}, event("$metadata", `{"$acl":{"$r":"$all","$w":"$all","$d":"$all","$mr":"$all","$mw":"$all"}}`))
	appended(t, admin, "$$open-2", esdb.Any{}, event("$metadata", `{"$acl":{"$r":"bob"}}`))
	const writing = "append, write metadata, delete"
	for stream, want := range map[string]string{
		"open-1": writing, "open-2": "read, subscribe, " + writing, "open-3": writing,
		"person-1": allOfIt, "open": allOfIt, "$ce-open": "append, read metadata, write metadata, delete", "$ce-person": allOfIt,
		"$settings": allOfIt,
	} {
		if got := abilities(t, fenced, stream); got != want {
			t.Errorf("%s: denied %q, want %q", stream, got, want)
		}
	}
	// The whole log is what it may see of it.
	shown := []string{"0@open-1", "1@open-1", "0@$ce-open", "1@$ce-open", "0@$$open-1", "0@$$open-2"}
	if got := describeAll(t, fenced, esdb.ReadAllOptions{}); !cmp.Equal(got, shown) {
		t.Errorf("forwards: %v", got)
	}
	down := describeAll(t, fenced, esdb.ReadAllOptions{Direction: esdb.Backwards, From: esdb.End{}})
	for i := range down {
		if len(down) != len(shown) || down[i] != shown[len(shown)-1-i] {
			t.Fatalf("backwards: %v", down)
		}
	}
	sub, err := fenced.SubscribeToAll(within(t), esdb.SubscribeToAllOptions{From: esdb.Start{}, MaxSearchWindow: 4, CheckpointInterval: 1,
		Filter: &esdb.SubscriptionFilter{Type: esdb.EventFilterType, Prefixes: []string{"$"}}})
	if err != nil {
		t.Fatal(err)
	}
	defer sub.Close()
	expect(t, sub, "0@open-1", "1@open-1", "checkpoint 4", "0@$ce-open", "1@$ce-open", "checkpoint 8", "0@$$open-1", "0@$$open-2",
		"checkpoint 12", "caught up")
	appended(t, admin, "person-1", esdb.Any{}, events(3)...)
	appended(t, admin, "open-4", esdb.Any{}, event("$>", "0@person-1"))
	expect(t, sub, "0@open-4", "checkpoint 16")
	rs, err := fenced.ReadStream(within(t), "open-1", esdb.ReadStreamOptions{ResolveLinkTos: true}, 10)
	if err != nil {
		t.Fatal(err)
	}
	defer rs.Close()
	for i, follows := range []bool{false, true} {
		if ev, err := rs.Recv(); err != nil || (ev.Event != nil) != follows {
			t.Errorf("link %d: %+v, %v; want it followed: %v", i, ev, err, follows)
		}
	}
}

func TestSettingsHoldUntilTheLogSaysOtherwise(t *testing.T) {
	c := withUsers(t)
	c.Settings = `{"$userStreamAcl":{"$w":"$admins","$d":"$admins"},"$systemStreamAcl":{"$r":"readers"}}`
	n := open(t, c)
	admin, ann := connect(t, n), signIn(t, n, "ann", "anns")
	denied := func(stream, want string) {
		t.Helper()
		if got := abilities(t, ann, stream); got != want {
			t.Errorf("%s: ann is denied %q, want %q", stream, got, want)
		}
	}
	denied("s", "append, delete")
	denied("$s", "append, read metadata, write metadata, delete")
	appended(t, admin, "$settings", esdb.Any{}, event("$settings", `{"$userStreamAcl":{"$w":"$all"}}`))
	denied("s", "delete")
	if _, err := admin.DeleteStream(within(t), "$settings", esdb.DeleteStreamOptions{ExpectedRevision: esdb.Any{}}); err != nil {
		t.Fatal(err)
	}
	denied("s", "append, delete")
}

func TestUsersThatMakeNoSenseAreRefused(t *testing.T) {
	tests := []struct {
		name, reason string
		change       func(*server.Config)
	}{
		{"no name", "Users: 0: Name", func(c *server.Config) { c.Users[0].Name = "" }},
		{"a colon", "Users: 0: Name", func(c *server.Config) { c.Users[0].Name = "a:b" }},
		{"no password", "Users: ann: Password", func(c *server.Config) { c.Users[0].Password = "" }},
		{"twice", "Users: ann", func(c *server.Config) { c.Users[1].Name = "ann" }},
		{"the administrator's name", "Users: " + user, func(c *server.Config) { c.Users[1].Name = user }},
		{"no credentials", "Insecure", func(c *server.Config) { c.Insecure = true }},
		{"settings that are no JSON", "Settings", func(c *server.Config) { c.Settings = "{" }},
		{"settings with a list that is none", "$userStreamAcl", func(c *server.Config) { c.Settings = `{"$userStreamAcl":{"$r":7}}` }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := withUsers(t)
			tt.change(&c)
			if n, err := server.Open(t.Context(), c); err == nil {
				n.Close()
				t.Error("opened")
			} else if !strings.Contains(err.Error(), tt.reason) {
				t.Errorf("%v does not name %s", err, tt.reason)
			}
		})
	}
}

// The official client gives up with io.EOF, and never learns why, when it is refused before it has sent what it asks for.
func TestARefusalWaitsForTheRequest(t *testing.T) {
	n := open(t, withUsers(t))
	conn := connectRaw(t, n)
	call, err := conn.streams.BatchAppend(as(within(t), "fenced", "wrong"))
	if err != nil {
		t.Fatal(err)
	}
	time.Sleep(100 * time.Millisecond) // a slow client
	if err := call.Send(&api.BatchAppendReq{}); err != nil {
		t.Errorf("sending: %v", err)
	}
	if _, err := call.Recv(); status.Code(err) != codes.Unauthenticated {
		t.Errorf("got %v", err)
	}
}
