// The list of an item's saves.
import { render, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { ItemRevision } from '@/lib/api-types';
import { makeVersion } from '@/testing/makers';
import { RevisionList } from './revision-list';

const save = (revision: number, storedAt: string, types: string[]): ItemRevision => ({
  revision,
  type: types.at(-1) ?? '',
  types,
  at: storedAt,
  storedAt,
  actor: { kind: 'admin', id: 'admin', name: 'admin' },
  changes: [],
});

describe('the list of saves', () => {
  it('has replaced pictures where they happened', () => {
    const picture = makeVersion({
      type: 'picture',
      label: 'Picture replaced',
      at: '2026-11-22T09:00:00Z',
      from: null,
      fromAlt: '',
      fromRemovedAt: null,
      to: '/media/b.webp',
      toAlt: 'A kettle',
      toRemovedAt: null,
    });
    const saves = [
      save(3, '2026-11-23T09:00:00Z', ['ReviewFeatured']),
      save(1, '2026-11-21T09:00:00Z', ['ReviewCreated', 'ReviewPublished']),
    ];
    const after = (one: ItemRevision) => (one.revision === 1 ? [picture] : []);
    render(
      <RevisionList
        revisions={saves}
        selected={3}
        labels={{}}
        versionOf={() => undefined}
        replacedAfter={after}
        onSelect={() => undefined}
      />,
    );
    const entries = within(screen.getByRole('list', { name: 'Revisions, newest first' })).getAllByRole('listitem');
    expect(entries.map((li) => within(li).queryByRole('button') === null)).toEqual([false, true, false]);
    const [, entry] = entries.map((li) => within(li));
    expect(entry?.getByText('Picture replaced')).toBeTruthy();
    expect(entry?.getByText('No longer shown')).toBeTruthy();
    expect(entry?.getByRole('link', { name: 'After: A kettle, opens in a new tab' })).toHaveProperty('pathname', '/media/b.webp');
  });

  it('says which fields a save edited, by their names, and not when a draft was due', () => {
    const changes = [
      { field: 'title', name: 'Title', old: 'A', new: 'B' },
      { field: 'draftPublishAt', name: 'Publish changes on', old: '2026-11-23T09:00:00Z', new: null },
      { field: 'somethingNew', name: 'Something new', old: 1, new: 2 },
    ];
    const published = { ...save(5, '2026-11-23T09:00:00Z', ['DraftPublished', 'ReviewUpdated', 'ReviewUpdateNoted']), changes };
    render(
      <RevisionList
        revisions={[published]}
        selected={5}
        labels={{ title: 'Review Title' }}
        versionOf={() => undefined}
        replacedAfter={() => []}
        onSelect={() => undefined}
      />,
    );
    expect(screen.getByText('Draft published, edited Review Title, Something new, marked as an update')).toBeTruthy();
  });
});
