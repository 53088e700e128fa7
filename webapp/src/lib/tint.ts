// Which colours a category wears (spec section 9): class names that styles/main.css defines.

const tints: Record<string, string> = {
  computers: 'tint-computers',
  automotive: 'tint-automotive',
  industrial: 'tint-industrial',
  gadgets: 'tint-gadgets',
  ai: 'tint-ai',
  security: 'tint-security',
  startup: 'tint-startup',
};

/** The class that gives an element and its children --tint-from and --tint-to, for a slug or an article's category. */
export function tint(category: string | undefined): string {
  const key = (category ?? '').toLowerCase();
  return (Object.hasOwn(tints, key) ? tints[key] : undefined) ?? 'tint-other';
}
