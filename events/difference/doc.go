// Package difference shows what changed between two texts. It takes both as HTML that is safe, such as Markdown that was rendered, compares
// them as trees of blocks, and writes one fragment in which <del> holds what went and <ins> what came: without what is removed it is the
// new text, without what is added the old one. It knows nothing of fields (projections/difference does) and imports no room of ours, so
// that commands can ask for [Words].
package difference
