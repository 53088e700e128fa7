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
	// maxRegex is the maximum length of a regular expression in bytes. It comes from a client.
	maxRegex = 4096
	// textTimeout is how long one match of a regular expression may take. Only one with excessive backtracking takes longer.
	textTimeout = 250 * time.Millisecond
	// matchTime is how long matching may take within one transaction, for which others may have to wait.
	matchTime = 20 * time.Millisecond
)

// ErrRegex is wrapped by errors about a filter's regular expression.
var ErrRegex = errors.New("regular expression")

// Matcher selects texts. It is safe for concurrent use.
type Matcher struct {
	regex    *regexp2.Regexp // wins over prefixes
	prefixes [][]byte
}

// NewMatcher returns a matcher of the texts that the regular expression matches or, if that is empty, of those that begin
// with one of the prefixes. The expression is .NET's, as in EventStoreDB: clients send some with look-ahead.
func NewMatcher(regex string, prefixes []string) (*Matcher, error) {
	switch {
	case len(regex) > maxRegex:
		return nil, fmt.Errorf("%w: %d bytes are more than %d", ErrRegex, len(regex), maxRegex)
	case regex != "":
		re, err := regexp2.Compile(regex, regexp2.None)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrRegex, err)
		}
		re.MatchTimeout = textTimeout
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

// Match reports whether text matches. Its error, which wraps [ErrRegex], says that matching takes too long.
func (m *Matcher) Match(text []byte) (bool, error) {
	if m.regex != nil {
		found, err := m.regex.MatchString(string(text))
		if err != nil {
			err = fmt.Errorf("%w: takes more than %v for one name", ErrRegex, textTimeout)
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

// MatchBudget limits the time that matching takes within one transaction. The zero value has not begun.
type MatchBudget struct{ began time.Time }

// Spent reports whether matching has taken too long for this transaction; at first it never has.
func (t *MatchBudget) Spent(m *Matcher) bool {
	switch {
	case m == nil || m.regex == nil:
		return false
	case t.began.IsZero():
		t.began = time.Now()
		return false
	}
	return time.Since(t.began) > matchTime
}
