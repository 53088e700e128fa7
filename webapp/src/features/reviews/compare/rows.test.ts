import { expect, it } from 'vitest';
import { categories, makeReview, rendered } from '@/testing/makers';
import { otherSpecifications, priceBest, specificationRows, subScoreRows } from './rows';

const known = (id: number, better: 'higher' | 'lower') =>
  categories.filter((one) => one.id === id).map((one) => ({ ...one, specifications: [{ name: 'weight', better }] }));
const computers = known(1, 'lower');
const gadgets = known(4, 'higher');
const of = (changes: Parameters<typeof makeReview>[0]) => rendered(makeReview(changes));

it('puts specifications of one name into one row, in any case, and those without a name aside', () => {
  const light = of({ specifications: ['Weight: 1 kg', 'Fanless'] });
  const reviews = [light, of({ specifications: ['Ports: 2', 'WEIGHT : 2 kg', 'weight: 3 kg'] })];
  expect(specificationRows(reviews, [])).toEqual([
    { name: 'Weight', cells: ['1 kg', '2 kg'], best: [false, false] },
    { name: 'Ports', cells: [null, '2'], best: [false, false] },
  ]);
  expect(otherSpecifications(light)).toEqual(['Fanless']);
});

it('marks what the category says is better, and nothing where two categories say different things', () => {
  const both = [of({ specifications: ['Weight: 1 kg'] }), of({ specifications: ['Weight: 2 kg'] })];
  expect(specificationRows(both, computers)[0]?.best).toEqual([true, false]);
  const [light, heavy] = [of({ specifications: ['Weight: 1 kg'] }), of({ categoryId: 4, specifications: ['Weight: 2 kg'] })];
  expect(specificationRows([light, heavy], [...computers, ...gadgets])[0]?.best).toEqual([false, false]);
  expect(specificationRows([light, heavy], computers)[0]?.best).toEqual([false, false]);
});

it('compares scores by the name of their criterion, and prices where there are some', () => {
  const score = (name: string, score: number) => ({ criterionId: name, name, weight: 50, score });
  expect(
    subScoreRows([of({ subScores: [score('Battery', 4)] }), of({ subScores: [score('Screen', 3), score('battery', 5)] }), of({})]),
  ).toEqual([
    { name: 'Battery', cells: [4, 5, null], best: [false, false, false] },
    { name: 'Screen', cells: [null, 3, null], best: [false, false, false] },
  ]);
  expect(priceBest([of({ productPrice: 20 }), of({ productPrice: null }), of({ productPrice: 10 })])).toEqual([false, false, true]);
});
