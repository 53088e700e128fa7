// The side panel of a review: what the product is and costs, where to buy it, its specifications and features.
// On small screens its first part stands before the text and its second after it.
import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { buttonLook } from '@/components/ui/button';
import { LinkedName } from '@/components/ui/linked-name';
import { useSite } from '@/hooks/use-site';
import { formatDateBeside } from '@/lib/format';
import { formatMoney } from '@/lib/money';
import { listField, specification } from '@/lib/item-text';
import type { Review } from '@/lib/api-types';
import { publicationOf } from '@/lib/publication';
import type { Rendered } from '@/lib/rendered';
import { shopsOf } from '../shops';
import { PriceHistory } from './price-history';
import { OldPrice, PricedAt } from './priced-at';

export function ReviewPanel({ review }: { review: Rendered<Review> }) {
  return (
    <>
      <div className="order-2 grid content-start gap-8 sm:grid-cols-2 lg:grid-cols-1">
        <ProductDetails review={review} />
        <WhereToBuy review={review} />
      </div>
      <div className="order-4 grid gap-8 sm:grid-cols-2 lg:mt-8 lg:grid-cols-1">
        <Specifications lines={listField(review.specifications)} />
        <KeyFeatures lines={listField(review.features)} />
      </div>
    </>
  );
}

function Section({ id, title, children }: { id?: string; title: string; children: ReactNode }) {
  return (
    <section id={id} data-whole className="border-t-2 border-primary pt-4">
      <h2 className="text-h5">{title}</h2>
      {children}
    </section>
  );
}

function ProductDetails({ review }: { review: Rendered<Review> }) {
  const { productPrice: price, productPriceMax: max } = review;
  return (
    <Section title="Product Details">
      <p className="mt-3 font-semibold">{review.productName}</p>
      <p className="text-small text-secondary">
        by <LinkedName kind="brands" known={review.names?.brand} name={review.productBrand} />
      </p>
      {price !== null ? (
        <p className="mt-3 flex flex-wrap items-baseline gap-x-3">
          <span className="font-serif text-h4 font-medium lining-nums tabular-nums">{formatMoney(price)}</span>
          {max !== null && max > price ? <span className="text-small text-secondary tabular-nums">Up to {formatMoney(max)}</span> : null}
        </p>
      ) : null}
      {price !== null ? <PricedAt at={review.pricedAt ?? review.updatedAt} beside={publicationOf(review)} /> : null}
      <PriceHistory prices={review.prices} />
      {review.productDescription ? <p className="mt-3 text-small text-secondary">{review.productDescription}</p> : null}
    </Section>
  );
}

function WhereToBuy({ review }: { review: Rendered<Review> }) {
  const { affiliateDisclosure } = useSite();
  const shops = shopsOf(review);
  if (shops.length === 0) return null;
  return (
    <Section title="Where to Buy">
      {affiliateDisclosure ? <p className="mt-2 text-caption text-muted">{affiliateDisclosure}</p> : null}
      <ul className="mt-4 grid gap-2">
        {shops.map(({ name, url, price, date }) => (
          <li key={name}>
            <a
              href={url}
              target="_blank"
              rel="sponsored noopener"
              className={buttonLook({ variant: 'plain', className: 'w-full whitespace-normal!' })}
            >
              Buy on {name}
              <ExternalLink aria-label="opens in a new tab" strokeWidth={1.75} className="size-4 shrink-0 text-muted" />
            </a>
            {price ? <ShopPrice price={price} date={date} beside={publicationOf(review)} /> : null}
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** What a shop asked on a day. */
function ShopPrice({ price, date, beside }: { price: number; date: string | undefined; beside: string }) {
  return (
    <p className="mt-1 text-center text-caption text-muted tabular-nums">
      {formatMoney(price)}
      {date ? (
        <>
          {' '}
          on <time dateTime={date}>{formatDateBeside(date, beside)}</time>
          <OldPrice at={date} />
        </>
      ) : null}
    </p>
  );
}

function Specifications({ lines }: { lines: string[] }) {
  if (lines.length === 0) return null;
  return (
    <Section id="specifications" title="Specifications">
      <table className="mt-2 w-full text-left text-small">
        <tbody className="divide-y divide-rule">
          {lines.map((line, i) => {
            const { name, value } = specification(line);
            return (
              <tr key={i} className="align-top">
                {name ? (
                  <th scope="row" className="w-2/5 py-2 pr-4 font-normal text-muted">
                    {name}
                  </th>
                ) : null}
                <td colSpan={name ? 1 : 2} className="py-2 tabular-nums">
                  {value}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Section>
  );
}

function KeyFeatures({ lines }: { lines: string[] }) {
  if (lines.length === 0) return null;
  return (
    <Section title="Key Features">
      <ul className="mt-2 divide-y divide-rule text-small">
        {lines.map((line, i) => (
          <li key={i} dir="auto" className="py-2">
            {line}
          </li>
        ))}
      </ul>
    </Section>
  );
}
