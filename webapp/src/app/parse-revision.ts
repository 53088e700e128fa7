/** The revision in an address: a whole number, or null. */
export function parseRevision(text: string): number | null {
  const revision = /^(0|[1-9]\d{0,15})$/.test(text) ? Number(text) : NaN;
  return Number.isSafeInteger(revision) ? revision : null;
}
