// The owner's own pages: visits to them are no visits to the site. The server has the same rule.

/** Whether the page is /admin, lies below it, or is /admin-login. */
export function isOwnPage(page: string): boolean {
  const [path = ''] = page.split(/[?#]/, 1);
  return /^\/(admin|admin-login|admin\/.*)\/?$/i.test(path);
}
