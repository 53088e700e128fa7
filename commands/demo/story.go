// The story: what happens on the demo site besides that things are published.

package demo

import "encoding/json"

// Story lists the events of the demo site. An item has the name of its file: "tarnholt-slate-14" is 01-tarnholt-slate-14.md. Each DaysAgo
// is a number of days before the site's first start.
type Story struct {
	DaysAgo     float64      `json:"daysAgo"` // when it begins: everything is planned, nothing is published
	Authors     []Author     `json:"authors"`
	Changes     []Change     `json:"changes"`
	Featured    []Featured   `json:"featured"`
	Bot         Bot          `json:"bot"`
	Messages    []Message    `json:"messages"`
	Subscribers []Subscriber `json:"subscribers"`
	Draft       Draft        `json:"draft"`
}

// Author is the profile of an author.
type Author struct {
	Name       string              `json:"name"`
	Text       string              `json:"text"`
	Links      []map[string]string `json:"links"` // as in the API
	Disclosure string              `json:"disclosure"`
}

// Change is a change of a published review or article. The files hold what has become of it, and the change what was there before.
type Change struct {
	Item       string  `json:"item"`
	DaysAgo    float64 `json:"daysAgo"`
	Bot        bool    `json:"bot,omitempty"`        // the bot makes it
	Correction string  `json:"correction,omitempty"` // the note, if it is a correction
	Update     string  `json:"update,omitempty"`     // the note, if it is an update

	Was             map[string]string  `json:"was,omitempty"`             // in any of the texts: what it says now, and what it said before
	Before          map[string]any     `json:"before,omitempty"`          // fields before it, as in the files
	SubScoresBefore map[string]float64 `json:"subScoresBefore,omitempty"` // by criterion
	ShopsBefore     []Shop             `json:"shopsBefore,omitempty"`

	Withhold *Withholding `json:"withhold,omitempty"` // of the version before it; nil: readers can see that
}

// Featured is a review that was featured when it came out, and isn't any more.
type Featured struct {
	Item         string  `json:"item"`
	UntilDaysAgo float64 `json:"untilDaysAgo"`
}

// Withholding keeps a version from readers.
type Withholding struct {
	DaysAgo float64 `json:"daysAgo"`
	Reason  string  `json:"reason"`
}

// Bot is a program with an API key that goes wrong once. All that it did in its failure is undone, and its key deactivated.
type Bot struct {
	Name    string  `json:"name"`
	DaysAgo float64 `json:"daysAgo"` // when it got its key
	Failure struct {
		DaysAgo float64  `json:"daysAgo"`
		Items   []string `json:"items"` // reviews
		Field   string   `json:"field"`
		Value   string   `json:"value"`
	} `json:"failure"`
	Undone struct {
		DaysAgo float64 `json:"daysAgo"`
	} `json:"undone"`
}

// Message is a message of the contact form.
type Message struct {
	Name        string  `json:"name"`
	Email       string  `json:"email"`
	Subject     string  `json:"subject"`
	Message     string  `json:"message"`
	DaysAgo     float64 `json:"daysAgo"`
	ReadDaysAgo float64 `json:"readDaysAgo,omitempty"` // 0: it is unread
}

// Subscriber is an address that gets the newsletter.
type Subscriber struct {
	Email   string  `json:"email"`
	DaysAgo float64 `json:"daysAgo"`
}

// Draft is a change of an article that readers don't see yet.
type Draft struct {
	Item    string                     `json:"item"`
	DaysAgo float64                    `json:"daysAgo"`
	Fields  map[string]json.RawMessage `json:"fields"`
}
