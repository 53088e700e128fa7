// Package markup turns what the editors of WordPress and Ghost write into HTML: WordPress's blocks and shortcodes, and Ghost's Lexical and
// Mobiledoc with their cards. What has no HTML is named in a [LeftOut].
package markup
