// Lists of items' fields as text: one of their values a line.
import { formatScore } from './format';
import { formatMoney } from './money';
import type { ComparedSpecification, Criterion, Shop, SubScore } from './api-types';

type Element = string | SubScore | Shop | Criterion | ComparedSpecification;

/** Returns a list's values as lines: a sub-score as 'Battery: 4.5 – Two days.', a shop as 'Shop: https://example.com/, $1,299', a criterion as 'Battery: 20 %'. */
export const listText = (list: readonly Element[]): string => list.map(line).join('\n');

function line(one: Element): string {
  if (typeof one === 'string') return one;
  if ('score' in one) return `${one.name}: ${formatScore(one.score)}${one.text ? ` – ${one.text}` : ''}`;
  if ('url' in one) return `${one.name}: ${one.url}${one.price ? `, ${formatMoney(one.price)}` : ''}`;
  if ('better' in one) return `${one.name}: ${one.better} is better`;
  return `${one.name}: ${one.retired ? 'retired' : `${one.weight} %`}`;
}
