// An article in a list with rules: picture, category, relative time, title, excerpt.
import { Link } from 'react-router-dom';
import { Picture, thumbnailSizes } from '@/components/ui/picture';
import { cardExcerpt, excerpt } from '@/lib/excerpt';
import { formatDate, formatRelativeTime } from '@/lib/format';
import { pictureOf } from '@/lib/pictures';
import { publicationOf } from '@/lib/publication';
import type { ArticleSummary } from '../api/articles';
import { ArticleBadge } from './article-meta';

interface Props {
  article: ArticleSummary;
  /** The time it is now, in ms since 1970. */
  now: number;
}

export function ArticleRow({ article, now }: Props) {
  return (
    <article className="relative grid grid-cols-[min(7rem,34%)_minmax(0,1fr)] gap-x-4 border-b border-rule py-6 first:pt-0 last:border-b-0 sm:grid-cols-[minmax(0,1fr)_15rem] sm:gap-x-8 sm:py-7">
      <div>
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <ArticleBadge category={article.category} />
          <time dateTime={publicationOf(article)} title={formatDate(publicationOf(article))} className="text-caption text-muted">
            {formatRelativeTime(publicationOf(article), now)}
          </time>
        </p>
        <h3 dir="auto" className="mt-1 text-h5 max-sm:text-[1.125rem] sm:mt-2 sm:text-[1.5rem]">
          <Link to={`/tech-articles/${article.id}`} className="cover-link">
            {article.title}
          </Link>
        </h3>
        <p dir="auto" className="mt-1 max-w-measure text-small text-secondary sm:mt-2 sm:text-base">
          {excerpt(article.excerpt, cardExcerpt)}
        </p>
        <p className="mt-1 sm:mt-3">
          <Link
            to={`/tech-articles/${article.id}`}
            aria-label={`Read Full Story → ${article.title}`}
            className="relative inline-flex min-h-9 items-center text-small font-semibold text-accent underline-offset-4 hover:underline"
          >
            Read Full Story →
          </Link>
        </p>
      </div>
      <Picture
        src={article.imageUrl}
        known={pictureOf(article, article.imageUrl)}
        alt=""
        sizes={`(min-width: 40rem) 15rem, ${thumbnailSizes}`}
        className="order-first sm:order-none"
      />
    </article>
  );
}
