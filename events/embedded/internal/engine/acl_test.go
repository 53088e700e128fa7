package engine_test

// Access lists: what counts as one, and which of three decides.

import (
	"path/filepath"
	"testing"
	"time"

	"candor/events/embedded/internal/engine"
	"candor/events/embedded/internal/storage"
)

// logWith is an engine on a log that has the given metadata and settings.
func logWith(t *testing.T, events map[string]string) *engine.Engine {
	t.Helper()
	store, err := storage.Open(filepath.Join(t.TempDir(), "log.db"))
	if err != nil {
		t.Fatal(err)
	}
	e := engine.New(store, time.Now, func(err error) { t.Error(err) })
	t.Cleanup(func() {
		e.Close()
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	for stream, data := range events {
		b := &storage.Body{}
		b.Add(storage.Event{ID: storage.ID{1}, Type: []byte("$metadata"), JSON: true, Data: []byte(data)})
		if res := e.Append(t.Context(), stream, engine.Expected{Kind: engine.Any}, b); res.Err != nil {
			t.Fatal(res.Err)
		}
	}
	return e
}

func TestWhichAccessListDecides(t *testing.T) {
	const r, w, d, mr, mw = engine.Read, engine.Write, engine.Delete, engine.ReadMetadata, engine.WriteMetadata
	ann := []string{"ann", "readers"}
	tests := []struct {
		name, own, settings string
		stream              string
		may                 []engine.Access // the rest is refused
	}{
		{"user streams are everybody's", ``, ``, "s", []engine.Access{r, w, d, mr, mw}},
		{"system streams are the administrators'", ``, ``, "$s", nil},
		{"the whole log is the administrators'", ``, ``, "$all", nil},
		{"a name", `{"$acl":{"$r":"ann","$w":"bob","$d":"bob","$mr":"ann","$mw":"bob"}}`, ``, "s", []engine.Access{r, mr}},
		{"a group in a list", `{"$acl":{"$r":["x","readers"],"$w":["x"],"$d":[],"$mr":[],"$mw":[]}}`, ``, "s", []engine.Access{r}},
		{"what a list leaves out is as usual", `{"$acl":{"$w":"bob"}}`, ``, "s", []engine.Access{r, d, mr, mw}},
		{"everybody in a system stream", `{"$acl":{"$r":"$all"}}`, ``, "$s", []engine.Access{r}},
		{"the whole log opened", `{"$acl":{"$r":"readers"}}`, ``, "$all", []engine.Access{r}},
		{"nobody writes the whole log", `{"$acl":{"$w":"$all","$d":"$all"}}`, ``, "$all", nil},
		{"an empty list is nobody", `{"$acl":{"$r":[]}}`, ``, "s", []engine.Access{w, d, mr, mw}},
		{"a name is not its beginning", `{"$acl":{"$r":"an"}}`, ``, "s", []engine.Access{w, d, mr, mw}},
		{"names are case-sensitive", `{"$acl":{"$r":"Ann"}}`, ``, "s", []engine.Access{w, d, mr, mw}},
		{"a list that is none is no metadata", `{"$acl":{"$r":7}}`, ``, "s", []engine.Access{r, w, d, mr, mw}},
		{"nor is null", `{"$acl":{"$r":null}}`, ``, "s", []engine.Access{r, w, d, mr, mw}},
		{"settings for user streams", ``, `{"$userStreamAcl":{"$r":"readers","$w":"$admins"}}`, "s", []engine.Access{r, d, mr, mw}},
		{"settings for user streams say nothing of system streams", ``, `{"$userStreamAcl":{"$r":"readers"}}`, "$s", nil},
		{"settings for system streams", ``, `{"$systemStreamAcl":{"$r":"readers"}}`, "$s", []engine.Access{r}},
		{"settings for the whole log", ``, `{"$systemStreamAcl":{"$r":"readers"}}`, "$all", []engine.Access{r}},
		{"the stream's list comes before the settings", `{"$acl":{"$r":"ann"}}`, `{"$userStreamAcl":{"$r":"bob","$w":"bob"}}`, "s",
			[]engine.Access{r, d, mr, mw}},
		{"settings that are none are passed over", ``, `{"$userStreamAcl":7}`, "s", []engine.Access{r, w, d, mr, mw}},
		{"a stream that asks for the system's list", `{"$acl":"$systemStreamAcl"}`, `{"$systemStreamAcl":{"$r":"readers"}}`,
			"s", []engine.Access{r}},
		{"a system stream that asks for the users' list", `{"$acl":"$userStreamAcl"}`, `{"$userStreamAcl":{"$w":"bob"}}`, "$s",
			[]engine.Access{r, d, mr, mw}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			log := map[string]string{}
			if tt.own != "" {
				log["$$"+tt.stream] = tt.own
			}
			if tt.settings != "" {
				log["$settings"] = tt.settings
			}
			e := logWith(t, log)
			for _, want := range []engine.Access{r, w, d, mr, mw} {
				may := false
				for _, m := range tt.may {
					may = may || m == want
				}
				if got, err := e.Allowed(tt.stream, want, ann); err != nil || got != may {
					t.Errorf("access %d: %v, %v; want %v", want, got, err, may)
				}
			}
			// The metadata stream is a matter of $mr and $mw, and deleting it of nobody.
			for on, as := range map[engine.Access]engine.Access{r: mr, w: mw} {
				meta, err := e.Allowed("$$"+tt.stream, on, ann)
				if direct, _ := e.Allowed(tt.stream, as, ann); err != nil || meta != direct {
					t.Errorf("access %d to the metadata stream: %v, %v; want %v", on, meta, err, direct)
				}
			}
			if got, err := e.Allowed("$$"+tt.stream, d, ann); got || err != nil {
				t.Errorf("the metadata stream may be deleted: %v", err)
			}
		})
	}
}

// Metadata may be as large as an append; a log full of it must not fill the memory, and must still be obeyed.
func TestLargeAccessListsAreObeyed(t *testing.T) {
	long := make([]byte, 100_000)
	for i := range long {
		long[i] = 'x'
	}
	e := logWith(t, map[string]string{"$$s": `{"$acl":{"$r":["` + string(long) + `","ann"],"$w":"` + string(long) + `"}}`})
	if got, err := e.Allowed("s", engine.Read, []string{"ann"}); !got || err != nil {
		t.Errorf("ann may not read: %v", err)
	}
	if got, err := e.Allowed("s", engine.Write, []string{"ann"}); got || err != nil {
		t.Errorf("ann may write: %v", err)
	}
}

// FuzzParseSettings feeds anything to the readers of access lists. A list that is read says only what it was told.
func FuzzParseSettings(f *testing.F) {
	f.Add([]byte(`{"$userStreamAcl":{"$r":"$all","$w":["a","b"],"$d":[],"$mr":"$admins","$mw":"$admins"},"$systemStreamAcl":{"$r":"$all"}}`))
	f.Add([]byte(`{"$acl":{"$r":["a"]},"$maxCount":3}`))
	f.Add([]byte(`{"$acl":"$systemStreamAcl"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if s, err := engine.ParseSettings(data); err != nil && s != (engine.Settings{}) {
			t.Errorf("ParseSettings(%q) = %+v with %v", data, s, err)
		}
		engine.ParseMetadata(data)
	})
}
