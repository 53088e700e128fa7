// The structured data of a tech article, for search engines.
import { correctionData } from '@/lib/corrections';
import { breadcrumbs, imageData, organization, type LinkedData } from '@/lib/linked-data';
import { nameData } from '@/lib/name-data';
import { pictureOf } from '@/lib/pictures';
import { publicationOf } from '@/lib/publication';
import type { Rendered } from '@/lib/rendered';
import { descriptionOf } from '@/lib/description';
import type { Article } from '@/lib/api-types';
import type { Site } from '@/lib/site-settings';

export function articleData(article: Rendered<Article>, site: Site): LinkedData[] {
  const path = `/tech-articles/${article.id}`;
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'NewsArticle',
      headline: article.title,
      description: descriptionOf(article.excerpt, article.contentText),
      articleSection: article.category,
      keywords: article.tags,
      author: nameData('Person', 'authors', article.authorName, article.names?.author),
      publisher: organization(site),
      datePublished: publicationOf(article),
      dateModified: article.updatedAt,
      correction: correctionData(path, article.corrections),
      mainEntityOfPage: path,
      image: imageData(article.imageUrl, pictureOf(article, article.imageUrl)),
    },
    breadcrumbs({ name: 'Tech Articles', path: '/tech-articles' }, { name: article.title, path }),
  ];
}
