// Corrections: changes of what readers had seen that the editor owned up to, as the server tells them.
import type { LinkedData } from './linked-data';

export interface Correction {
  /** Tells the corrections of one item apart. */
  revision: number;
  at: string;
  note: string;
  changes: CorrectedField[];
}

/** What a correction changed. Of a text of several lines only those that changed are there, and … stands for the others. */
export interface CorrectedField {
  /** As the API calls it. */
  field: string;
  from: string | number | null;
  to: string | number | null;
}

/** The corrections as search engines read them; undefined where there are none. */
export function correctionData(path: string, corrections: readonly Correction[] = []): LinkedData[] | undefined {
  if (corrections.length === 0) return undefined;
  return corrections.map(({ revision, at, note }) => ({ '@type': 'CorrectionComment', text: note, datePublished: at, url: `${path}#correction-${revision}` }));
}
