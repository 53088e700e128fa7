// Structured data of authors and brands, apart from what every page needs.
import type { NameLink } from './api-types';
import type { LinkedData } from './linked-data';
import { namePath, type NameKind } from './name-path';

/** An author or a brand, with the page that it has. */
export function nameData(type: 'Person' | 'Brand', kind: NameKind, name: string, known: NameLink | null | undefined): LinkedData {
  return { '@type': type, name, url: known ? namePath(kind, known) : undefined };
}
