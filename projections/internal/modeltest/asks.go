// Queries that several tests make.

package modeltest

import (
	"encoding/json"
	"strings"
	"testing"

	"candor/projections"
	"candor/projections/answers"
)

// Titles lists the titles in a list answer.
func Titles(t *testing.T, a *answers.Answer, err error) string {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	defer a.Release()
	var items []struct{ Title string }
	if err := json.Unmarshal(a.Body(), &items); err != nil {
		t.Fatalf("%v in %s", err, a.Body())
	}
	all := []string{}
	for _, item := range items {
		all = append(all, item.Title)
	}
	return strings.Join(all, " ")
}

// Keys returns the API keys as text.
func Keys(t testing.TB, m *projections.Models) string {
	t.Helper()
	all, err := m.Access.Keys()
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Encoded returns a value as JSON.
func Encoded(t testing.TB, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
