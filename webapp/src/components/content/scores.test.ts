import { expect, it } from 'vitest';
import { meanOf, scoresRule, scoresToForm, scoresToServer } from './scores';

const typed = (...scores: { score: string; text?: string; weight?: number }[]) =>
  JSON.stringify(
    scores.map(({ score, text = '', weight = 50 }, i) => ({ criterionId: `c${i}`, name: `Criterion ${i}`, weight, score, text })),
  );

it('sends what it was given', () => {
  const stored = [
    { criterionId: 'battery', name: 'Battery', weight: 75, score: 4, text: 'Two days.' },
    { criterionId: 'screen', name: 'Screen', weight: 25, score: 4.5 },
  ];
  expect(scoresToServer(scoresToForm(stored))).toEqual(stored);
  expect(scoresToServer(scoresToForm(undefined))).toEqual([]);
  expect(scoresToServer('nonsense')).toEqual([]);
});

it('leaves out what has no score', () =>
  expect(scoresToServer(typed({ score: '' }, { score: '4.04', text: '  ' }))).toEqual([
    { criterionId: 'c1', name: 'Criterion 1', weight: 50, score: 4 },
  ]));

it.each([
  [[{ score: '4' }, { score: '' }], undefined],
  [[{ score: '5.2' }], 'Criterion 0 must be at most 5'],
  [[{ score: '4' }, { score: '0.5' }], 'Criterion 1 must be at least 1'],
  [[{ score: 'good' }], 'Criterion 0 must be a number'],
  [[{ score: '', text: 'Why?' }], 'Criterion 0 is required'],
  [[{ score: '4', text: 'é'.repeat(2000) }], undefined],
  [[{ score: '4' }, { score: '4', text: 'é'.repeat(2001) }], 'Criterion 1: The reason must be at most 2000 characters'],
])('%j is refused with %j', (scores, message) => expect(scoresRule(typed(...scores))).toBe(message));

it.each([
  [
    [
      { score: '4', weight: 75 },
      { score: '5', weight: 25 },
    ],
    4.3,
  ],
  [[{ score: '4' }, { score: '' }], 4],
  [[{ score: '' }], null],
  [[{ score: '9' }], null],
])('the mean of %j is %j', (scores, mean) => expect(meanOf(typed(...scores))).toBe(mean));
