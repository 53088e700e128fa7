// What the server writes itself.

package formats

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// Price returns an amount in the site's currency, without decimals: "$1,299". It isn't negative.
func (f *Format) Price(amount float64) string { return f.Amount(math.Round(amount)) }

// Amount returns an amount in the site's currency, with what decimals it has: "$49.5". It isn't negative.
func (f *Format) Amount(amount float64) string {
	whole, fraction, some := strings.Cut(strconv.FormatFloat(amount, 'f', -1, 64), ".")
	text := f.Money.Groups.write(whole)
	if some {
		text += f.Number.Decimal + fraction
	}
	return strings.Replace(f.Money.Pattern, "{n}", text, 1)
}

// Decimal returns a number with so many decimals, "4.5"; with -1 decimals, those that it has.
func (f *Format) Decimal(n float64, decimals int) string {
	return strings.Replace(strconv.FormatFloat(n, 'f', decimals, 64), ".", f.Number.Decimal, 1)
}

// Date returns the date in the site's time zone: "November 21, 2026".
func (f *Format) Date(at time.Time) string { return f.date(f.local(at)) }

// Moment returns the date and the time of day in the site's time zone: "November 21, 2026, 13:30".
func (f *Format) Moment(at time.Time) string {
	at = f.local(at)
	return f.date(at) + ", " + at.Format("15:04")
}

// local returns a time as the site's clocks show it.
func (f *Format) local(at time.Time) time.Time { return at.UTC().Add(f.offset(at)) }

// Day returns a day of the calendar, which is the same one in every time zone: "November 21, 2026" for "2026-11-21". It returns what is no
// day as it is.
func (f *Format) Day(day string) string {
	at, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return day
	}
	return f.date(at)
}

func (f *Format) date(at time.Time) string {
	year, day := strconv.Itoa(at.Year()), strconv.Itoa(at.Day())
	return strings.NewReplacer("{y}", year, "{M}", f.Months[at.Month()-1], "{dd}", at.Format("02"), "{d}", day).Replace(f.Long)
}

// offset returns how far the site's clocks are ahead of UTC at a time.
func (f *Format) offset(at time.Time) (offset time.Duration) {
	since := zoneStart
	for i := 0; i+1 < len(f.Zone); i += 2 {
		since = since.Add(time.Duration(f.Zone[i]) * time.Minute)
		if since.After(at) {
			break
		}
		offset = time.Duration(f.Zone[i+1]) * time.Minute
	}
	return offset
}

// write returns the digits of a whole number in groups.
func (g Groups) write(digits string) string {
	if len(digits) < g.From {
		return digits
	}
	size := g.Sizes[0]
	for at := len(digits) - size; at > 0; at -= size {
		digits = digits[:at] + g.Mark + digits[at:]
		size = g.Sizes[1]
	}
	return digits
}
