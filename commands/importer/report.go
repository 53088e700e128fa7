// The report: what came of a file, item by item, and what was left behind and why.

package importer

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"candor/commands/importer/prose"
	"candor/events"
	"candor/events/characters"
)

// Outcome says what became of an item.
type Outcome string

// The outcomes. In a dry run they say what would become of it.
const (
	Added   Outcome = "new"
	Present Outcome = "already there" // from an earlier import
	Refused Outcome = "refused"       // it breaks a rule; Why says which
)

// Report says what an import did, or in a dry run would do.
type Report struct {
	Format   string          `json:"format"` // "WordPress", "Ghost" or "Candor"
	DryRun   bool            `json:"dryRun"`
	Items    []Entry         `json:"items"`
	Skipped  []Skip          `json:"skipped"`
	Notes    []string        `json:"notes,omitempty"` // on the file itself, such as a repair outside of its items
	Pictures Pictures        `json:"pictures"`
	Error    string          `json:"error,omitempty"` // why it ended before the end of the file
	After    events.Position `json:"-"`               // what a reader must wait for to see it all

	skips map[[2]string]int // index in Skipped + 1
}

// Entry is one item of the report.
type Entry struct {
	Kind      string     `json:"kind"` // "article", "review", "page" or "category"
	ID        int64      `json:"id,omitempty"`
	Source    string     `json:"source"` // what the file calls it: "post 12"
	Title     string     `json:"title"`
	Created   *time.Time `json:"created,omitempty"` // null: the file does not say
	Published bool       `json:"published"`
	Address   string     `json:"address,omitempty"` // the old path, which leads to it from now on
	Outcome   Outcome    `json:"outcome"`
	Why       string     `json:"why,omitempty"`
	Notes     []string   `json:"notes,omitempty"` // what could not be kept as it was
}

// Skip is a kind of thing that was not taken.
type Skip struct {
	What  string   `json:"what"`
	Why   string   `json:"why"`
	Count int      `json:"count"`
	Items []string `json:"items,omitempty"` // the titles of the first ones, if they have some
}

// mostSkipped is how many of the things that were not taken are named for each reason.
const mostSkipped = 100

// Pictures counts the pictures of imported items by what became of them.
type Pictures struct{ taken, refused, left names }

// names is a set of names.
type names map[string]bool

func (n *names) add(name string) {
	if *n == nil {
		*n = names{}
	}
	(*n)[name] = true
}

// PictureCounts is a count of pictures.
type PictureCounts struct {
	Taken   int `json:"taken"`   // from beside the file, or of another Candor from the file itself
	Refused int `json:"refused"` // they lie there, but break a rule; the items' notes say which
	Left    int `json:"left"`    // the old site's, at their old addresses: they don't lie beside the file
}

// Counts returns how many pictures there are of each kind.
func (p Pictures) Counts() PictureCounts {
	return PictureCounts{len(p.taken), len(p.refused), len(p.left)}
}

// MarshalJSON writes the counts.
func (p Pictures) MarshalJSON() ([]byte, error) { return json.Marshal(p.Counts()) }

// skip counts something that is not taken. title is named, unless it is empty.
func (r *Report) skip(what, why, title string) {
	if r.skips == nil {
		r.skips = map[[2]string]int{}
	}
	key := [2]string{what, why}
	if r.skips[key] == 0 {
		r.Skipped = append(r.Skipped, Skip{What: what, Why: why})
		r.skips[key] = len(r.Skipped)
	}
	one := &r.Skipped[r.skips[key]-1]
	one.Count++
	if title = prose.FirstLine(title); title != "" && len(one.Items) < mostSkipped {
		one.Items = append(one.Items, title)
	}
}

// mostNotes is how many notes on the file a report has.
const mostNotes = 100

// note adds something that is to be said of the file.
func (r *Report) note(format string, args ...any) {
	if len(r.Notes) < mostNotes {
		r.Notes = append(r.Notes, fmt.Sprintf(format, args...))
	}
}

// Count returns how many items have this outcome.
func (r *Report) Count(o Outcome) (n int) {
	for _, e := range r.Items {
		if e.Outcome == o {
			n++
		}
	}
	return n
}

// state returns the state of an item, for the table.
func (e *Entry) state() string {
	switch {
	case e.Kind == "category":
		return ""
	case e.Published:
		return "published"
	}
	return "draft"
}

// named returns the first titles of what was not taken, for a line of the report.
func (s *Skip) named() string {
	const most = 5
	switch {
	case len(s.Items) == 0:
		return ""
	case s.Count > most:
		return " (" + strings.Join(s.Items[:min(most, len(s.Items))], ", ") + ", …)"
	}
	return " (" + strings.Join(s.Items, ", ") + ")"
}

// WriteJSON writes the report as one JSON object.
func (r *Report) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(r)
}

// WriteNDJSON writes the report as lines of JSON: each item, with "line": "item", and at the end the report without its items, with "line":
// "report".
func (r *Report) WriteNDJSON(w io.Writer) error {
	out := bufio.NewWriter(w)
	e := json.NewEncoder(out)
	for i := range r.Items {
		if err := e.Encode(struct {
			Line string `json:"line"`
			*Entry
		}{"item", &r.Items[i]}); err != nil {
			return err
		}
	}
	if err := e.Encode(struct {
		Line string `json:"line"`
		*Report
		Items   int `json:"items"`
		Refused int `json:"refused"`
	}{"report", r, len(r.Items), r.Count(Refused)}); err != nil {
		return err
	}
	return out.Flush()
}

// Write writes the report for people.
func (r *Report) Write(w io.Writer) error {
	var table characters.Table
	table.Row("KIND", "TITLE", "DATE", "STATE", "OUTCOME")
	for _, e := range r.Items {
		date := "-"
		if e.Created != nil {
			date = e.Created.Format(time.DateOnly)
		}
		outcome := string(e.Outcome)
		if e.Why != "" {
			outcome += ": " + e.Why
		}
		if len(e.Notes) > 0 {
			outcome += " (" + strings.Join(e.Notes, "; ") + ")"
		}
		table.Row(e.Kind, prose.FirstLine(e.Title), date, e.state(), outcome)
	}
	if _, err := table.WriteTo(w); err != nil {
		return err
	}
	for i, note := range r.Notes {
		if i == 0 {
			fmt.Fprintln(w, "\nThe file:")
		}
		fmt.Fprintf(w, "         %s\n", note)
	}
	slices.SortStableFunc(r.Skipped, func(a, b Skip) int { return cmp.Compare(b.Count, a.Count) })
	for i, s := range r.Skipped {
		if i == 0 {
			fmt.Fprintln(w, "\nNot imported:")
		}
		fmt.Fprintf(w, "%7d  %s: %s%s\n", s.Count, s.What, s.Why, s.named())
	}
	verb, taken := "imported", "taken"
	if r.DryRun {
		verb, taken = "to import", "to take"
	}
	if n := r.Pictures.Counts(); n != (PictureCounts{}) {
		fmt.Fprintf(w, "\nPictures: %d %s, %d refused, %d left at their old addresses.\n", n.Taken, taken, n.Refused, n.Left)
	}
	_, err := fmt.Fprintf(w, "\n%s: %d %s, %d already there, %d refused.\n", r.Format, r.Count(Added), verb, r.Count(Present),
		r.Count(Refused))
	return err
}
