// Package access answers calls about who may do what, and who did it: signing in, the admin's account, API keys, and the audit log.
package access
