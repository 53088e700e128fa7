// Facts about the demo site: that it was made, and when in truth. Stream demo.

package events

import "time"

func init() {
	registerItem[DemoSiteBegun](1, DemoKind, ActionCreated)
	registerItem[DemoSiteFinished](1, DemoKind, ActionFinished)
}

// DemoSiteBegun says that what follows is the demo site, up to DemoSiteFinished. It comes before everything else that a site writes.
type DemoSiteBegun struct {
	MadeAt        time.Time `json:"madeAt" about:"at"`  // when the demo site was made in truth, which its times are counted back from
	TimesInvented bool      `json:"timesInvented"`      // the log's own times are invented, too, and not only those that the events state
	Note          string    `json:"note" about:"title"` // both, for people who read the log
}

// DemoSiteFinished says that the demo site is complete. Whatever comes after it has happened.
type DemoSiteFinished struct {
	At time.Time `json:"at"`
}

func (DemoSiteBegun) EventType() string    { return "DemoSiteBegun" }
func (DemoSiteFinished) EventType() string { return "DemoSiteFinished" }
