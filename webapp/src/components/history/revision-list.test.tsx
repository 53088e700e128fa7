// The list of an item's saves.
import { render, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { ItemRevision } from '@/lib/api-types';
import { makeVersion } from '@/testing/makers';
import { RevisionList } from './revision-list';

const save = (revision: number, storedAt: string, types: string[]): ItemRevision => ({ revision, type: types.at(-1) ?? '', types, at: storedAt, storedAt, actor: { kind: 'admin', id: 'admin', name: 'admin' }, changes: [] });

describe('the list of saves', () => {
  it('has replaced pictures where they happened', () => {
    const picture = makeVersion({ type: 'picture', label: 'Picture replaced', at: '2026-11-22T09:00:00Z', from: null, fromAlt: '', fromRemovedAt: null, to: '/media/b.webp', toAlt: 'A kettle', toRemovedAt: null });
    const saves = [save(3, '2026-11-23T09:00:00Z', ['ReviewFeatured']), save(1, '2026-11-21T09:00:00Z', ['ReviewCreated', 'ReviewPublished'])];
    const after = (one: ItemRevision) => (one.revision === 1 ? [picture] : []);
    render(<RevisionList revisions={saves} selected={3} labels={{}} versionOf={() => undefined} replacedAfter={after} onSelect={() => undefined} />);
    const entries = within(screen.getByRole('list', { name: 'Revisions, newest first' })).getAllByRole('listitem');
    expect(entries.map((li) => within(li).queryByRole('button') === null)).toEqual([false, true, false]);
    const [, entry] = entries.map((li) => within(li));
    expect(entry?.getByText('Picture replaced')).toBeTruthy();
    expect(entry?.getByText('No longer shown')).toBeTruthy();
    expect(entry?.getByRole('link', { name: 'After: A kettle, opens in a new tab' })).toHaveProperty('pathname', '/media/b.webp');
  });
});
