// Health: whether the process lives, whether it is ready to serve, and its metrics. No secrets, for anyone to ask.

package operations

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"candor/events"
	"candor/httpapi"
	"candor/projections/projector"
)

// Health registers the routes of health for everybody and, unless they have an address of their own, readiness and metrics.
func Health(t *httpapi.Table) {
	Live(t, "/healthz")
	Live(t, "/health/live")
	t.Handle("/health/ready", httpapi.Methods{"GET": {
		Handle: publiclyReady, Who: httpapi.Anybody, DependsOn: httpapi.Nothing,
		Class: httpapi.ClassHealth, AsOf: httpapi.OnPastServer, DebugLog: true,
	}})
	t.Handle("/health/readable", httpapi.Methods{"GET": {
		Handle: readable, Who: httpapi.Anybody, DependsOn: httpapi.Nothing,
		Class: httpapi.ClassNeeded, AsOf: httpapi.OnPastServer, DebugLog: true,
	}})
	if !t.OpsApart {
		Operator(t)
	}
}

// Live registers a path that says whether the process lives.
func Live(t *httpapi.Table, path string) {
	t.Handle(path, httpapi.Methods{"GET": {
		Handle: live, Who: httpapi.Anybody, DependsOn: httpapi.Nothing,
		Class: httpapi.ClassNeeded, AsOf: httpapi.OnPastServer, DebugLog: true,
	}})
}

// Operator registers what is for the operator alone, where that has an address of its own.
func Operator(t *httpapi.Table) {
	t.Handle("/readyz", httpapi.Methods{"GET": {
		Handle: ready, Who: httpapi.Anybody, DependsOn: httpapi.Nothing,
		Class: httpapi.ClassHealth, AsOf: httpapi.OnPastServer, DebugLog: true,
	}})
	t.Handle("/metrics", httpapi.Methods{"GET": {
		Handle: showMetrics, Who: httpapi.Anybody, DependsOn: httpapi.Nothing,
		Class: httpapi.ClassHealth, AsOf: httpapi.OnPastServer, DebugLog: true,
	}})
}

// GET /healthz: the process answers.
func live(c *httpapi.Call) error {
	return c.JSON(http.StatusOK, struct {
		Status  string `json:"status"`
		Version string `json:"version,omitempty"`
	}{"ok", c.Version})
}

// GET /health/readable: readers can be served, whatever the log does. A balancer asks this: /readyz is 503 on every instance
// at once while the log is away.
func readable(c *httpapi.Call) error {
	if err := c.Models.Content.Ready(); err != nil {
		return err
	}
	return c.JSON(http.StatusOK, struct {
		Status string `json:"status"`
	}{"readable"})
}

// modelHealth is one read model in the answer of /readyz.
type modelHealth struct {
	Name     string          `json:"name"`
	Version  int             `json:"version"`
	Ready    bool            `json:"ready"`
	Position events.Position `json:"position"`
	// from position to the last event that has arrived, committed or not, or, while catching up, to the log's head
	Lag        events.Position   `json:"lag"`
	Rebuilding bool              `json:"rebuilding"`
	Progress   float64           `json:"progress"`
	Applied    uint64            `json:"applied"`
	Skipped    uint64            `json:"skipped"`
	Poisoned   uint64            `json:"poisoned"`
	PoisonedAt []events.Position `json:"poisonedAt,omitempty"`
	Error      string            `json:"error,omitempty"`
	UpdatedAt  *time.Time        `json:"updatedAt"`
	AsOf       *time.Time        `json:"asOf,omitempty"` // until when it is known to have shown everything; none: it does
	Resuming   bool              `json:"resuming"`       // its subscription was interrupted and catches up: no outage of the log
	Dropped    uint64            `json:"interruptions"`  // how often that has happened since the start
}

// headWait is how long /readyz waits for the log's answer.
const headWait = 2 * time.Second

// logHealth is the log in the answer of /readyz.
type logHealth struct {
	Available bool `json:"available"`
	// as far as is known: false also while it is away or another one, not while a subscription was dropped
	Writable  bool            `json:"writable"`
	Head      events.Position `json:"head"`
	Error     string          `json:"error,omitempty"`
	AwaySince *time.Time      `json:"awaySince,omitempty"`
}

// setAside is an event that a read model couldn't decode or apply.
type setAside struct {
	Model    string          `json:"model"`
	Position events.Position `json:"position"`
	Type     string          `json:"type"`
}

// readiness is the answer of /readyz.
type readiness struct {
	Status   string        `json:"status"` // ready, degraded (ready without the events that were set aside), not ready, starting
	Log      logHealth     `json:"log"`
	Models   []modelHealth `json:"models"`
	SetAside []setAside    `json:"setAside"` // the newest of each read model
}

// GET /readyz: the log answers, has what the first start writes, and every read model shows all of it. 503 until then.
func ready(c *httpapi.Call) error {
	answer, isReady := checkReadiness(c)
	return answerReadiness(c, answer, isReady)
}

