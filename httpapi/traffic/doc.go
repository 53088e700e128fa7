// Package traffic answers calls about page views: tracking, analytics, and the download of events for analysts.
package traffic
