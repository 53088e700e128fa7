// Privacy: the admin looks what is stored of a person, and erases it.

package people

import (
	"net/http"

	"candor/commands/people"
	"candor/httpapi"
	"candor/projections"
)

// Privacy registers the routes of the erasure of a person's data.
func Privacy(t *httpapi.Table) {
	t.Handle("/api/admin/privacy/preview", httpapi.Methods{"POST": httpapi.AdminWrites(previewErasure,
		httpapi.MaxBody, httpapi.InboxModel)})
	t.Handle("/api/admin/privacy/erase", httpapi.Methods{"POST": httpapi.AdminWrites(erasePerson, httpapi.MaxBody, httpapi.InboxModel)})
}

// Receipt is what an erasure answers. It holds no personal data, so it can be given to the person who asked for the erasure.
type Receipt struct {
	people.Erased
	ForgottenBy []string `json:"forgottenBy"` // the read models that show nothing of it any more
	Reclaimed   bool     `json:"reclaimed"`   // whether the log has been scavenged since; otherwise its bytes go at the next scavenge
	Note        string   `json:"note,omitempty"`
}

// heldUntilScavenge is what a receipt notes where the log was not scavenged since.
const heldUntilScavenge = "Candor no longer shows this data. Programs that read the log directly can see it until the next scavenge (candor scavenge). Earlier backups still contain it."

// NewReceipt returns the receipt of an erasure after which the log was not scavenged.
func NewReceipt(erased people.Erased, forgottenBy []string) Receipt {
	return Receipt{Erased: erased, ForgottenBy: forgottenBy, Note: heldUntilScavenge}
}

// Reclaim notes that the log was scavenged.
func (r *Receipt) Reclaim() { r.Reclaimed, r.Note = true, "" }

// POST /api/admin/privacy/preview {"email"} or {"ip"}: what erasing that person would remove.
func previewErasure(c *httpapi.Call) error {
	who, err := person(c)
	if err != nil {
		return err
	}
	found, err := c.Commands.People.FindPerson(c.Request.Context(), who)
	if err != nil {
		return err
	}
	c.Header()["Cache-Control"] = httpapi.NoStore
	return c.JSON(http.StatusOK, found)
}

// POST /api/admin/privacy/erase {"email"} or {"ip"}: removes it, and answers with a receipt.
func erasePerson(c *httpapi.Call) error {
	who, err := person(c)
	if err != nil {
		return err
	}
	erased, err := c.Commands.People.ErasePerson(c.Request.Context(), c.By(), who)
	if err != nil {
		return err
	}
	c.SetPosition(erased.Position)
	receipt := NewReceipt(erased, []string{})
	for _, name := range projections.PersonalNames() {
		if m := httpapi.ReadModelNamed(c.Models, name); m != nil && c.Passed(erased.Position, m) {
			receipt.ForgottenBy = append(receipt.ForgottenBy, name)
		}
	}
	c.Header()["Cache-Control"] = httpapi.NoStore
	return c.JSON(http.StatusOK, receipt)
}

// person is whom the body names.
func person(c *httpapi.Call) (people.Person, error) {
	body, err := c.Body()
	if err != nil {
		return people.Person{}, err
	}
	return people.ParsePerson(body)
}
