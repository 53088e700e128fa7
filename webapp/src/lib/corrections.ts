// Corrections and updates: changes to published content that the editor marked as such.
import type { Correction } from './api-types';
import type { LinkedData } from './linked-data';

/** The corrections as search engines read them; undefined where there are none. An update corrects nothing. */
export function correctionData(path: string, all: readonly Correction[] = []): LinkedData[] | undefined {
  const corrections = all.filter(({ type }) => type === 'correction');
  if (corrections.length === 0) return undefined;
  return corrections.map(({ revision, at, note }) => ({
    '@type': 'CorrectionComment',
    text: note || undefined,
    datePublished: at,
    url: `${path}#correction-${revision}`,
  }));
}
