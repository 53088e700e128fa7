// Frames for what may be wider than its column: they scroll sideways, so that it neither widens the page nor breaks its words.

/** What frames are called for those who can't see them. The keyboard can reach and scroll them. */
const names = { table: 'Table', pre: 'Code' };

/** Puts some elements of a text that the server rendered into frames. Every '<' of the text itself is escaped. */
export function framed(html: string, elements: readonly (keyof typeof names)[]): string {
  return elements.reduce(
    (all, element) =>
      all
        .replace(
          new RegExp(`<${element}[ >]`, 'g'),
          (tag) => `<div class="frame" role="group" aria-label="${names[element]}" tabindex="0">${tag}`,
        )
        .replaceAll(`</${element}>`, (tag) => `${tag}</div>`),
    html,
  );
}
