// What the server writes itself.

package formats

import (
	"math"
	"strconv"
	"strings"
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
