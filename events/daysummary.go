// Summaries of past days, which outlast the days' page views. Streams daysummary-<day>, one event each.

package events

import "time"

func init() { register[DaySummarized](1, DaySummaryPrefix) }

// DaySummarized holds the totals of one day (UTC) of page views, so that charts stay right after the views have expired. It contains no
// personal data: no visitor, no session, no address. Bots are counted in Bots, BotPages and BotCountries only. Lists begin with the
// largest count. If a day has too many texts, the rarest are omitted and counted in Omitted.
type DaySummarized struct {
	Date         string        `json:"date"`     // "2026-11-21"
	Position     Position      `json:"position"` // of the log: events up to here are counted
	Views        int64         `json:"views"`
	Visitors     int64         `json:"visitors"` // each counted once
	Bots         int64         `json:"bots"`     // views
	Sessions     SessionTotals `json:"sessions"`
	Hours        []HourTotals  `json:"hours"` // those with visits, in order
	Pages        []TextCount   `json:"pages"`
	EntryPages   []TextCount   `json:"entryPages"` // sessions by their first page
	Referrers    []TextCount   `json:"referrers"`  // sites; "" is a direct visit
	Browsers     []TextCount   `json:"browsers"`
	Systems      []TextCount   `json:"systems"`
	Devices      []TextCount   `json:"devices"`
	Countries    []TextCount   `json:"countries"`
	BotPages     []TextCount   `json:"botPages"`
	BotCountries []TextCount   `json:"botCountries"`
	Omitted      int64         `json:"omitted,omitempty"` // texts omitted from a list
	// Returns counts the day's visitors by the number of days until their next visit. From it the visitors of any range of days are
	// counted: those of each day who did not return within the range.
	Returns []ReturnTotals `json:"returns"`
	// Left counts the visitors who were last seen on this day, or before it and in no earlier summary. Older summaries include bots.
	Left int64     `json:"left"`
	At   time.Time `json:"at"`
}

// SessionTotals holds the totals of a day's sessions.
type SessionTotals struct {
	Begun        int64 `json:"begun"`
	Views        int64 `json:"views"`
	Bounced      int64 `json:"bounced"`      // with one view
	Milliseconds int64 `json:"milliseconds"` // from first views to last ones
}

// HourTotals holds the totals of one hour.
type HourTotals struct {
	Hour     int   `json:"hour"` // 0 to 23
	Views    int64 `json:"views"`
	Visitors int64 `json:"visitors"`
	Bots     int64 `json:"bots,omitempty"`
	Sessions int64 `json:"sessions"` // that began in it
}

// TextCount is a text and its number of occurrences.
type TextCount struct {
	Text  string `json:"text"`
	Count int64  `json:"count"`
}

// ReturnTotals is a number of visitors and the number of days until their next visit.
type ReturnTotals struct {
	Days     int   `json:"days"`
	Visitors int64 `json:"visitors"`
}

func (DaySummarized) EventType() string { return "DaySummarized" }

// AsOf returns the summary as of a moment: visitors who returned only after it count in Left. It returns false if the day had not ended
// by then. A visitor who returned on the moment's own day counts as seen on that day.
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
