// The fields of a review (spec sections 2 and 5).
import type { Field } from '@/components/content/content-type';
import {
  area,
  bullets,
  choice,
  flag,
  headline,
  lines,
  link,
  markdown,
  optionalText,
  picture,
  pictures,
  price,
  publishFields,
  rating,
  scores,
  shops,
  tags,
  text,
} from '@/components/content/field-kinds';
import { most } from '@/components/content/rules';
import type { NewReview } from '@/lib/api-types';
import { currencyName } from '@/lib/money';

const sentenceCase = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export const reviewFields = {
  productName: { label: 'Product Name', group: 'Basics', kind: text(most.name), required: true },
  productBrand: { label: 'Brand', group: 'Basics', kind: text(most.name), required: true },
  categoryId: { label: 'Category', group: 'Basics', kind: choice, required: true, initial: 1 },
  title: { label: 'Review Title', group: 'Text', kind: text(most.title, headline), required: true },
  authorName: { label: 'Author', group: 'Basics', kind: text(most.name), required: true },
  content: {
    label: 'Review Content',
    group: 'Text',
    kind: text(most.content, markdown('long')),
    required: true,
    hint: 'Markdown: outside of lists, tables and quotes, each line is a paragraph. Aim for 1000+ words.',
  },
  tags: { label: 'Tags', group: 'Basics', kind: tags, hint: 'Separate tags with commas. They appear below the review.' },
  rating: { label: 'Rating', group: 'Rating', kind: rating, initial: 1, hint: 'From 1 to 5, in steps of 0.1.' },
  scoreReason: {
    label: 'Reason for the score',
    group: 'Rating',
    kind: optionalText(most.scoreReason, area(2)),
    hint: 'Why it is not the weighted score of the parts. Shown to readers where the two differ.',
  },
  subScores: { label: 'Scores', group: 'Rating', kind: scores('categoryId', 'rating') },
  verdict: {
    label: 'Verdict',
    group: 'Text',
    kind: optionalText(most.verdict, markdown('short')),
    hint: 'Who should buy it, and who should not.',
  },
  pros: { label: 'Pros', group: 'Pros and cons', kind: bullets },
  cons: { label: 'Cons', group: 'Pros and cons', kind: bullets },
  productDescription: { label: 'Product Description', group: 'Product and prices', kind: optionalText(most.shortText, area(3)) },
  productPrice: {
    label: 'Price Range Min',
    group: 'Product and prices',
    kind: price,
    half: true,
    get hint() {
      return `${sentenceCase(currencyName())}. Leave empty if unknown.`;
    },
  },
  productPriceMax: {
    label: 'Price Range Max',
    group: 'Product and prices',
    kind: price,
    half: true,
    hint: 'Shown only if higher than the minimum.',
  },
  specifications: { label: 'Specifications', group: 'Product and prices', kind: lines, hint: 'One per line, such as “Weight: 1.2 kg”.' },
  features: { label: 'Features', group: 'Product and prices', kind: lines, hint: 'One per line.' },
  productImageUrl: { label: 'Product Image', group: 'Images and video', kind: picture },
  imageUrls: {
    label: 'Additional Images',
    group: 'Images and video',
    kind: pictures,
    hint: 'The first is the main image. Without any, the product image is used.',
  },
  videoUrl: { label: 'Video URL', group: 'Images and video', kind: link },
  videoCredit: { label: 'Video Credit', group: 'Images and video', kind: optionalText(most.title) },
  aliexpressLink: { label: 'AliExpress Link', group: 'Where to buy', kind: link },
  shopeeLink: { label: 'Shopee Link', group: 'Where to buy', kind: link },
  shops: { label: 'Shops', group: 'Where to buy', kind: shops('aliexpressLink', 'shopeeLink') },
  isFeatured: {
    label: 'Featured Review',
    group: 'On the site',
    kind: flag(),
    hint: 'Shows in the Featured Reviews section of the homepage',
    initial: false,
  },
  ...publishFields({ group: 'On the site', absent: true }),
} satisfies Record<keyof NewReview, Field>;