// GET /health/ready: the same for everybody to see, without positions and counts, from which strangers could tell how much happens.
func publiclyReady(c *httpapi.Call) error {
	all, isReady := checkReadiness(c)
	type logHealth struct {
		Available bool       `json:"available"`
		Writable  bool       `json:"writable"`
		Error     string     `json:"error,omitempty"`
		AwaySince *time.Time `json:"awaySince,omitempty"`
	}
	type modelHealth struct {
		Name       string  `json:"name"`
		Ready      bool    `json:"ready"`
		Rebuilding bool    `json:"rebuilding"`
		Progress   float64 `json:"progress"`
	}
	models := make([]modelHealth, len(all.Models))
	for i, m := range all.Models {
		models[i] = modelHealth{m.Name, m.Ready, m.Rebuilding, m.Progress}
	}
	return answerReadiness(c, struct {
		Status string        `json:"status"`
		Log    logHealth     `json:"log"`
		Models []modelHealth `json:"models"`
	}{all.Status, logHealth{all.Log.Available, all.Log.Writable, all.Log.Error, all.Log.AwaySince}, models}, isReady)
}

func answerReadiness(c *httpapi.Call, answer any, isReady bool) error {
	if !isReady {
		c.Set("Retry-After", "1")
		return c.JSON(http.StatusServiceUnavailable, answer)
	}
	return c.JSON(http.StatusOK, answer)
}

// checkReadiness returns what is known of the log and the read models, and whether the site is ready.
func checkReadiness(c *httpapi.Call) (answer readiness, isReady bool) {
	answer.Status, answer.SetAside = "ready", []setAside{}
	ctx, cancel := context.WithTimeout(c.Request.Context(), headWait)
	defer cancel()
	err := c.Log.Available()
	if err == nil {
		answer.Log.Head, err = c.Log.Head(ctx)
	}
	answer.Log.Available = err == nil
	isReady = err == nil || !c.AsOf.IsZero() // the past needs no log once it is built
	refused := c.Log.Writable()
	answer.Log.Writable = c.LogWritable()
	switch {
	case err != nil:
		answer.Log.Error = whyAway(err)
		c.Cause = err
		if since, down := c.Log.Away(); down != nil {
			answer.Log.AwaySince = &since
		}
	case errors.Is(c.Models.LogKnown(), projector.ErrOtherLog):
		answer.Log.Error = "this is not the log the read models were built from; connect the right one, or run: candor rebuild"
	case refused != nil:
		answer.Log.Error = httpapi.WhyUnwritable(refused) + "; readers are served"
		c.Cause = refused
		isReady = isReady && !c.AsOf.IsZero()
	}
	if c.Prepared != nil {
		select {
		case <-c.Prepared:
		default:
			isReady, answer.Status = false, "starting"
		}
	}
	for _, s := range c.Models.Status() {
		m := modelHealth{
			Name: s.Name, Version: s.Version, Ready: s.CaughtUp && s.Err == "", Position: s.Position, Rebuilding: s.Rebuilding,
			Progress: s.Progress, Applied: s.Applied, Skipped: s.Skipped, Poisoned: s.Poisoned, PoisonedAt: s.PoisonedAt, Error: s.Err,
			Resuming: s.Resuming, Dropped: s.Dropped,
		}
		if !s.UpdatedAt.IsZero() {
			m.UpdatedAt = &s.UpdatedAt
		}
		if !s.AsOf.IsZero() {
			m.AsOf = &s.AsOf
		}
		if m.Lag = s.Lag; (!s.CaughtUp || s.Resuming) && answer.Log.Head > s.Position {
			m.Lag = answer.Log.Head - s.Position
		}
		isReady = isReady && m.Ready
		answer.Models = append(answer.Models, m)
		for _, one := range s.SetAside {
			answer.SetAside = append(answer.SetAside, setAside{s.Name, one.Position, one.Type})
		}
	}
	switch {
	case answer.Status != "ready":
	case !isReady:
		answer.Status = "not ready"
	case len(answer.SetAside) > 0:
		answer.Status = "degraded"
	}
	return answer, isReady
}

// whyAway says for anybody to read why the log can't be used; the log line has all of it.
func whyAway(err error) string {
	text := err.Error()
	var version *events.ServerVersionError
	switch {
	case errors.Is(err, events.ErrAccessDenied):
		return "the event log refuses the credentials"
	case errors.As(err, &version):
		return "the event log can't be used: " + version.Error()
	case strings.Contains(text, "x509:"), strings.Contains(text, "tls:"):
		return "the event log's certificate is not trusted, or it does not speak TLS"
	case strings.Contains(text, "connection refused"):
		return "the event log refuses connections"
	}
	return "the event log is not responding"
}

// GET /metrics
func showMetrics(c *httpapi.Call) error {
	c.Metrics.Handler.ServeHTTP(c, c.Request)
	return nil
}
