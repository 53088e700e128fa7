// The template of a page for JSON Input and Copy Template: a whole page in JSON whose values say what belongs there.

export const pageInstructions = [
  'Replace every value. Only title and content are required.',
  'slug: the last part of the address, in lower-case letters, digits and hyphens. Leave it out to make it from the title.',
  'content: Markdown, with # headings, **bold**, [links](https://example.com), lists and tables. One paragraph per line.',
  'The page is created unpublished. Review it before you publish.',
] as const;

export const pageTemplate: string = JSON.stringify(
  {
    _instructions: pageInstructions,
    title: 'The headline of the page',
    slug: 'how-we-test',
    content: 'The text of the page.\n\n# A heading\n\nOne paragraph per line.',
  },
  null,
  2,
);
