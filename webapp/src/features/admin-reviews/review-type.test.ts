import { describe, expect, it } from 'vitest';
import { changedFields, valuesOf } from '@/components/content/form';
import { schemaOf } from '@/components/content/schema';
import { makeReview } from '@/testing/makers';
import type { NewReview, Review } from '@/lib/api-types';
import { reviewType as reviewKind } from './review-type';

const reviewSchema = schemaOf<NewReview>(reviewKind, true);
const reviewValues = (review: Review | null) => valuesOf(reviewKind, review);

const filled = { ...reviewValues(null), productName: 'P', productBrand: 'B', title: 'T', content: 'C', authorName: 'A' };

function errorsOf(changes: object): string[] {
  const result = reviewSchema.safeParse({ ...filled, ...changes });
  return result.success ? [] : result.error.issues.map((i) => `${i.path.join('.')}: ${i.message}`);
}

const bodyOf = (changes: object) => reviewSchema.parse({ ...filled, ...changes });

describe('a new review', () => {
  it('starts as a draft, rated 1, in the first category', () => {
    expect(reviewValues(null)).toMatchObject({ rating: '1', categoryId: '1', isPublished: false, isFeatured: false });
  });

  it('needs what the specification says', () => {
    expect(errorsOf({ productName: ' ', productBrand: '', categoryId: '', title: '', content: '\n', authorName: '' })).toEqual([
      'productName: Product Name is required',
      'productBrand: Brand is required',
      'categoryId: Category is required',
      'title: Review Title is required',
      'authorName: Author is required',
      'content: Review Content is required',
    ]);
    expect(errorsOf({})).toEqual([]);
  });

  it('sends null or nothing for what is empty', () => {
    expect(bodyOf({})).toMatchObject({
      productPrice: null,
      productPriceMax: null,
      verdict: null,
      videoUrl: null,
      pros: [],
      specifications: [],
      imageUrls: [],
      tags: [],
    });
  });
});

describe('the rating', () => {
  it.each([
    ['', 'Rating must be at least 1'],
    ['0', 'Rating must be at least 1'],
    ['0.9', 'Rating must be at least 1'],
    ['5.1', 'Rating must be at most 5'],
    ['good', 'Rating must be a number'],
    ['4,3x', 'Rating must be a number'],
  ])('%j is refused', (rating, message) => expect(errorsOf({ rating })).toEqual([`rating: ${message}`]));

  it.each([
    ['1', 1],
    ['4.25', 4.3],
    ['3.04', 3],
    ['5', 5],
    ['4,3', 4.3],
  ])('%j is %d', (rating, stars) => expect(bodyOf({ rating }).rating).toBe(stars));
});

describe('prices', () => {
  it.each([
    ['', null],
    ['0', null],
    ['19.999', 20],
    ['1299', 1299],
    ['1299,50', 1299.5],
    ['1,299.50', 1299.5],
  ])('%j is %j', (price, dollars) =>
    expect(bodyOf({ productPrice: price, productPriceMax: price })).toMatchObject({ productPrice: dollars, productPriceMax: dollars }),
  );

  it('are not negative, and are numbers', () => {
    expect(errorsOf({ productPrice: '-1' })).toEqual(['productPrice: Price Range Min must not be negative']);
    expect(errorsOf({ productPrice: '12x' })).toEqual(['productPrice: Price Range Min must be a number']);
    expect(errorsOf({ productPriceMax: 'much' })).toEqual(['productPriceMax: Price Range Max must be a number']);
    expect(errorsOf({ productPrice: '1000000001' })).toEqual(['productPrice: Price Range Min must be at most 1000000000']);
  });
});

describe('lists', () => {
  it('are one item a line, without bullets', () => {
    expect(bodyOf({ pros: '• Silent\n\n• Light', cons: 'Dear', specifications: 'Weight: 1 kg\nFanless', features: '' })).toMatchObject({
      pros: ['Silent', 'Light'],
      cons: ['Dear'],
      specifications: ['Weight: 1 kg', 'Fanless'],
      features: [],
    });
  });

  it('have bounds', () => {
    expect(errorsOf({ pros: 'x'.repeat(501) })).toEqual(['pros: Pros can have items of at most 500 characters']);
    expect(errorsOf({ cons: 'x\n'.repeat(101) })).toEqual(['cons: Cons can have at most 100 items']);
  });
});

