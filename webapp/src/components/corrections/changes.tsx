// What a correction or an update changed, field by field: what it said before, and what it says now.
import { MarkedWords } from '@/components/history/marked-words';
import { publicCells } from '@/components/history/word-diff';
import type { CorrectedField } from '@/lib/api-types';
import { formatMoney, formatRating } from '@/lib/format';

const names: Record<string, string> = { rating: 'Rating', productPrice: 'Price', productPriceMax: 'Highest price', verdict: 'Verdict', productName: 'Product', productBrand: 'Brand', productDescription: 'Product description', title: 'Title', content: 'Text', excerpt: 'Summary',
  specifications: 'Specifications', features: 'Features', pros: 'Pros', cons: 'Cons', tags: 'Tags', authorName: 'Author', category: 'Category', categoryId: 'Category',
  productImageUrl: 'Image', imageUrl: 'Image', imageUrls: 'Images', videoUrl: 'Video', videoCredit: 'Video credit', aliexpressLink: 'AliExpress link', shopeeLink: 'Shopee link' };

export function Changes({ changes }: { changes: readonly CorrectedField[] }) {
  if (changes.length === 0) return null;
  return (
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
  );
}

function Changed({ change: { field, from, to } }: { change: CorrectedField }) {
  const text = (value: CorrectedField['from']) => (typeof value !== 'number' ? 'none' : field === 'rating' ? formatRating(value) : formatMoney(value));
  const isText = field !== 'rating' && !field.startsWith('productPrice');
  if (from === undefined || to === undefined) {
    const side = (value: CorrectedField['from']) => (value === undefined ? <i>withheld</i> : typeof value === 'string' ? value : text(value));
    return (
      <>
        {side(from)} <span aria-hidden>→</span> {side(to)}
      </>
    );
  }
  if (isText) return <MarkedWords old={String(from ?? '')} fresh={String(to ?? '')} most={publicCells} />;
  return (
    <span className="tabular-nums">
      <del>{text(from)}</del> <span aria-hidden>→</span> <ins className="font-semibold no-underline">{text(to)}</ins>
    </span>
  );
}
