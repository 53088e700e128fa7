import { expect, it } from 'vitest';
import { listText } from './list-text';

it('writes each value on a line', () =>
  expect(
    listText([
      'Light',
      { criterionId: 'battery', name: 'Battery', weight: 20, score: 4, text: 'Two days.' },
      { criterionId: 'screen', name: 'Screen', weight: 20, score: 4.5 },
      { name: 'Shop', url: 'https://example.com/', price: 1299, date: '2026-11-21' },
      { name: 'Other', url: 'https://example.com/o' },
      { id: 'noise', name: 'Noise', weight: 12.5 },
      { id: 'looks', name: 'Looks', weight: 5, retired: true },
      { name: 'Weight', better: 'lower' },
    ]).split('\n'),
  ).toEqual(['Light', 'Battery: 4.0 – Two days.', 'Screen: 4.5', 'Shop: https://example.com/, $1,299', 'Other: https://example.com/o', 'Noise: 12.5 %', 'Looks: retired', 'Weight: lower is better']));
