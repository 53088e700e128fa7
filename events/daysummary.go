// Facts about days that are long over: what is kept of a day's page views when they expire.
// Streams daysummary-<day>, one event each.

package events

import "time"

func init() { register[DaySummarized](1) }

// DaySummarized holds the totals of one day (UTC) of page views, so that charts stay right when the
// views themselves have expired. It holds nothing about anybody: no visitor, no session, no address.
// Bots are in Bots, BotPages and BotCountries only. Lists begin with the largest count; of a day with very many
// texts the rarest are left out, and counted in Omitted.
type DaySummarized struct {
	Date         string        `json:"date"`     // "2026-11-21"
	Position     Position      `json:"position"` // of the log: what is counted was written up to there
	Views        int64         `json:"views"`
	Visitors     int64         `json:"visitors"` // each counted once
	Bots         int64         `json:"bots"`     // views
	Sessions     SessionTotals `json:"sessions"`
	Hours        []HourTotals  `json:"hours"` // those in which somebody came, in order
	Pages        []TextCount   `json:"pages"`
	EntryPages   []TextCount   `json:"entryPages"` // sessions by their first page
	Referrers    []TextCount   `json:"referrers"`  // sites; "" is a direct visit
	Browsers     []TextCount   `json:"browsers"`
	Systems      []TextCount   `json:"systems"`
	Devices      []TextCount   `json:"devices"`
	Countries    []TextCount   `json:"countries"`
	BotPages     []TextCount   `json:"botPages"`
	BotCountries []TextCount   `json:"botCountries"`
	Omitted      int64         `json:"omitted,omitempty"` // texts that found no room in a list
	// Returns is how many of the day's visitors came next so many days later. It makes the visitors of
	// any range of days countable: those of each day who did not come again within the range.
	Returns []ReturnTotals `json:"returns"`
	// Left is how many visitors were last seen on this day, or before it and in no earlier summary. Bots used
	// to be among them.
	Left int64     `json:"left"`
	At   time.Time `json:"at"`
}

// SessionTotals is about the sessions of a day.
type SessionTotals struct {
	Begun        int64 `json:"begun"`
	Views        int64 `json:"views"`
	Bounced      int64 `json:"bounced"`      // with one view
	Milliseconds int64 `json:"milliseconds"` // from first views to last ones
}

// HourTotals is one hour of a day.
type HourTotals struct {
	Hour     int   `json:"hour"` // 0 to 23
	Views    int64 `json:"views"`
	Visitors int64 `json:"visitors"`
	Bots     int64 `json:"bots,omitempty"`
	Sessions int64 `json:"sessions"` // that began in it
}

// TextCount is how often something was counted.
type TextCount struct {
	Text  string `json:"text"`
	Count int64  `json:"count"`
}

// ReturnTotals is how many visitors came next that many days later.
type ReturnTotals struct {
	Days     int   `json:"days"`
	Visitors int64 `json:"visitors"`
}

func (DaySummarized) EventType() string { return "DaySummarized" }

// AsOf is the summary as of a moment: who came again only after it had been seen last on the day. False: the
// day had not ended by then. A visitor who came again on the moment's own day counts as seen on it.
func (e DaySummarized) AsOf(moment time.Time) (DaySummarized, bool) {
	day, err := time.Parse(time.DateOnly, e.Date)
	if err != nil || moment.Before(day.AddDate(0, 0, 1)) {
		return e, false
	}
	returns := []ReturnTotals{}
	for _, r := range e.Returns {
		if day.AddDate(0, 0, r.Days).Before(moment) {
			returns = append(returns, r)
		} else {
			e.Left += r.Visitors
		}
	}
	e.Returns = returns
	return e, true
}
