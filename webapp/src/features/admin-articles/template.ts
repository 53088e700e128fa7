// The template of an article for JSON Input and Copy Template (spec sections 2 and 9): a whole article in JSON whose values
// say what belongs there. Unknown fields, such as the instructions, are ignored.

/** The categories that the template and the form suggest; any other text is allowed. */
export const articleCategories = [
  'Mobile Technology',
  'Artificial Intelligence',
  'Consumer Gadgets',
  'Software & Apps',
  'Automotive Tech',
] as const;

export const articleInstructions = [
  'Replace every value. Leave out what you don’t need. Only title and content are required.',
  `category: ${articleCategories.join(', ')}, or any other.`,
  'content: Markdown, with # headings, **bold**, [links](https://example.com), lists and tables. 800 to 1500+ words; outside of lists, tables and code, each line is a paragraph.',
  'The article is created unpublished. Review it before you publish.',
] as const;

export const articleTemplate: string = JSON.stringify(
  {
    _instructions: articleInstructions,
    title: 'The headline of the article',
    excerpt: 'A summary in one or two sentences',
    content:
      'The article in 800 to 1500+ words.\n\n# A heading\n\nWhat happened, **why it matters**, and what comes next.\n\n- One point\n- Another\n\n| Then | Now |\n|---|---|\n| 12 hours | 20 hours |',
    category: articleCategories[0],
    authorName: 'Admin',
    imageUrl: 'https://example.com/picture.jpg',
    videoUrl: 'https://www.youtube.com/watch?v=00000000000',
    videoCredit: 'Who made the video',
    tags: ['privacy', 'phones'],
  },
  null,
  2,
);
