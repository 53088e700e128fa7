// A review as search engines read it: Product → review → Review, the shape in which they show pros and cons. All of it
// stands on the page.
import { correctionData } from '@/lib/corrections';
import { breadcrumbs, imageData, organization, type LinkedData } from '@/lib/linked-data';
import { nameData } from '@/lib/name-data';
import { categoryPath } from '@/lib/name-path';
import { pictureOf } from '@/lib/pictures';
import { modificationOf, publicationOf } from '@/lib/publication';
import type { Rendered } from '@/lib/rendered';
import { siteFormat } from '@/lib/site-format';
import { descriptionOf } from '@/lib/description';
import type { Review } from '@/lib/api-types';
import { picturesOf, type CategoryName } from './types';
import type { Site } from '@/lib/site-settings';

export function reviewData(review: Rendered<Review>, category: CategoryName | undefined, site: Site): LinkedData[] {
  const path = `/reviews/${review.id}`;
  const [picture] = picturesOf(review);
  const { productPrice: price, productPriceMax: max } = review;
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: review.productName,
      brand: nameData('Brand', 'brands', review.productBrand, review.names?.brand),
      category: category?.name,
      description: review.productDescription ?? undefined,
      image: imageData(picture, pictureOf(review, picture)),
      offers:
        price === null
          ? undefined
          : {
              '@type': 'AggregateOffer',
              priceCurrency: siteFormat().currency,
              lowPrice: price,
              highPrice: max !== null && max >= price ? max : undefined,
            },
      review: {
        '@type': 'Review',
        name: review.title,
        url: path,
        author: nameData('Person', 'authors', review.authorName, review.names?.author),
        publisher: organization(site),
        datePublished: publicationOf(review),
        dateModified: modificationOf(review),
        correction: correctionData(path, review.corrections),
        description: descriptionOf(null, review.contentText),
        keywords: review.tags,
        reviewRating: { '@type': 'Rating', ratingValue: review.rating, bestRating: 5, worstRating: 1 },
        associatedReview: review.subScores?.map(({ name, score, text }) => ({
          '@type': 'Review',
          author: nameData('Person', 'authors', review.authorName, review.names?.author),
          reviewAspect: name,
          reviewBody: text,
          reviewRating: { '@type': 'Rating', ratingValue: score, bestRating: 5, worstRating: 1 },
        })),
        positiveNotes: notes(review.pros),
        negativeNotes: notes(review.cons),
      },
    },
    breadcrumbs(category ? { name: category.name, path: categoryPath(category) } : { name: 'All Reviews', path: '/reviews' }, {
      name: review.title,
      path,
    }),
  ];
}

function notes(lines: string[]): LinkedData | undefined {
  if (lines.length === 0) return undefined;
  return { '@type': 'ItemList', itemListElement: lines.map((name, i) => ({ '@type': 'ListItem', position: i + 1, name })) };
}
