import { describe, expect, it } from 'vitest';
import type { Value } from '@/components/content/content-type';
import { merge } from './merge';

const same = (_: string, a: Value, b: Value) => String(a).trim() === String(b).trim();
const was = { title: 'Old', content: 'Old text', rating: '4', isPublished: false };

describe('merging what somebody else saved', () => {
  it('takes over what only they changed, and says so', () => {
    const merged = merge(was, { ...was, title: 'Mine' }, { ...was, rating: '3' }, same);
    expect(merged.values).toEqual({ ...was, title: 'Mine', rating: '3' });
    expect(merged.taken).toEqual([{ field: 'rating', was: '4', theirs: '3' }]);
    expect(merged.conflicts).toEqual([]);
  });

  it('keeps what was typed where both changed a field, and asks', () => {
    const merged = merge(was, { ...was, title: 'Mine', isPublished: true }, { ...was, title: 'Theirs' }, same);
    expect(merged.values.title).toBe('Mine');
    expect(merged.values.isPublished).toBe(true);
    expect(merged.conflicts).toEqual([{ field: 'title', was: 'Old', theirs: 'Theirs', mine: 'Mine', choice: null }]);
    expect(merged.taken).toEqual([]);
  });

  it('is content when both say the same', () => {
    const merged = merge(was, { ...was, title: 'New ' }, { ...was, title: 'New' }, same);
    expect(merged.conflicts).toEqual([]);
    expect(merged.taken).toEqual([]);
    expect(merged.values.title).toBe('New ');
  });

  it('sees no change in a text that means the same', () => {
    const merged = merge(was, { ...was, content: 'Old text\n' }, { ...was, content: 'Their text' }, same);
    expect(merged.values.content).toBe('Their text');
    expect(merged.conflicts).toEqual([]);
  });

  it('works with a draft, which has the changed fields alone', () => {
    const merged = merge({ title: 'Old' }, { title: 'Draft' }, { ...was, title: 'Theirs', rating: '2' }, same);
    expect(merged.values).toEqual({ ...was, title: 'Draft', rating: '2' });
    expect(merged.conflicts.map((c) => c.field)).toEqual(['title']);
    expect(merged.taken).toEqual([]);
  });
});
