// Ids that the browser makes.

/** A random UUID (version 4). Works outside secure contexts too, where crypto.randomUUID is missing. */
export function uuid(): string {
  return written(4, crypto.getRandomValues(new Uint8Array(16)));
}

/**
 * The id of an event: a UUID (version 7, RFC 9562), which begins with the milliseconds of its time, so that the log's index of ids grows at
 * its end.
 */
export function eventId(now = Date.now()): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const view = new DataView(bytes.buffer);
  view.setUint16(0, Math.floor(now / 2 ** 32));
  view.setUint32(2, now % 2 ** 32);
  return written(7, bytes);
}

function written(version: number, random: Uint8Array): string {
  const bytes = Array.from(random, (byte, i) => {
    if (i === 6) return (byte & 0x0f) | (version << 4);
    if (i === 8) return (byte & 0x3f) | 0x80; // the variant
    return byte;
  });
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
