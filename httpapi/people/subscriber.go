// Subscribers of the newsletter. Answers never tell whether an address was known.

package people

import (
	"context"
	"net/http"
	"time"

	"candor/commands/people"
	"candor/httpapi"
)

// answerStep is the step to which the time of an answer about subscriptions is rounded up. Known and unknown addresses take the same number
// of reads and writes, which take slightly different times. Rounding hides most of this difference.
const answerStep = 50 * time.Millisecond

// Subscribers registers the routes of newsletter subscribers.
func Subscribers(t *httpapi.Table) {
	t.Handle("/api/newsletter/subscribe", httpapi.Methods{"POST": {
		Handle: subscribe, Who: httpapi.Anybody, DependsOn: httpapi.Models{httpapi.InboxModel},
		Class: httpapi.ClassForms, Body: httpapi.FormBody,
	}})
	t.Handle("/api/newsletter/unsubscribe", httpapi.Methods{"POST": {
		Handle: unsubscribe, Who: httpapi.Anybody, DependsOn: httpapi.Models{httpapi.InboxModel},
		Class: httpapi.ClassForms, Body: httpapi.FormBody,
	}})
	t.Handle("/api/admin/subscribers", httpapi.Methods{"GET": httpapi.AdminReads(listSubscribers, httpapi.InboxModel)})
}

// POST /api/newsletter/subscribe
func subscribe(c *httpapi.Call) error {
	began := time.Now()
	in, err := email(c)
	if err != nil {
		return err
	}
	result, err := c.Commands.People.Subscribe(c.Request.Context(), c.FromSite(), in)
	if err != nil {
		return err
	}
	c.Settled(result.Shown(), c.Models.Inbox)
	waitForStep(c.Request.Context(), began)
	return c.JSON(http.StatusCreated, httpapi.Thanks{Success: true, Message: "You are subscribed to the newsletter."})
}

// POST /api/newsletter/unsubscribe
func unsubscribe(c *httpapi.Call) error {
	began := time.Now()
	in, err := email(c)
	if err != nil {
		return err
	}
	result, err := c.Commands.People.Unsubscribe(c.Request.Context(), c.FromSite(), in)
	if err != nil {
		return err
	}
	c.Settled(result.Shown(), c.Models.Inbox)
	waitForStep(c.Request.Context(), began)
	return c.NoContent()
}

// waitForStep waits until a whole number of steps has passed since a request began, or its client has gone.
func waitForStep(ctx context.Context, began time.Time) {
	timer := time.NewTimer(answerStep - time.Since(began)%answerStep)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// email reads the body that both calls take, within their limit.
func email(c *httpapi.Call) (people.EmailInput, error) {
	if err := c.LimitWrites(c.Subscriptions); err != nil {
		return people.EmailInput{}, err
	}
	body, err := c.Body()
	if err != nil {
		return people.EmailInput{}, err
	}
	return people.ParseEmail(body)
}

// GET /api/admin/subscribers
func listSubscribers(c *httpapi.Call) error {
	a, err := c.Models.Inbox.SubscribersAnswer()
	if err != nil {
		return err
	}
	return c.List(a, httpapi.ListQuery{}, httpapi.PrivateCache)
}
