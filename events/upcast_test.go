package events

import (
	"encoding/json"
	"errors"
	"testing"
)

// doorOpened had {"who":"Ada"} in its first version and has {"name":"Ada","times":1} now.
type doorOpened struct {
	Name  string `json:"name"`
	Times int    `json:"times"`
}

func (doorOpened) EventType() string { return "TestDoorOpened" }

func TestOldSchemasAreUpcastOnTheWayOut(t *testing.T) {
	register[doorOpened](2, "")
	defer delete(registry, "TestDoorOpened")
	upcastFrom[doorOpened](1, func(old json.RawMessage) (json.RawMessage, error) {
		var v1 struct {
			Who string `json:"who"`
		}
		if err := json.Unmarshal(old, &v1); err != nil {
			return nil, err
		}
		return json.Marshal(doorOpened{Name: v1.Who, Times: 1})
	})

	for _, r := range []Recorded{
		{Type: "TestDoorOpened", Data: []byte(`{"who":"Ada"}`), Meta: []byte(`{"schema":1}`)},
		{Type: "TestDoorOpened", Data: []byte(`{"name":"Ada","times":1}`), Meta: []byte(`{"schema":2}`)},
	} {
		got, err := r.Decode()
		if want := (doorOpened{"Ada", 1}); err != nil || got != want {
			t.Errorf("%s: got %v, %v; want %v", r.Data, got, err, want)
		}
	}
	broken := Recorded{Type: "TestDoorOpened", Data: []byte(`{"who":7}`), Meta: []byte(`{"schema":1}`)}
	if _, err := broken.Decode(); !errors.Is(err, ErrUndecodable) {
		t.Errorf("broken old data: got error %v, want ErrUndecodable", err)
	}
}
