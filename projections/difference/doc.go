// Package difference shows what a change made of a field, as HTML that is the same wherever it is read: on pages, in the dashboard, in
// feeds, in print. It knows the fields, their names for readers and what they hold; events/difference compares.
package difference
