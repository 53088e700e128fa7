// The structured data of a tech article, for search engines.
import { correctionData } from '@/lib/corrections';
import { breadcrumbs, imageData, organization, type LinkedData } from '@/lib/linked-data';
import { nameData } from '@/lib/name-data';
import { pictureOf } from '@/lib/pictures';
import { modificationOf, publicationOf } from '@/lib/publication';
import type { Rendered } from '@/lib/rendered';
import { descriptionOf } from '@/lib/description';
import type { Article } from '@/lib/api-types';
import type { Site } from '@/lib/site-settings';

/** section is the name of the category that the article names by its slug, if it does. */
export function articleData(article: Rendered<Article>, site: Site, section = article.category): LinkedData[] {
  const path = `/tech-articles/${article.id}`;
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'NewsArticle',
      headline: article.title,
      description: descriptionOf(article.excerpt, article.contentText),
      articleSection: section,
      keywords: article.tags,
      author: nameData('Person', 'authors', article.authorName, article.names?.author),
      publisher: organization(site),
      datePublished: publicationOf(article),
      dateModified: modificationOf(article),
      correction: correctionData(path, article.corrections),
      mainEntityOfPage: path,
      image: imageData(article.imageUrl, pictureOf(article, article.imageUrl)),
    },
    breadcrumbs({ name: 'Tech Articles', path: '/tech-articles' }, { name: article.title, path }),
  ];
}
