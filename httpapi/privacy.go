// Privacy: the admin looks what is stored of a person, and erases it.

package httpapi

import (
	"net/http"

	"candor/commands/people"
	"candor/projections"
)

func (t *table) privacy() {
	t.handle("/api/admin/privacy/preview", methods{"POST": {handle: previewErasure, who: admin, dependsOn: models{inboxModel}, class: classNeeded, body: maxBody}})
	t.handle("/api/admin/privacy/erase", methods{"POST": {handle: erasePerson, who: admin, dependsOn: models{inboxModel}, class: classNeeded, body: maxBody}})
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
func previewErasure(c *request) error {
	who, err := c.person()
	if err != nil {
		return err
	}
	found, err := c.Commands.People.FindPerson(c.request.Context(), who)
	if err != nil {
		return err
	}
	c.Header()["Cache-Control"] = noStore
	return c.json(http.StatusOK, found)
}

// POST /api/admin/privacy/erase {"email"} or {"ip"}: removes it, and answers with a receipt.
func erasePerson(c *request) error {
	who, err := c.person()
	if err != nil {
		return err
	}
	erased, err := c.Commands.People.ErasePerson(c.request.Context(), c.by(), who)
	if err != nil {
		return err
	}
	c.tellPosition(erased.Position)
	receipt := NewReceipt(erased, []string{})
	for _, name := range projections.PersonalNames() {
		if m := readModelNamed(c.Models, name); m != nil && c.passed(erased.Position, m) {
			receipt.ForgottenBy = append(receipt.ForgottenBy, name)
		}
	}
	c.Header()["Cache-Control"] = noStore
	return c.json(http.StatusOK, receipt)
}

// person is whom the body names.
func (c *request) person() (people.Person, error) {
	body, err := c.body()
	if err != nil {
		return people.Person{}, err
	}
	return people.ParsePerson(body)
}
