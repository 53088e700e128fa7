// Characters as limits count them: code points of the normalized text, as the server has it.

/** Returns how many characters a text has. */
export const characters = (text: string): number => Array.from(text.normalize('NFC')).length;

/** Returns whether a text has at most so many characters. */
export const fits =
  (most: number) =>
  (text: string): boolean =>
    characters(text) <= most;
