package engine

// What the filters of $all have in common: a stream name or an event type that is wanted or not.

import (
	"bytes"
	"errors"
	"fmt"
	"time"

	"github.com/dlclark/regexp2"
)

const (
	// longestRegex is the most bytes of a regular expression. Who writes it doesn't own this machine.
	longestRegex = 4096
	// matchTime is how long it may take to look for a regular expression in one text. One that tries a thousand ways takes
	// longer, and longer still for the next text; all others take microseconds.
	matchTime = 250 * time.Millisecond
	// turnTime is how long matching may go on within one look into the file, which others may have to wait for.
	turnTime = 20 * time.Millisecond
)

// ErrRegex is wrapped by errors about a filter's regular expression.
var ErrRegex = errors.New("regular expression")

// Matcher tells wanted texts. It may be used by any number of goroutines.
type Matcher struct {
	regex    *regexp2.Regexp // wins over prefixes
	prefixes [][]byte
}

// NewMatcher returns what wants those texts in which the regular expression finds something, or, if it is empty, those that begin
// with one of the prefixes. The expression is .NET's, as in EventStoreDB: clients send some with look-ahead.
func NewMatcher(regex string, prefixes []string) (*Matcher, error) {
	switch {
	case len(regex) > longestRegex:
		return nil, fmt.Errorf("%w: %d bytes are more than %d", ErrRegex, len(regex), longestRegex)
	case regex != "":
		re, err := regexp2.Compile(regex, regexp2.None)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrRegex, err)
		}
		re.MatchTimeout = matchTime
		return &Matcher{regex: re}, nil
	case len(prefixes) == 0:
		return nil, errors.New("must have a regular expression or a prefix")
	}
	m := &Matcher{}
	for _, p := range prefixes {
		m.prefixes = append(m.prefixes, []byte(p))
	}
	return m, nil
}

// Match tells whether text is wanted. Its error, which wraps [ErrRegex], is that finding out takes too long.
func (m *Matcher) Match(text []byte) (bool, error) {
	if m.regex != nil {
		found, err := m.regex.MatchString(string(text))
		if err != nil {
			err = fmt.Errorf("%w: takes more than %v for one name", ErrRegex, matchTime)
		}
		return found, err
	}
	for _, p := range m.prefixes {
		if bytes.HasPrefix(text, p) {
			return true, nil
		}
	}
	return false, nil
}

// Turn is one look into the file by who matches what is there. The zero value has not begun.
type Turn struct{ began time.Time }

// Over tells whether it is time to end the look because matching takes long. It never says so at first.
func (t *Turn) Over(m *Matcher) bool {
	switch {
	case m == nil || m.regex == nil:
		return false
	case t.began.IsZero():
		t.began = time.Now()
		return false
	}
	return time.Since(t.began) > turnTime
}