describe('tags', () => {
  it('have commas or line ends between them', () => {
    expect(bodyOf({ tags: ' tea for two,,kettles,\n1.7 l , ' }).tags).toEqual(['tea for two', 'kettles', '1.7 l']);
    const values = reviewValues(makeReview({ tags: ['tea, for two', 'kettles'] })); // as an import may have brought them
    expect(changedFields(reviewKind, values, { ...values })).toEqual([]);
    expect(changedFields(reviewKind, values, { ...values, tags: `${values.tags}, ` })).toEqual([]);
    expect(changedFields(reviewKind, values, { ...values, tags: '' })).toEqual(['tags']);
  });

  it('have the limits of lists', () => {
    expect(errorsOf({ tags: 'x'.repeat(501) })).toEqual(['tags: Tags can have items of at most 500 characters']);
    expect(errorsOf({ tags: 'x,'.repeat(101) })).toEqual(['tags: Tags can have at most 100 items']);
  });
});

describe('addresses', () => {
  it('of additional images have commas between them, which may also stand inside one', () => {
    expect(bodyOf({ imageUrls: 'https://a.example/1.jpg, /media/2.webp,\nhttps://b.example/x,y.jpg ,' }).imageUrls).toEqual([
      'https://a.example/1.jpg',
      '/media/2.webp',
      'https://b.example/x,y.jpg',
    ]);
  });

  it('of additional images stand one a line with bullets, too', () => {
    expect(bodyOf({ imageUrls: '• https://a.example/1.jpg\n- /media/2.webp\n•' }).imageUrls).toEqual([
      'https://a.example/1.jpg',
      '/media/2.webp',
    ]);
    expect(errorsOf({ imageUrls: '• /media/2.webp' })).toEqual([]);
  });

  it.each(['javascript:alert(1)', '//evil.example/x', '/\\evil.example', 'not an address', 'ftp://a.example'])('%j is none', (text) => {
    for (const field of ['videoUrl', 'aliexpressLink', 'shopeeLink', 'productImageUrl', 'imageUrls']) {
      expect(errorsOf({ [field]: text })).toEqual([
        expect.stringMatching(new RegExp(`^${field}: .* must be a URL that starts with http://, https:// or /$`)),
      ]);
    }
  });

  it.each(['https://a.example/x', 'http://a.example', '/media/1.webp', ''])('%j is fine', (text) => {
    for (const field of ['videoUrl', 'aliexpressLink', 'shopeeLink', 'productImageUrl', 'imageUrls'])
      expect(errorsOf({ [field]: text })).toEqual([]);
  });

  it('are no data strings: what is uploaded gets an address', () => {
    for (const field of ['videoUrl', 'productImageUrl', 'imageUrls'])
      expect(errorsOf({ [field]: 'data:image/png;base64,/9j/4AA' })).not.toEqual([]);
  });
});

describe('lengths', () => {
  it.each([
    ['productName', 200],
    ['title', 300],
    ['content', 200_000],
    ['verdict', 20_000],
    ['productDescription', 2_000],
    ['videoCredit', 300],
  ])('%s holds %d characters', (field, most) => {
    expect(errorsOf({ [field]: '🙂'.repeat(most) })).toEqual([]);
    expect(errorsOf({ [field]: '🙂'.repeat(most + 1) })).toEqual([
      expect.stringMatching(`^${field}: .* must be at most ${most} characters$`),
    ]);
  });
});

describe('editing', () => {
  const review = makeReview({ pros: ['Silent', '-20 °C'], imageUrls: ['/media/a.webp', '/media/b.webp'], rating: 4.6 });

  it('changes nothing of a review that was only looked at', () => {
    const values = reviewValues(review);
    expect(changedFields(reviewKind, values, { ...values })).toEqual([]);
    expect(reviewSchema.parse(values)).toMatchObject({
      pros: ['Silent', '-20 °C'],
      rating: 4.6,
      productPrice: 1299,
      imageUrls: ['/media/a.webp', '/media/b.webp'],
    });
  });

  it('sees what has changed in meaning, not in spelling', () => {
    const values = reviewValues(review);
    const after = {
      ...values,
      title: `${values.title} `,
      rating: '4.60',
      productPrice: '1299.00',
      pros: 'Silent\n-20 °C',
      cons: '',
      isFeatured: !values.isFeatured,
    };
    expect(changedFields(reviewKind, values, after)).toEqual(['cons', 'isFeatured']);
  });

  it('treats a review as published unless its flag is false', () => {
    expect(reviewValues(makeReview({ isPublished: false })).isPublished).toBe(false);
    expect(reviewValues({ ...review, isPublished: undefined as unknown as boolean }).isPublished).toBe(true);
  });
});
