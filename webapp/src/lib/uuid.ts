// Random ids that the browser makes.

/** A random UUID (version 4). Works outside secure contexts too, where crypto.randomUUID is missing. */
export function uuid(): string {
  const bytes = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte, i) => {
    if (i === 6) return (byte & 0x0f) | 0x40; // the version
    if (i === 8) return (byte & 0x3f) | 0x80; // the variant
    return byte;
  });
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
