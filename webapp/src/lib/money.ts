// How amounts of money read on the page (spec section 9).
import { filled, grouped, siteFormat } from './site-format';

/** An amount in the site's currency without decimals: '$1,299'. */
export function formatMoney(amount: number): string {
  const { money } = siteFormat().format;
  return `${amount < 0 ? '-' : ''}${filled(money.pattern, { n: grouped(String(Math.round(Math.abs(amount))), money) })}`;
}

/** What a product costs, as cards say it: '$1,299', 'From $1,299' where it may cost more, and '' where nothing is known. */
export function formatPrice(price: number | null, max: number | null): string {
  if (price === null) return max === null ? '' : `Up to ${formatMoney(max)}`;
  return max !== null && max > price ? `From ${formatMoney(price)}` : formatMoney(price);
}

/** The site's currency in words, for its editors: 'US dollars', 'euros'. */
export function currencyName(): string {
  const { currency } = siteFormat();
  const named = new Intl.NumberFormat('en-US', { style: 'currency', currency, currencyDisplay: 'name' }).formatToParts(2);
  return named.find(({ type }) => type === 'currency')?.value ?? currency;
}
