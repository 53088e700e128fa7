// The fields of a tech article (spec sections 2 and 5).
import type { Field } from '@/components/content/content-type';
import { area, headline, link, markdown, optionalText, picture, publishFields, tags, text } from '@/components/content/field-kinds';
import { most } from '@/components/content/rules';
import type { NewArticle } from '@/lib/api-types';
import { articleCategories } from './template';

export const articleFields = {
  title: { label: 'Title', group: 'Text', kind: text(most.title, headline), required: true },
  excerpt: { label: 'Excerpt', group: 'Text', kind: optionalText(most.shortText, area(3)), hint: 'A summary in one or two sentences.' },
  content: {
    label: 'Content',
    group: 'Text',
    kind: text(most.content, markdown('long')),
    required: true,
    hint: 'Markdown: outside of lists, tables and quotes, each line is a paragraph. 800 to 1500+ words.',
  },
  authorName: { label: 'Author', group: 'Author and category', kind: text(most.name), required: true },
  category: {
    label: 'Category',
    group: 'Author and category',
    kind: text(most.name, { as: 'text', suggestions: articleCategories }),
    required: true,
    hint: 'Pick a suggestion or enter your own.',
  },
  tags: { label: 'Tags', group: 'Author and category', kind: tags, hint: 'Separate tags with commas. They appear below the article.' },
  imageUrl: { label: 'Image', group: 'Image and video', kind: picture },
  videoUrl: { label: 'Video URL', group: 'Image and video', kind: link },
  videoCredit: { label: 'Video Credit', group: 'Image and video', kind: optionalText(most.title) },
  ...publishFields({ group: 'On the site' }),
} satisfies Record<keyof NewArticle, Field>;
