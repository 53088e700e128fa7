import { expect, it } from 'vitest';
import { makeSite } from '@/testing/makers';
import { isLong, navigationFrom } from './header-room';

const links = (...labels: string[]) => labels.map((label) => ({ label, url: '/' }));

it.each([
  ['the specification’s', {}, 'lg'],
  ['a logo and few links', { logo: '/media/a.png', header: links('Tests', 'News') }, 'lg'],
  ['a longer name', { name: 'Noisy Kitchen' }, 'xl'],
  ['a long name', { name: 'The Quarterly of Coffee Machines' }, 'xl'],
  [
    'long labels',
    { header: links('Ein ziemlich langer Menüpunkt', 'Über uns und unsere Arbeit', 'Berichtigungen und Nachträge') },
    'never',
  ],
  ['wide characters', { header: links('レビュー記事一覧', '技術ニュースと解説', '会社情報と採用', 'お問い合わせ窓口') }, 'never'],
] as const)('the navigation of %s stands in the header from %s', (_, changes, from) =>
  expect(navigationFrom(makeSite(changes))).toBe(from),
);

it('a name is long by the width of its characters', () =>
  expect(['Noisy Kitchen', 'コーヒーマシン専門誌', 'The Quarterly of Coffee Machines'].map(isLong)).toEqual([false, true, true]));
