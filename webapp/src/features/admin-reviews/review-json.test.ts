import { describe, expect, it } from 'vitest';
import { reviewOf } from './review-json';
import { reviewTemplate } from './template';

const categories = [
  { id: 1, name: 'Computers & Laptops', slug: 'computers' },
  { id: 4, name: 'Smart Gadgets', slug: 'gadgets' },
];
const text = { title: 'A', content: 'B' };

describe('a review from JSON', () => {
  it('gets the defaults of the specification', () => {
    expect(reviewOf(text, categories)).toEqual({
      ...text,
      productName: 'A',
      productBrand: 'Unknown',
      categoryId: 1,
      rating: 4,
      authorName: 'Admin',
      isPublished: false,
    });
  });

  it('keeps what it says, and is unpublished whatever it says', () => {
    const said = {
      ...text,
      productName: 'P',
      productBrand: 'Q',
      rating: '3.5',
      authorName: 'R',
      pros: '• x',
      isFeatured: true,
      isPublished: true,
      unknown: 1,
      verdict: null,
    };
    expect(reviewOf(said, categories)).toEqual({
      ...text,
      productName: 'P',
      productBrand: 'Q',
      rating: '3.5',
      authorName: 'R',
      pros: '• x',
      isFeatured: true,
      categoryId: 1,
      isPublished: false,
    });
  });

  it.each([
    [{ category: 'smart gadgets' }, 4],
    [{ category: 'gadgets' }, 4],
    [{ categoryId: 'Smart Gadgets' }, 4],
    [{ categoryId: 4 }, 4],
    [{ categoryId: '4' }, 4],
    [{ categoryId: 99 }, 99], // the server says that there is none
    [{ category: 'Boats' }, 1],
  ])('finds the category of %j', (said, id) => {
    expect(reviewOf({ ...text, ...said }, categories).categoryId).toBe(id);
  });

  it('leaves a wrong type to the server, which names the field', () => {
    expect(reviewOf({ ...text, authorName: 4 }, categories).authorName).toBe(4);
  });

  it('can be made of the template as it stands', () => {
    const template = JSON.parse(reviewTemplate()) as Record<string, unknown>;
    expect(reviewOf(template, categories)).toMatchObject({ categoryId: 1, rating: 4.5, isPublished: false });
    expect(reviewOf(template, categories)).not.toHaveProperty('_instructions');
    expect(reviewTemplate()).toContain('1000+ words');
    expect(reviewTemplate()).toContain('1 Computers & Laptops, 2 Automotive Tech, 3 Industrial Machines, 4 Smart Gadgets');
  });
});
