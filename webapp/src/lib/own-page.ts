// The owner's own pages: visits to them are no visits to the site. The server has the same rule.

/** Whether the page is /admin, lies below it, or is /admin-login. */
export function isOwnPage(page: string): boolean {
  return /^\/(admin|admin-login|admin\/.*)\/?$/i.test(page.split(/[?#]/, 1)[0]!);
}
