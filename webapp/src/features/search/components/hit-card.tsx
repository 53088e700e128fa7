// What a search found, as a compact card: its picture, what it is, its title, the passage that matches, and its score, price and date.
import type { ReactNode } from 'react';
import { clsx } from 'clsx';
import { Link } from 'react-router-dom';
import { Picture } from '@/components/ui/picture';
import { Score } from '@/components/ui/score';
import type { SearchHit } from '@/lib/api-types';
import { formatDate } from '@/lib/format';
import { kinds } from '@/lib/kinds';
import { formatPrice } from '@/lib/money';
import { pictureOf } from '@/lib/pictures';
import { tint } from '@/lib/tint';
import { Marked, markTitle, parseSnippet } from '../snippet';

interface Props {
  hit: SearchHit;
  search: string;
  eager: boolean;
  /** What can be done with it. */
  tools: ReactNode;
}

const sizes = '(min-width: 40rem) 12rem, 6rem';

export function HitCard({ hit, search, eager, tools }: Props) {
  const price = formatPrice(hit.productPrice, hit.productPriceMax);
  return (
    <li className="border-t border-rule py-5">
      <article className={clsx('relative flex items-start gap-4 sm:gap-6', tint(hit.category))}>
        <div className="w-[min(6rem,28%)] shrink-0 sm:w-48">
          <Picture src={hit.imageUrl} known={pictureOf(hit, hit.imageUrl)} alt="" sizes={sizes} eager={eager} className="rounded-b-none" />
          <span aria-hidden className="block h-[3px] w-full bg-tint" />
        </div>
        <div className="min-w-0 grow">
          <p className="kicker">
            {kinds[hit.type].name}
            {hit.categoryName ? ` · ${hit.categoryName}` : null}
          </p>
          <h3 dir="auto" className="mt-1 line-clamp-3 font-serif text-h5 font-medium text-balance">
            <Link to={hit.url} className="cover-link">
              <Marked parts={markTitle(hit.title, search, hit.snippet)} />
            </Link>
          </h3>
          {hit.snippet === '' ? null : (
            <p dir="auto" className="mt-2 line-clamp-2 max-w-measure text-small text-secondary">
              <Marked parts={parseSnippet(hit.snippet)} />
            </p>
          )}
          <p className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-1 text-caption">
            {hit.rating === null ? null : <Score rating={hit.rating} />}
            {price === '' ? null : <span className="text-small font-semibold tabular-nums">{price}</span>}
            <time dateTime={hit.publishedAt} className="text-muted">
              {formatDate(hit.publishedAt)}
            </time>
            {tools}
          </p>
        </div>
      </article>
    </li>
  );
}
