import { describe, expect, it } from 'vitest';
import { missingText, readJson } from './json-input';

describe('JSON input', () => {
  it('is one object', () => {
    expect(readJson('{"title": "A"}')).toEqual({ ok: true, fields: { title: 'A' } });
  });

  it('that does not parse says so in the specification’s words, and where', () => {
    const read = readJson('{\n  "title": "A",\n  oops\n}');
    expect(read).toMatchObject({ ok: false });
    expect(read).toMatchObject({
      message: 'Invalid JSON format. Please check your input.',
      where: expect.stringMatching(/^(Line 3, column 3\.)?$/) as unknown,
    });
    expect(readJson('')).toMatchObject({ ok: false });
  });

  it('that is a list, or no object, is told what it should be', () => {
    expect(readJson('[{}]')).toEqual({
      ok: false,
      message: 'This is a list. Enter one item at a time, as an object in braces { }.',
      where: '',
    });
    for (const text of ['null', '"text"', '4'])
      expect(readJson(text)).toMatchObject({ ok: false, message: 'Enter an object in braces { }.' });
  });

  it('needs a title and a content', () => {
    expect(missingText({ title: ' ', content: 4 })).toEqual(['Title is required', 'Content is required']);
    expect(missingText({ title: 'A', content: 'B' })).toEqual([]);
  });
});
