// Privacy: the admin looks what is stored of a person, and erases it.

package httpapi

import (
	"net/http"

	"candor/commands"
)

func (t *table) privacy() {
	t.handle("/api/admin/privacy/preview", methods{"POST": forAdmin(previewErasure)})
	t.handle("/api/admin/privacy/erase", methods{"POST": forAdmin(erasePerson)})
}

// Receipt is what an erasure answers. It holds no personal data, so it can be given to whoever asked for it.
type Receipt struct {
	commands.Erased
	ForgottenBy []string `json:"forgottenBy"` // the read models that show nothing of it any more
	Reclaimed   bool     `json:"reclaimed"`   // whether the log has been scavenged since; otherwise its bytes go at the next scavenge
	Note        string   `json:"note,omitempty"`
}

// heldUntilScavenge is what a receipt notes where the log was not scavenged since.
const heldUntilScavenge = "Candor no longer shows this data. Programs that read the log directly can see it until the next scavenge (candor scavenge). Earlier backups still contain it."

// NewReceipt returns the receipt of an erasure after which the log was not scavenged.
func NewReceipt(erased commands.Erased, forgottenBy []string) Receipt {
	return Receipt{Erased: erased, ForgottenBy: forgottenBy, Note: heldUntilScavenge}
}

// Reclaim notes that the log was scavenged.
func (r *Receipt) Reclaim() { r.Reclaimed, r.Note = true, "" }

// POST /api/admin/privacy/preview {"email"} or {"ip"}: what erasing that person would remove.
func previewErasure(x *exchange) error {
	who, err := x.person()
	if err != nil {
		return err
	}
	found, err := x.Commands.FindPerson(x.request.Context(), who)
	if err != nil {
		return err
	}
	x.Header()["Cache-Control"] = noStore
	return x.json(http.StatusOK, found)
}

// POST /api/admin/privacy/erase {"email"} or {"ip"}: removes it, and answers with a receipt.
func erasePerson(x *exchange) error {
	who, err := x.person()
	if err != nil {
		return err
	}
	erased, err := x.Commands.ErasePerson(x.request.Context(), x.by(), who)
	if err != nil {
		return err
	}
	x.tellPosition(erased.Position)
	receipt := NewReceipt(erased, []string{})
	for _, m := range []struct {
		name  string
		model readModel
	}{{"inbox", x.Models.Inbox}, {"analytics", x.Models.Analytics}, {"access", x.Models.Access}, {"history", x.Models.History}} {
		if x.passed(erased.Position, m.model) {
			receipt.ForgottenBy = append(receipt.ForgottenBy, m.name)
		}
	}
	x.Header()["Cache-Control"] = noStore
	return x.json(http.StatusOK, receipt)
}

// person is whom the body names.
func (x *exchange) person() (commands.Person, error) {
	body, err := x.body()
	if err != nil {
		return commands.Person{}, err
	}
	return commands.ParsePerson(body)
}
