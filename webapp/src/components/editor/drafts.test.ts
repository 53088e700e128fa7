import { describe, expect, it, vi } from 'vitest';
import { draftKey, dropAllDrafts, dropDraft, saveDraft, readDraft } from './drafts';

const draft = { at: 1, was: { title: 'Old' }, values: { title: 'New', isPublished: true } };

/** Lets the device store texts of at most so many characters. */
function room(characters: number) {
  const saved = new Map<string, string>();
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation((key) => saved.get(key) ?? null);
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation((key, value) => {
    if (value.length > characters) throw new DOMException('full', 'QuotaExceededError');
    saved.set(key, value);
  });
}

describe('drafts', () => {
  it('are saved by item, and a new item has one, too', () => {
    saveDraft(draftKey('review', 12), draft);
    expect(readDraft('review:12')).toEqual({ ...draft, omitted: [] });
    expect(readDraft(draftKey('review', null))).toBeNull();
    dropDraft('review:12');
    expect(readDraft('review:12')).toBeNull();
  });

  it('leave out uploaded pictures that do not fit, and say which', () => {
    room(200);
    const saved = saveDraft('review:new', { ...draft, values: { ...draft.values, productImageUrl: `data:image/jpeg;base64,${'A'.repeat(500)}` } });
    expect(saved?.omitted).toEqual(['productImageUrl']);
    expect(readDraft('review:new')?.values).toEqual(draft.values);
  });

  it('keep pictures that fit', () => {
    const saved = saveDraft('review:new', { ...draft, values: { productImageUrl: 'data:image/jpeg;base64,AAAA' } });
    expect(saved?.omitted).toEqual([]);
  });

  it('say when there is no room at all', () => {
    room(10);
    expect(saveDraft('review:new', draft)).toBeNull();
  });

  it('that nobody can read are none', () => {
    localStorage.setItem('candor-draft:review:new', '{"at":"yesterday"}');
    expect(readDraft('review:new')).toBeNull();
    localStorage.setItem('candor-draft:review:new', 'no json');
    expect(readDraft('review:new')).toBeNull();
  });

  it('all go when the admin logs out, and nothing else does', () => {
    saveDraft('review:1', draft);
    saveDraft('article:new', draft);
    localStorage.setItem('candor-theme', 'dark');
    dropAllDrafts();
    expect(Object.keys(localStorage)).toEqual(['candor-theme']);
  });
});
