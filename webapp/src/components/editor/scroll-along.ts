// Where the page has to stand for what the text shows.

/** A place in the text and the same place on the page, in pixels from their tops. */
export interface Anchor {
  text: number;
  page: number;
}

/** Returns the place on the page for a place in the text, between the anchors around it. The anchors are in order. */
export function alongside(place: number, anchors: readonly Anchor[]): number {
  const next = anchors.findIndex(({ text }) => text > place);
  const before = anchors.at(next < 0 ? -1 : Math.max(0, next - 1));
  const after = anchors[next];
  if (!before) return 0;
  if (!after || after.text <= before.text) return before.page;
  const part = Math.max(0, (place - before.text) / (after.text - before.text));
  return before.page + part * (after.page - before.page);
}

/** Keeps the anchors that are further down than the one before on both sides. */
export const inOrder = (anchors: readonly Anchor[]): Anchor[] =>
  anchors.reduce<Anchor[]>((all, anchor) => {
    const last = all.at(-1);
    return last && (anchor.text <= last.text || anchor.page < last.page) ? all : [...all, anchor];
  }, []);
