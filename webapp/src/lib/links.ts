// Addresses that came from outside and are about to become links.

/** The address if it is http or https, else null: a stored 'javascript:' must never become a link. */
export function httpUrl(address: string | null | undefined): string | null {
  if (!address) return null;
  try {
    return /^https?:$/.test(new URL(address).protocol) ? address : null;
  } catch {
    return null;
  }
}
