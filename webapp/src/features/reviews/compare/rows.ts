// The rows of a comparison: what products have in common stands in one row, whatever its case.
import type { Category } from '@/lib/api-types';
import { listField, specification } from '@/lib/item-text';
import type { Compared } from '../api/compared';
import { best, bestValues, type Direction } from './better';

/** A value of each product; null where it has none. */
export interface Row<T> {
  name: string;
  cells: (T | null)[];
  /** Whether each is the best one. */
  best: boolean[];
}

const keyOf = (name: string) => name.trim().replace(/\s+/g, ' ').toLowerCase();

/** Returns a row for each name that values have, in their order. */
function rowsOf<T>(products: readonly (readonly { name: string; value: T }[])[]): Row<T>[] {
  const rows = new Map<string, Row<T>>();
  products.forEach((values, i) => {
    for (const { name, value } of values) {
      const row = rows.get(keyOf(name)) ?? { name, cells: products.map(() => null), best: products.map(() => false) };
      row.cells[i] ??= value;
      rows.set(keyOf(name), row);
    }
  });
  return [...rows.values()];
}

export const scoreBest = (reviews: readonly Compared[]): boolean[] =>
  best(
    reviews.map(({ rating }) => rating),
    'higher',
  );

/** The lowest price is the best one. */
export const priceBest = (reviews: readonly Compared[]): boolean[] =>
  best(
    reviews.map(({ productPrice }) => productPrice),
    'lower',
  );

/** Returns the scores by criteria. None is the best one: they are parts of the score. */
export const subScoreRows = (reviews: readonly Compared[]): Row<number>[] =>
  rowsOf(reviews.map(({ subScores = [] }) => subScores.map(({ name, score }) => ({ name, value: score }))));

/**
 * Returns the specifications that have names. Of which values are better, the categories of all products that have one must say the same.
 */
export function specificationRows(reviews: readonly Compared[], categories: readonly Category[]): Row<string>[] {
  const rows = rowsOf(
    reviews.map(({ specifications }) =>
      listField(specifications)
        .map(specification)
        .filter(({ name }) => name !== ''),
    ),
  );
  return rows.map((row) => {
    const says = new Set(
      reviews.flatMap(({ categoryId }, i) =>
        row.cells[i] === null
          ? []
          : [
              directionOf(
                row.name,
                categories.find(({ id }) => id === categoryId),
              ),
            ],
      ),
    );
    const [direction] = says;
    return says.size === 1 && direction ? { ...row, best: bestValues(row.cells, direction) } : row;
  });
}

const directionOf = (name: string, category: Category | undefined): Direction | undefined =>
  category?.specifications.find((one) => keyOf(one.name) === keyOf(name))?.better;

/** Returns the specifications without names. */
export const otherSpecifications = (review: Compared): string[] =>
  listField(review.specifications).filter((line) => specification(line).name === '');

/** Reports whether not all cells are the same. */
export const differs = (cells: readonly unknown[]): boolean => new Set(cells.map((cell) => JSON.stringify(cell))).size > 1;
