import { describe, expect, it, vi } from 'vitest';
import { copyKey, dropAllCopies, dropCopy, newCopies, readCopy, writeCopy } from './device-copies';

const uuid = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
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

describe('copies on this device', () => {
  it('are stored by item, and of new items by the id of their drafts', () => {
    writeCopy(copyKey('review', 12), draft);
    expect(readCopy('review:12')).toEqual(draft);
    expect(readCopy(copyKey('review', uuid))).toBeNull();
    dropCopy('review:12');
    expect(readCopy('review:12')).toBeNull();
    writeCopy(copyKey('review', uuid), draft);
    writeCopy(copyKey('article', uuid), draft);
    writeCopy(copyKey('review', 13), draft);
    expect([...newCopies('review').keys()]).toEqual([uuid]);
  });

  it('are read as earlier versions wrote them', () => {
    localStorage.setItem('candor-draft:review:12', JSON.stringify({ ...draft, omitted: ['productImageUrl'] }));
    expect(readCopy('review:12')).toEqual(draft);
  });

  it('say when there is no room', () => {
    room(10);
    expect(writeCopy('review:12', draft)).toBeNull();
  });

  it('that nobody can read are none', () => {
    localStorage.setItem('candor-draft:review:12', '{"at":"yesterday"}');
    expect(readCopy('review:12')).toBeNull();
    localStorage.setItem('candor-draft:review:12', 'no json');
    expect(readCopy('review:12')).toBeNull();
  });

  it('all go when the admin logs out, and nothing else does', () => {
    writeCopy('review:1', draft);
    writeCopy('article:2', draft);
    localStorage.setItem('candor-theme', 'dark');
    dropAllCopies();
    expect(Object.keys(localStorage)).toEqual(['candor-theme']);
  });
});
