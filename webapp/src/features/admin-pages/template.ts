// The template of a page for JSON Input and Copy Template: a whole page in JSON whose values say what belongs there.

export const pageInstructions = [
  'Replace every value. Only title and content are required.',
  'slug: the last part of the address, in lower-case letters, digits and hyphens. Leave it out to make it from the title.',
  'content: Markdown, with # headings, **bold**, [links](https://example.com), lists and tables. Outside of lists, tables and code, each line is a paragraph.',
  'The page is created unpublished. Review it before you publish.',
] as const;

export const pageTemplate: string = JSON.stringify(
  {
    _instructions: pageInstructions,
    title: 'The headline of the page',
    slug: 'how-we-test',
    content: 'The text of the page.\n\n# A heading\n\nA paragraph with a [link](https://example.com).\n\n- One point\n- Another',
  },
  null,
  2,
);
