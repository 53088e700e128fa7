// Package people answers calls about persons: messages, newsletter subscribers, and the erasure of what is stored of somebody.
package people
