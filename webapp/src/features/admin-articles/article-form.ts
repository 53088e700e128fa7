// The form of an article: its fields as text, their rules, and what they mean to the server (spec sections 2, 4 and 5).
import { z } from 'zod';
import { localTime } from '@/components/editor/local-time';
import { itemFields, type EditorKind, type Value, type Values } from '@/components/editor/kind';
import { address, meaning, moment, most, note, optional, picture, required, tags } from '@/components/editor/rules';
import { articleCalls } from './api/articles';
import type { Article, NewArticle } from '@/lib/api-types';

/** What people call the fields, in the form's order. */
export const articleLabels = {
  title: 'Title',
  excerpt: 'Excerpt',
  content: 'Content',
  authorName: 'Author',
  category: 'Category',
  tags: 'Tags',
  imageUrl: 'Image',
  videoUrl: 'Video URL',
  videoCredit: 'Video Credit',
  isPublished: 'Published',
  publishAt: 'Publish at',
  unpublishAt: 'Unpublish at',
  correction: 'Correction',
  isCorrection: 'Mark as a correction',
} as const;

export type ArticleField = keyof typeof articleLabels;

const l = articleLabels;

const fields = z.object({
  title: required(l.title, most.title),
  excerpt: optional(l.excerpt, most.shortText),
  content: required(l.content, most.content),
  authorName: required(l.authorName, most.name),
  category: required(l.category, most.name),
  tags: tags(l.tags),
  imageUrl: picture(l.imageUrl),
  videoUrl: address(l.videoUrl),
  videoCredit: optional(l.videoCredit, most.title),
  isPublished: z.boolean(),
  publishAt: moment(l.publishAt),
  unpublishAt: moment(l.unpublishAt),
  correction: note,
  isCorrection: z.boolean(),
});

export type ArticleValues = z.input<typeof fields>;

const optionals = new Set<string>(['correction', 'excerpt', 'imageUrl', 'videoUrl', 'videoCredit']);

function meaningOf(field: string, value: Value): unknown {
  if (typeof value !== 'string') return value;
  if (field === 'publishAt' || field === 'unpublishAt') return meaning.moment(value);
  if (field === 'tags') return meaning.tags(value);
  return optionals.has(field) ? meaning.optional(value) : meaning.text(value);
}

const bodyOf = (values: Values): NewArticle => Object.fromEntries(itemFields(values).map(([field, value]) => [field, meaningOf(field, value)])) as unknown as NewArticle;

export const articleSchema: z.ZodType<NewArticle, Values> = fields.transform(bodyOf);

/** A new article is a draft. */
export function articleValues(article: Article | null): ArticleValues {
  return {
    title: article?.title ?? '',
    excerpt: article?.excerpt ?? '',
    content: article?.content ?? '',
    authorName: article?.authorName ?? '',
    category: article?.category ?? '',
    tags: (article?.tags ?? []).join(', '),
    imageUrl: article?.imageUrl ?? '',
    videoUrl: article?.videoUrl ?? '',
    videoCredit: article?.videoCredit ?? '',
    isPublished: article?.isPublished ?? false,
    publishAt: localTime(article?.publishAt),
    unpublishAt: localTime(article?.unpublishAt),
    correction: '',
    isCorrection: false,
  };
}

function previewOf(values: Values, article: Article | null): Article {
  const now = new Date().toISOString();
  const body = bodyOf(values) as unknown as Omit<Article, 'id' | 'createdAt' | 'updatedAt' | 'publishedAt' | 'revision'>;
  return { ...(article ?? { id: 0, createdAt: now, publishedAt: null, revision: 0 }), ...body, title: body.title || 'Untitled article', updatedAt: now };
}

export const articleKind: EditorKind<Article, NewArticle> = {
  noun: 'article',
  words: { add: 'Add Article', edit: 'Edit Article', create: 'Create News', update: 'Update News', created: 'News created', updated: 'News updated' },
  labels: articleLabels,
  correctable: ['content', 'title', 'excerpt'],
  calls: articleCalls,
  schema: articleSchema,
  valuesOf: articleValues,
  meaningOf,
  previewOf,
};
