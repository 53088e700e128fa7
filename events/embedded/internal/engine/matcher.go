package engine

// What the filters of $all have in common: a stream name or an event type that is wanted or not.

import (
	"bytes"
	"errors"
	"regexp"
)

// Matcher returns what tells wanted texts: those in which the regular expression (RE2) finds something, or, if it
// is empty, those that begin with one of the prefixes.
func Matcher(regex string, prefixes []string) (func(text []byte) bool, error) {
	switch {
	case regex != "":
		re, err := regexp.Compile(regex)
		if err != nil {
			return nil, errors.New("regular expression: " + err.Error())
		}
		return re.Match, nil
	case len(prefixes) == 0:
		return nil, errors.New("must have a regular expression or a prefix")
	}
	wanted := make([][]byte, len(prefixes))
	for i, p := range prefixes {
		wanted[i] = []byte(p)
	}
	return func(text []byte) bool {
		for _, p := range wanted {
			if bytes.HasPrefix(text, p) {
				return true
			}
		}
		return false
	}, nil
}
