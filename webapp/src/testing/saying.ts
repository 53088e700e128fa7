// Finds texts that have a name in an element of its own.

/** Matches the innermost element with the whole text, for queries by text: those look at an element's own words only. */
export const saying =
  (text: string | RegExp) =>
  (_: string, element: Element | null): boolean => {
    const matches = ({ textContent }: Element) => (typeof text === 'string' ? textContent === text : text.test(textContent));
    return element !== null && matches(element) && ![...element.children].some(matches);
  };
