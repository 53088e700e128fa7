// Messages and subscribers as the API answers them: field names of spec.md section 3, times in RFC 3339 UTC.

package inbox

import "time"

// Message is a contact message.
type Message struct {
	ID        int64     `json:"id"`
	Name      string    `json:"name"`
	Email     string    `json:"email"`
	Subject   string    `json:"subject"`
	Message   string    `json:"message"`
	IsRead    bool      `json:"isRead"`
	CreatedAt time.Time `json:"createdAt"`
	Revision  uint64    `json:"revision"`
}

// Subscriber is a newsletter subscriber.
type Subscriber struct {
	ID        int64     `json:"id"`
	Email     string    `json:"email"`
	IsActive  bool      `json:"isActive"`
	CreatedAt time.Time `json:"createdAt"`
	Revision  uint64    `json:"revision"`
}
