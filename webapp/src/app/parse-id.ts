/** The id in an address: a positive whole number, or null. */
export function parseId(text: string | undefined): number | null {
  const id = /^[1-9]\d{0,15}$/.test(text ?? '') ? Number(text) : NaN;
  return Number.isSafeInteger(id) ? id : null;
}
