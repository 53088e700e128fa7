/** Returns the slug in an address: lower-case letters, digits and single hyphens, or null. */
export function parseSlug(text: string | undefined): string | null {
  return text !== undefined && text.length <= 100 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text) ? text : null;
}
