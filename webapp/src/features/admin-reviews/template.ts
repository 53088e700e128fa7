// The template of a review for JSON Input and Copy Template (spec sections 2 and 9): a whole review in JSON whose values
// say what belongs there. Unknown fields, such as the instructions, are ignored.
import { currencyName } from '@/lib/money';

/** What the template says of itself. */
export const reviewInstructions = (): readonly string[] => [
  'Replace every value. Leave out what you don’t need. Only title and content are required.',
  'categoryId: 1 Computers & Laptops, 2 Automotive Tech, 3 Industrial Machines, 4 Smart Gadgets. A category name works too.',
  'content and verdict: Markdown, with # headings, **bold**, [links](https://example.com), lists and tables. content: 1000+ words; outside of lists, tables and code, each line is a paragraph.',
  `rating: 1 to 5 in steps of 0.1; without it, the weighted mean of subScores. criterionId: as in the settings of the category. Prices: ${currencyName()}.`,
  'The review is created unpublished. Review it before you publish.',
];

const template = () => ({
  _instructions: reviewInstructions(),
  productName: 'The name of the product',
  productBrand: 'Its brand',
  categoryId: 1,
  productDescription: 'What the product is, in one or two sentences',
  productPrice: 199,
  productPriceMax: 249,
  productImageUrl: 'https://example.com/product.jpg',
  title: 'The headline of the review',
  content:
    'The review in 1000+ words.\n\n# A heading\n\nWhat it is for, **how it was tested**, and against what.\n\n- What it does well\n- What it does not\n\n| Test | Result |\n|---|---|\n| Battery | 12 hours |',
  rating: 4.5,
  subScores: [{ criterionId: 'performance', score: 4.5, text: 'Why, in a sentence' }],
  authorName: 'Admin',
  specifications: ['Weight: 1.2 kg', 'Battery: 70 Wh'],
  features: ['What it can do'],
  pros: ['A strength', 'Another strength'],
  cons: ['A weakness'],
  verdict: 'Who should buy it, and who should not.',
  videoUrl: 'https://www.youtube.com/watch?v=00000000000',
  videoCredit: 'Who made the video',
  imageUrls: ['https://example.com/front.jpg', 'https://example.com/side.jpg'],
  aliexpressLink: 'https://www.aliexpress.com/item/0.html',
  shopeeLink: 'https://shopee.com/product/0/0',
  shops: [{ name: 'Another shop', url: 'https://example.com/product', price: 199, date: '2026-11-21' }],
  tags: ['budget', 'travel'],
  isFeatured: false,
});

/** The template as text. */
export const reviewTemplate = (): string => JSON.stringify(template(), null, 2);
