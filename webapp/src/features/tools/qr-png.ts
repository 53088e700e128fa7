// A text as a QR code (spec section 9).
import { toDataURL } from 'qrcode';

/** The text as a PNG in a data address: 300 × 300 pixels, margin 2, black on white. Rejects when the text is too long for a code. */
export function qrPng(text: string): Promise<string> {
  return toDataURL(text, { type: 'image/png', width: 300, margin: 2, color: { dark: '#000000ff', light: '#ffffffff' } });
}
