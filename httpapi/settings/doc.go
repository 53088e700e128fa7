// Package settings holds the calls about the site's settings.
package settings
