// Package metrics counts requests for Prometheus.
package metrics
