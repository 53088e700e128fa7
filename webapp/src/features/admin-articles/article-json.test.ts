import { describe, expect, it } from 'vitest';
import { valuesOf } from '@/components/content/form';
import { schemaOf } from '@/components/content/schema';
import type { NewArticle } from '@/lib/api-types';
import { articleType } from './article-type';
import { articleOf } from './article-json';
import { articleTemplate } from './template';

const articleSchema = schemaOf<NewArticle>(articleType, true);
const articleValues = () => valuesOf(articleType, null);

const text = { title: 'A', content: 'B' };

describe('an article from JSON', () => {
  it('gets the defaults of the specification', () => {
    expect(articleOf(text)).toEqual({ ...text, category: 'Technology', authorName: 'Admin', excerpt: '', isPublished: false });
  });

  it('keeps what it says, and is unpublished whatever it says', () => {
    const said = { ...text, category: 'AI', authorName: 'R', excerpt: 'E', imageUrl: '/media/a.webp' };
    expect(articleOf({ ...said, isPublished: true, rating: 4 })).toEqual({ ...said, isPublished: false });
  });

  it('can be made of the template as it stands', () => {
    expect(articleOf(JSON.parse(articleTemplate) as Record<string, unknown>)).toMatchObject({
      category: 'Mobile Technology',
      isPublished: false,
    });
    expect(articleTemplate).toContain('800 to 1500+ words');
    expect(articleTemplate).toContain('Mobile Technology, Artificial Intelligence, Consumer Gadgets, Software & Apps, Automotive Tech');
  });
});

describe('the form of an article', () => {
  const errorsOf = (changes: object) => {
    const result = articleSchema.safeParse({ ...articleValues(), ...text, category: 'AI', authorName: 'R', ...changes });
    return result.success ? [] : result.error.issues.map((i) => `${i.path.join('.')}: ${i.message}`);
  };

  it('starts as a draft', () => {
    expect(articleValues().isPublished).toBe(false);
  });

  it('needs a title, a content, a category and an author', () => {
    expect(errorsOf({})).toEqual([]);
    expect(errorsOf({ title: '', content: ' ', category: '', authorName: '' })).toEqual([
      'title: Title is required',
      'content: Content is required',
      'authorName: Author is required',
      'category: Category is required',
    ]);
  });

  it('takes pictures and videos by addresses that may become links', () => {
    expect(errorsOf({ imageUrl: 'javascript:alert(1)' })).toEqual([
      'imageUrl: Image must be a URL that starts with http://, https:// or /',
    ]);
    expect(errorsOf({ imageUrl: '/media/1.webp', videoUrl: 'https://youtu.be/00000000000' })).toEqual([]);
  });

  it('sends null for what is empty', () => {
    expect(articleSchema.parse({ ...articleValues(), ...text, category: 'AI', authorName: 'R' })).toEqual({
      ...text,
      excerpt: null,
      authorName: 'R',
      category: 'AI',
      tags: [],
      imageUrl: null,
      videoUrl: null,
      videoCredit: null,
      isPublished: false,
      publishAt: null,
      unpublishAt: null,
    });
  });
});
