// Tech articles in the dashboard (spec sections 2, 4, 5 and 8).
import { updatedColumn, publishedColumn } from '@/components/content/columns';
import { noChoices, stateCounts, type ContentType } from '@/components/content/content-type';
import type { Article, NewArticle } from '@/lib/api-types';
import { contentCalls } from '@/lib/content-calls';
import { articleFields } from './article-fields';
import { articleOf } from './article-json';
import { articleInstructions, articleTemplate } from './template';

export const articleType: ContentType<Article, NewArticle> = {
  noun: 'article',
  plural: 'articles',
  texts: {
    title: 'Tech Articles',
    add: 'Add Article',
    edit: 'Edit Article',
    create: 'Create News',
    update: 'Update News',
    created: 'News created',
    updated: 'News updated',
    deleted: 'News deleted',
    empty: {
      title: 'No tech articles yet',
      text: 'Items created here or sent by bots appear in this list. Drafts are visible only to you.',
    },
  },
  calls: contentCalls<Article, NewArticle>('news', 'article'),
  addressOf: ({ id }) => `/tech-articles/${id}`,
  fields: articleFields,
  groups: [{ title: 'Author and category' }, { title: 'Image and video' }, { title: 'On the site' }],
  checks: { pictures: ['imageUrl'], category: 'category', words: { field: 'content', least: 800 }, links: ['content', 'videoUrl'] },
  columns: [
    { name: 'title', label: 'Title', cell: (a) => a.title, full: (a) => a.title },
    { name: 'category', label: 'Category', width: 'lg:w-[18%]', cell: (a) => a.category, full: (a) => a.category },
    { name: 'author', label: 'Author', width: 'lg:w-[16%]', cell: (a) => a.authorName, full: (a) => a.authorName },
    publishedColumn,
    updatedColumn,
  ],
  summary: (article) => [article.category, article.authorName],
  actions: ['publish', 'unpublish', 'delete'],
  filters: [],
  counts: (overview) => ({ total: overview?.articles.total, others: stateCounts(overview?.articles) }),
  template: articleTemplate,
  instructions: articleInstructions,
  useChoices: () => noChoices,
  useFromJson: () => (json) => articleOf(json),
};
