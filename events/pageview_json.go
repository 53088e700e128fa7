// JSON of page views and of metadata, written by hand: every view is one of each, and encoding/json took a
// quarter of the time that a tracked request spends in Candor. The bytes are those of encoding/json;
// FuzzPageViewJSON holds the two against each other.

package events

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"github.com/google/uuid"
)

// viewRoom is how many bytes most views need, metadata included.
const viewRoom = 640

// EncodeView is [Encode] for a page view whose metadata says nothing of Media, Via or Session. It sets m's Schema.
func EncodeView(id uuid.UUID, v *PageViewed, m *Metadata) (p Proposed, err error) {
	p.ID, p.Type = id, PageViewed{}.EventType()
	if id == uuid.Nil {
		p.ID = randomID()
	}
	m.Schema = registry[p.Type].schema
	if p.Data, p.Meta, err = encodeView(v, m); err != nil {
		return Proposed{}, fmt.Errorf("encode %s: %w", p.Type, err)
	}
	return p, nil
}

// randomID is a random UUID (version 4, RFC 9562), made without a detour over memory.
func randomID() (id uuid.UUID) {
	_, _ = rand.Read(id[:]) // never fails: crypto/rand ends the program instead
	id[6], id[8] = id[6]&0x0f|0x40, id[8]&0x3f|0x80
	return id
}

// encodeView returns data and metadata as json.Marshal would.
func encodeView(v *PageViewed, m *Metadata) (data, meta []byte, err error) {
	b := make([]byte, 0, viewRoom) // one allocation for both
	if b, err = v.appendJSON(b); err != nil {
		return nil, nil, err
	}
	n := len(b)
	b = m.appendJSON(b)
	return b[:n:n], b[n:], nil
}

// appendJSON adds the view to b. Its error is a time that JSON can't hold.
func (v *PageViewed) appendJSON(b []byte) ([]byte, error) {
	b = appendText(append(b, `{"event":`...), v.Event)
	b = appendText(append(b, `,"page":`...), v.Page)
	b = appendUnlessEmpty(b, `,"referrer":`, v.Referrer)
	b = appendUnlessEmpty(b, `,"sessionId":`, v.SessionID)
	b = appendID(append(b, `,"visitorId":`...), v.VisitorID)
	b = appendText(append(b, `,"country":`...), v.Country)
	b = appendUnlessEmpty(b, `,"city":`, v.City)
	b = appendUnlessEmpty(b, `,"browser":`, v.Browser)
	b = appendUnlessEmpty(b, `,"system":`, v.System)
	b = appendUnlessEmpty(b, `,"device":`, v.Device)
	b = appendUnlessEmpty(b, `,"metadata":`, v.Metadata)
	b, err := appendTime(append(b, `,"at":`...), v.At)
	return append(b, '}'), err
}

// appendJSON adds the metadata of any event without a Media to b.
func (m *Metadata) appendJSON(b []byte) []byte {
	b = append(b, '{')
	if m.CorrelationID != "" {
		b = append(appendText(append(b, `"$correlationId":`...), m.CorrelationID), ',')
	}
	if m.CausationID != "" {
		b = append(appendText(append(b, `"$causationId":`...), m.CausationID), ',')
	}
	b = appendText(append(b, `"actor":{"kind":`...), string(m.Actor.Kind))
	b = appendUnlessEmpty(b, `,"id":`, m.Actor.ID)
	b = appendUnlessEmpty(b, `,"name":`, m.Actor.Name)
	b = strconv.AppendInt(append(b, `},"schema":`...), int64(m.Schema), 10)
	b = appendUnlessEmpty(b, `,"previous":`, m.Previous)
	return append(b, '}')
}

// appendUnlessEmpty adds a field that is left out when it is empty.
func appendUnlessEmpty(b []byte, key, text string) []byte {
	if text == "" {
		return b
	}
	return appendText(append(b, key...), text)
}

// appendText adds a text in quotes. What needs an escape, or is not ASCII, is left to encoding/json.
func appendText(b []byte, text string) []byte {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c > '~' || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&' {
			quoted, _ := json.Marshal(text) // a string has no error
			return append(b, quoted...)
		}
	}
	b = append(b, '"')
	b = append(b, text...)
	return append(b, '"')
}

func appendID(b []byte, id uuid.UUID) []byte {
	b = hex.AppendEncode(append(b, '"'), id[:4])
	b = hex.AppendEncode(append(b, '-'), id[4:6])
	b = hex.AppendEncode(append(b, '-'), id[6:8])
	b = hex.AppendEncode(append(b, '-'), id[8:10])
	b = hex.AppendEncode(append(b, '-'), id[10:])
	return append(b, '"')
}

func appendTime(b []byte, at time.Time) ([]byte, error) {
	b, err := at.AppendText(append(b, '"'))
	return append(b, '"'), err
}
