// Marks: publications, corrections and updates, as the overview of the week and the charts of visits show them.
import type { Mark } from './api-types';

const tabs: Record<Mark['kind'], string> = { review: '/admin/reviews', article: '/admin/articles', page: '/admin/pages' };

/** The address at which an item is edited. */
export const editAddress = ({ kind, id }: { kind: Mark['kind']; id: number }): string => `${tabs[kind]}/${id}/edit`;

export const markNames: Record<Mark['type'], string> = { published: 'Published', correction: 'Corrected', update: 'Updated' };

/** A title on screen; an item may have none. */
export const titleOf = ({ kind, title }: { kind: Mark['kind']; title: string }): string => title || `Untitled ${kind}`;
