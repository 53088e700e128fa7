// An article as a card in a grid.
import { clsx } from 'clsx';
import { Link } from 'react-router-dom';
import { cardSizes, Picture } from '@/components/ui/picture';
import { cardExcerpt, excerpt } from '@/lib/excerpt';
import { formatDate, formatRelativeTime } from '@/lib/format';
import { pictureOf } from '@/lib/pictures';
import { publicationOf } from '@/lib/publication';
import { tint } from '@/lib/tint';
import type { ArticleSummary } from '../api/articles';
import { ArticleBadge } from './article-meta';

interface Props {
  article: ArticleSummary;
  /** The time it is now, in ms since 1970. */
  now: number;
  eager?: boolean;
  /** The level of its headline. */
  level?: 2 | 3;
}

export function ArticleCard({ article, now, eager = false, level = 2 }: Props) {
  const Headline = `h${level}` as const;
  return (
    <article className={clsx('relative flex flex-col', tint(article.category))}>
      <Picture
        src={article.imageUrl}
        known={pictureOf(article, article.imageUrl)}
        alt=""
        sizes={cardSizes}
        eager={eager}
        className="rounded-b-none"
      />
      <span aria-hidden className="h-[3px] w-full bg-tint" />
      <p className="mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <ArticleBadge category={article.category} />
        <time dateTime={publicationOf(article)} title={formatDate(publicationOf(article))} className="text-caption text-muted">
          {formatRelativeTime(publicationOf(article), now)}
        </time>
      </p>
      <Headline dir="auto" className="mt-3 line-clamp-3 text-h5">
        <Link to={`/tech-articles/${article.id}`} className="cover-link">
          {article.title}
        </Link>
      </Headline>
      <p dir="auto" className="mt-3 text-small text-secondary">
        {excerpt(article.excerpt, cardExcerpt)}
      </p>
      <p className="mt-auto pt-4">
        <Link
          to={`/tech-articles/${article.id}`}
          aria-label={`Read Full Story → ${article.title}`}
          className="relative inline-flex min-h-9 items-center text-small font-semibold text-accent underline-offset-4 hover:underline"
        >
          Read Full Story →
        </Link>
      </p>
    </article>
  );
}
