// What the server writes itself.

package formats

import (
	"math"
	"strconv"
	"strings"
)

// Price returns an amount in the site's currency, without decimals: "$1,299". It isn't negative.
func (f *Format) Price(amount float64) string {
	return strings.Replace(f.Money.Pattern, "{n}", f.Money.Groups.write(strconv.FormatFloat(math.Round(amount), 'f', 0, 64)), 1)
}

// Decimal returns a number with one decimal: "4.5".
func (f *Format) Decimal(n float64) string {
	return strings.Replace(strconv.FormatFloat(n, 'f', 1, 64), ".", f.Number.Decimal, 1)
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
