/** Returns the slug in an address: lower-case letters of any script, digits and single hyphens, or null. */
export function parseSlug(text: string | undefined): string | null {
  return text !== undefined && text.length <= 200 && /^[\p{Ll}\p{Lm}\p{Lo}\p{M}\p{Nd}]+(-[\p{Ll}\p{Lm}\p{Lo}\p{M}\p{Nd}]+)*$/u.test(text)
    ? text
    : null;
}
