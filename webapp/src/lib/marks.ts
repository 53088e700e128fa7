// Marks: publications, corrections and updates, as the overview of the week and the charts of visits show them.
import type { Mark } from './api-types';
import { adminList, type Kind } from './kinds';

/** The address at which an item is edited. */
export const editAddress = ({ kind, id }: { kind: Kind; id: number }): string => `${adminList(kind)}/${id}/edit`;

export const markNames: Record<Mark['type'], string> = { published: 'Published', correction: 'Corrected', update: 'Updated' };

/** Returns an item's title, or a substitute for an empty one. */
export const titleOf = ({ kind, title }: { kind: Kind; title: string }): string => title || `Untitled ${kind}`;
