// The form of a review: its fields as text, their rules, and what they mean to the server (spec sections 2, 4 and 5).
import { z } from 'zod';
import { bulleted } from '@/components/editor/bullets';
import { localTime } from '@/components/editor/local-time';
import { itemFields, type EditorKind, type Value, type Values } from '@/components/editor/kind';
import { address, lines, meaning, moment, most, note, optional, picture, pictures, price, rating, required, tags } from '@/components/editor/rules';
import { reviewCalls } from './api/reviews';
import type { NewReview, Review } from '@/lib/api-types';

/** What people call the fields, in the form's order. */
export const reviewLabels = {
  productName: 'Product Name',
  productBrand: 'Brand',
  categoryId: 'Category',
  title: 'Review Title',
  authorName: 'Author',
  content: 'Review Content',
  tags: 'Tags',
  rating: 'Rating',
  verdict: 'Verdict',
  pros: 'Pros',
  cons: 'Cons',
  productDescription: 'Product Description',
  productPrice: 'Price Range Min',
  productPriceMax: 'Price Range Max',
  specifications: 'Specifications',
  features: 'Features',
  productImageUrl: 'Product Image',
  imageUrls: 'Additional Images',
  videoUrl: 'Video URL',
  videoCredit: 'Video Credit',
  aliexpressLink: 'AliExpress Link',
  shopeeLink: 'Shopee Link',
  isFeatured: 'Featured Review',
  isPublished: 'Published',
  publishAt: 'Publish at',
  unpublishAt: 'Unpublish at',
  correction: 'Correction',
  isCorrection: 'Mark as a correction',
} as const;

export type ReviewField = keyof typeof reviewLabels;

const l = reviewLabels;

const fields = z.object({
  productName: required(l.productName, most.name),
  productBrand: required(l.productBrand, most.name),
  categoryId: z.string().refine((id) => /^[1-9]\d*$/.test(id), `${l.categoryId} is required`),
  title: required(l.title, most.title),
  authorName: required(l.authorName, most.name),
  content: required(l.content, most.content),
  tags: tags(l.tags),
  rating,
  verdict: optional(l.verdict, most.verdict),
  pros: lines(l.pros),
  cons: lines(l.cons),
  productDescription: optional(l.productDescription, most.shortText),
  productPrice: price(l.productPrice),
  productPriceMax: price(l.productPriceMax),
  specifications: lines(l.specifications),
  features: lines(l.features),
  productImageUrl: picture(l.productImageUrl),
  imageUrls: pictures(l.imageUrls),
  videoUrl: address(l.videoUrl),
  videoCredit: optional(l.videoCredit, most.title),
  aliexpressLink: address(l.aliexpressLink),
  shopeeLink: address(l.shopeeLink),
  isFeatured: z.boolean(),
  isPublished: z.boolean(),
  publishAt: moment(l.publishAt),
  unpublishAt: moment(l.unpublishAt),
  correction: note,
  isCorrection: z.boolean(),
});

export type ReviewValues = z.input<typeof fields>;

const meanings: Record<ReviewField, ((text: string) => unknown) | null> = {
  productName: meaning.text,
  productBrand: meaning.text,
  categoryId: meaning.number,
  title: meaning.text,
  authorName: meaning.text,
  content: meaning.text,
  tags: meaning.tags,
  rating: meaning.rating,
  verdict: meaning.optional,
  pros: meaning.lines,
  cons: meaning.lines,
  productDescription: meaning.optional,
  productPrice: meaning.price,
  productPriceMax: meaning.price,
  specifications: meaning.lines,
  features: meaning.lines,
  productImageUrl: meaning.optional,
  imageUrls: meaning.addresses,
  videoUrl: meaning.optional,
  videoCredit: meaning.optional,
  aliexpressLink: meaning.optional,
  shopeeLink: meaning.optional,
  isFeatured: null,
  isPublished: null,
  publishAt: meaning.moment,
  unpublishAt: meaning.moment,
  correction: meaning.optional,
  isCorrection: null,
};

function meaningOf(field: string, value: Value): unknown {
  const of = meanings[field as ReviewField] as ((text: string) => unknown) | null | undefined;
  return of && typeof value === 'string' ? of(value) : value;
}

const bodyOf = (values: Values): NewReview => Object.fromEntries(itemFields(values).map(([field, value]) => [field, meaningOf(field, value)])) as unknown as NewReview;

export const reviewSchema: z.ZodType<NewReview, Values> = fields.transform(bodyOf);

/** A new review is published, rated 1 and of the first category; an edited one is published unless its flag is false. */
export function reviewValues(review: Review | null): ReviewValues {
  return {
    productName: review?.productName ?? '',
    productBrand: review?.productBrand ?? '',
    categoryId: String(review?.categoryId ?? 1),
    title: review?.title ?? '',
    authorName: review?.authorName ?? '',
    content: review?.content ?? '',
    tags: (review?.tags ?? []).join(', '),
    rating: String(review?.rating ?? 1),
    verdict: review?.verdict ?? '',
    pros: bulleted((review?.pros ?? []).join('\n')),
    cons: bulleted((review?.cons ?? []).join('\n')),
    productDescription: review?.productDescription ?? '',
    productPrice: String(review?.productPrice ?? ''),
    productPriceMax: String(review?.productPriceMax ?? ''),
    specifications: (review?.specifications ?? []).join('\n'),
    features: (review?.features ?? []).join('\n'),
    productImageUrl: review?.productImageUrl ?? '',
    imageUrls: (review?.imageUrls ?? []).join(', '),
    videoUrl: review?.videoUrl ?? '',
    videoCredit: review?.videoCredit ?? '',
    aliexpressLink: review?.aliexpressLink ?? '',
    shopeeLink: review?.shopeeLink ?? '',
    isFeatured: review?.isFeatured ?? false,
    isPublished: review?.isPublished !== false,
    publishAt: localTime(review?.publishAt),
    unpublishAt: localTime(review?.unpublishAt),
    correction: '',
    isCorrection: false,
  };
}

function previewOf(values: Values, review: Review | null): Review {
  const now = new Date().toISOString();
  const body = bodyOf(values) as unknown as Omit<Review, 'id' | 'createdAt' | 'updatedAt' | 'publishedAt' | 'pricedAt' | 'revision'>;
  return {
    ...(review ?? { id: 0, createdAt: now, publishedAt: null, revision: 0 }),
    ...body,
    title: body.title || 'Untitled review',
    rating: Math.min(5, Math.max(1, body.rating || 1)),
    pricedAt: review?.pricedAt ?? now,
    updatedAt: now,
  };
}

export const reviewKind: EditorKind<Review, NewReview> = {
  noun: 'review',
  words: { add: 'Add Review', edit: 'Edit Review', create: 'Create Review', update: 'Update Review', created: 'Review created', updated: 'Review updated' },
  labels: reviewLabels,
  correctable: ['rating', 'productPrice', 'productPriceMax', 'verdict', 'content', 'title'],
  calls: reviewCalls,
  schema: reviewSchema,
  valuesOf: reviewValues,
  meaningOf,
  previewOf,
};
