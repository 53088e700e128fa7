// The corrections and updates at the end of a review or an article: when, why, and the text before.
import { Rss } from 'lucide-react';
import { MarkedWords } from '@/components/history/marked-words';
import { publicCells } from '@/components/history/word-diff';
import type { CorrectedField, Correction } from '@/lib/api-types';
import { formatDate, formatMoney, formatRating } from '@/lib/format';

const names: Record<string, string> = { rating: 'Rating', productPrice: 'Price', productPriceMax: 'Highest price', verdict: 'Verdict', productName: 'Product', productBrand: 'Brand', productDescription: 'Product description', title: 'Title', content: 'Text', excerpt: 'Summary' };

export function Corrections({ corrections = [] }: { corrections?: readonly Correction[] | undefined }) {
  if (corrections.length === 0) return null;
  return (
    <section id="corrections" aria-labelledby="corrections-title" className="max-w-measure border-t border-rule-strong pt-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="corrections-title" className="text-h4">
          Corrections
        </h2>
        <a href="/corrections.xml" data-noprint className="inline-flex min-h-9 items-center gap-1.5 text-small text-secondary underline-offset-4 hover:text-primary hover:underline">
          <Rss aria-hidden strokeWidth={1.75} className="size-4" />
          All corrections
        </a>
      </div>
      <ol className="mt-2 grid">
        {corrections.map(({ revision, at, type, note, changes }) => (
          <li key={revision} id={`${type}-${revision}`} className="border-t border-rule py-5 first:border-t-0">
            <p className="text-small text-muted">
              {type === 'update' ? 'Updated' : 'Corrected'} <time dateTime={at}>{formatDate(at)}</time>
            </p>
            {note ? <p className="mt-1 whitespace-pre-line">{note}</p> : null}
            {changes.length > 0 ? (
              <dl className="mt-3 grid gap-2 text-small">
                {changes.map((change) => (
                  <div key={change.field} className="sm:grid sm:grid-cols-[7rem_minmax(0,1fr)] sm:gap-4">
                    <dt className="text-muted">{names[change.field] ?? change.field}</dt>
                    <dd className="wrap-anywhere whitespace-pre-wrap">
                      <Changed change={change} />
                    </dd>
                  </div>
                ))}
              </dl>
            ) : null}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Changed({ change: { field, from, to } }: { change: CorrectedField }) {
  if (field !== 'rating' && !field.startsWith('productPrice')) return <MarkedWords old={String(from ?? '')} fresh={String(to ?? '')} most={publicCells} />;
  const text = (value: CorrectedField['from']) => (typeof value !== 'number' ? 'none' : field === 'rating' ? formatRating(value) : formatMoney(value));
  return (
    <span className="tabular-nums">
      <del>{text(from)}</del> <span aria-hidden>→</span> <ins className="font-semibold no-underline">{text(to)}</ins>
    </span>
  );
}
