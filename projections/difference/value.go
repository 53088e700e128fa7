// Values that are compared as HTML: texts, lists, tables and pictures.

package difference

import (
	"encoding/json"
	"html"
	"strings"

	"candor/events"
	"candor/events/difference"
	"candor/projections/markdown"
)

// text returns a value as text: "" for null.
func text(value json.RawMessage) string {
	var one any
	if json.Unmarshal(value, &one) != nil || one == nil {
		return ""
	}
	if s, ok := one.(string); ok {
		return s
	}
	return string(value)
}

// compared shows two values that write writes as HTML.
func compared(write func(s Style, value json.RawMessage) string) show {
	return func(s Style, from, to json.RawMessage, o Options) string {
		return difference.HTML(write(s, from), write(s, to), o)
	}
}

var (
	markup = compared(func(s Style, value json.RawMessage) string {
		return markdown.Render(text(value), markdown.Options{Picture: func(address string) *markdown.Picture {
			if removed := s.removed(address); removed != "" {
				return &markdown.Picture{Removed: removed}
			}
			return nil
		}}).HTML
	})

	paragraphs = compared(func(_ Style, value json.RawMessage) string {
		var out strings.Builder
		for _, line := range strings.Split(text(value), "\n") {
			if strings.TrimSpace(line) != "" {
				out.WriteString("<p>" + escape(line) + "</p>")
			}
		}
		return out.String()
	})

	list = compared(func(_ Style, value json.RawMessage) string {
		var items strings.Builder
		for _, one := range decoded[[]string](value) {
			items.WriteString("<li>" + escape(one) + "</li>")
		}
		if items.Len() == 0 {
			return ""
		}
		return "<ul>" + items.String() + "</ul>"
	})

	pictures = compared(func(s Style, value json.RawMessage) string {
		all := decoded[[]string](value)
		if one := text(value); all == nil && one != "" {
			all = []string{one}
		}
		var out strings.Builder
		for _, address := range all {
			if removed := s.removed(address); removed != "" {
				out.WriteString("<p>" + escape(removed) + "</p>")
				continue
			}
			if !shownAddress(address) {
				out.WriteString("<p>" + escape(address) + "</p>")
				continue
			}
			out.WriteString(`<p><img src="` + escape(address) + `" alt="Picture" loading="lazy" decoding="async"></p>`)
		}
		return out.String()
	})

	specifications = compared(func(_ Style, value json.RawMessage) string {
		var rows [][]string
		for _, line := range decoded[[]string](value) {
			name, is, _ := strings.Cut(line, ":")
			rows = append(rows, []string{name, strings.TrimSpace(is)})
		}
		for _, one := range decoded[[]events.ComparedSpecification](value) { // of a category
			if one.Better != "" {
				rows = append(rows, []string{one.Name, one.Better + " is better"})
			}
		}
		return table(nil, rows)
	})

	shops = compared(func(s Style, value json.RawMessage) string {
		var rows [][]string
		for _, one := range decoded[[]events.Shop](value) {
			cost := ""
			if one.Price > 0 {
				cost = s.Format.Price(one.Price)
			}
			rows = append(rows, []string{one.Name, one.URL, cost, s.Format.Day(one.Date)})
		}
		return table([]string{"Shop", "Address", "Price", "Date"}, rows)
	})

	criteria = compared(func(s Style, value json.RawMessage) string {
		var rows [][]string
		for _, one := range decoded[[]events.Criterion](value) {
			weight := s.Format.Decimal(one.Weight, -1) + " %"
			if one.Retired {
				weight = "retired"
			}
			rows = append(rows, []string{one.Name, weight})
		}
		return table([]string{"Criterion", "Weight"}, rows)
	})

	links = compared(func(_ Style, value json.RawMessage) string {
		var rows [][]string
		for _, one := range decoded[[]events.AuthorLink](value) {
			rows = append(rows, []string{one.Label, one.URL})
		}
		return table([]string{"Label", "Address"}, rows)
	})
)

// shownAddress reports whether an address is one of a picture that browsers load.
func shownAddress(address string) bool {
	for _, prefix := range []string{"/", "https://", "http://"} {
		if strings.HasPrefix(address, prefix) {
			return true
		}
	}
	return false
}

// decoded reads JSON; the zero value for what isn't it.
func decoded[T any](value json.RawMessage) (v T) {
	if json.Unmarshal(value, &v) != nil {
		var none T
		return none
	}
	return v
}

// table returns rows as HTML, below the names of their columns if there are any.
func table(header []string, rows [][]string) string {
	if len(rows) == 0 {
		return ""
	}
	var out strings.Builder
	out.WriteString("<table>")
	row := func(cells []string, tag string) {
		out.WriteString("<tr>")
		for _, cell := range cells {
			out.WriteString("<" + tag + ">" + html.EscapeString(cell) + "</" + tag + ">")
		}
		out.WriteString("</tr>")
	}
	if header != nil {
		out.WriteString("<thead>")
		row(header, "th")
		out.WriteString("</thead>")
	}
	out.WriteString("<tbody>")
	for _, cells := range rows {
		row(cells, "td")
	}
	out.WriteString("</tbody></table>")
	return out.String()
}

// subScores shows the scores for each criterion that changed.
func subScores(s Style, from, to json.RawMessage, o Options) string {
	was, is := decoded[[]events.SubScore](from), decoded[[]events.SubScore](to)
	var out strings.Builder
	find := func(all []events.SubScore, id string) *events.SubScore {
		for i := range all {
			if all[i].CriterionID == id {
				return &all[i]
			}
		}
		return nil
	}
	line := func(one events.SubScore) string {
		text := one.Name + " " + s.Format.Decimal(one.Score, 1)
		if one.Text != "" {
			text += " – " + one.Text
		}
		return escape(text)
	}
	for _, one := range was {
		if find(is, one.CriterionID) == nil {
			out.WriteString(`<li class="diff-removed"><del>` + said("removed: ") + line(one) + `</del></li>`)
		}
	}
	for _, now := range is {
		before := find(was, now.CriterionID)
		if before == nil {
			out.WriteString(`<li class="diff-added"><ins>` + said("added: ") + line(now) + `</ins></li>`)
			continue
		}
		name := escape(now.Name)
		if before.Name != now.Name {
			name = `<del>` + said("removed: ") + escape(before.Name) + `</del> <ins>` + said("added: ") + name + `</ins>`
		}
		about := difference.HTML("<p>"+escape(before.Text)+"</p>", "<p>"+escape(now.Text)+"</p>", o)
		if before.Score == now.Score && about == "" && before.Name == now.Name && before.Weight == now.Weight {
			continue
		}
		out.WriteString(`<li>` + name + " ")
		switch {
		case before.Score < now.Score:
			out.WriteString(figure(s.Format.Decimal(before.Score, 1), s.Format.Decimal(now.Score, 1), 1))
		case before.Score > now.Score:
			out.WriteString(figure(s.Format.Decimal(before.Score, 1), s.Format.Decimal(now.Score, 1), -1))
		default:
			out.WriteString(s.Format.Decimal(now.Score, 1))
		}
		if before.Weight != now.Weight {
			out.WriteString(", weight " + figure(s.Format.Decimal(before.Weight, -1)+" %", s.Format.Decimal(now.Weight, -1)+" %", 0))
		}
		out.WriteString(about + "</li>")
	}
	if out.Len() == 0 {
		return ""
	}
	return wrapped(`<ul dir="auto" class="diff-scores">` + out.String() + `</ul>`)
}
