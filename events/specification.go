// Specifications: which values are better, where reviews of a category are compared.

package events

// ComparedSpecification says which values of a specification are better.
type ComparedSpecification struct {
	Name   string `json:"name"`   // as in "Weight: 1.12 kg", in any case
	Better string `json:"better"` // Higher or Lower
}

// What can be better.
const (
	Higher = "higher"
	Lower  = "lower"
)
