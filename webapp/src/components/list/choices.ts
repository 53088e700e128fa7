// What readers can narrow a list to, and in which order they can read it.
import type { Facets } from '@/lib/api-types';
import type { ListFilter, ListParameter } from '@/lib/list-address';

/** What a list can be narrowed to. Each list has some of these. */
export type ListFacets = Partial<Record<(typeof facetOf)[keyof typeof facetOf], Facets['categories']>>;

/** A control that narrows a list. */
export interface Choice {
  name: Exclude<ListParameter, 'search' | 'sort'>;
  label: string;
  /** What it says while nothing is chosen. */
  any: string;
}

export const choices: readonly Choice[] = [
  { name: 'category', label: 'Category', any: 'All categories' },
  { name: 'brand', label: 'Brand', any: 'All brands' },
  { name: 'minScore', label: 'Score', any: 'Any score' },
  { name: 'maxPrice', label: 'Price', any: 'Any price' },
  { name: 'tag', label: 'Tag', any: 'All tags' },
  { name: 'year', label: 'Year', any: 'All years' },
];

/** The orders, the usual one first. */
export const orders = [
  { value: '', label: 'Newest' },
  { value: 'score', label: 'Highest score' },
  { value: 'price', label: 'Lowest price' },
];

export const correctionChoices: readonly Choice[] = [
  { name: 'type', label: 'Type', any: 'All types' },
  { name: 'kind', label: 'Kind', any: 'All kinds' },
  { name: 'category', label: 'Category', any: 'All categories' },
  { name: 'author', label: 'Author', any: 'All authors' },
  { name: 'year', label: 'Year', any: 'All years' },
];

const facetOf = {
  type: 'types',
  kind: 'kinds',
  author: 'authors',
  category: 'categories',
  brand: 'brands',
  minScore: 'scores',
  maxPrice: 'prices',
  tag: 'tags',
  year: 'years',
} as const;

/** What a choice can be: 'Acme (12)'. What no item has is left out, unless it is chosen. */
export function optionsOf({ name, any }: Choice, filter: ListFilter, facets: ListFacets | undefined): { value: string; label: string }[] {
  const chosen = filter[name];
  const options = (facets?.[facetOf[name]] ?? [])
    .filter(({ value, count }) => count > 0 || value === chosen)
    .map(({ value, label, count }) => ({ value, label: `${label} (${count})` }));
  if (chosen && !options.some(({ value }) => value === chosen)) options.unshift({ value: chosen, label: chosen });
  return [{ value: '', label: any }, ...options];
}

/** What is chosen, as readers see it; the value itself where no item has it. */
export function labelOf(name: Choice['name'], filter: ListFilter, facets: ListFacets | undefined): string {
  const chosen = filter[name] ?? '';
  return facets?.[facetOf[name]]?.find(({ value }) => value === chosen)?.label ?? chosen;
}

/** The controls of a list that are in use. */
export const inUse = (list: readonly Choice[], filter: ListFilter): Choice[] => list.filter(({ name }) => filter[name]);
