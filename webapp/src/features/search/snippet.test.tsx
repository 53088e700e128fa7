import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Marked, markTitle, parseSnippet } from './snippet';

const html = (parts: ReturnType<typeof parseSnippet>) => render(<Marked parts={parts} />).container.innerHTML;

describe('a snippet', () => {
  it('is text with marks', () => {
    expect(parseSnippet('…the <mark>quiet</mark> <mark>laptop</mark>')).toEqual([
      { text: '…the ', marked: false },
      { text: 'quiet', marked: true },
      { text: ' ', marked: false },
      { text: 'laptop', marked: true },
    ]);
    expect(parseSnippet('')).toEqual([]);
  });

  it('shows escaped characters as they were written, once', () => {
    expect(html(parseSnippet('It&#39;s &#34;5 &lt; 6&#34; &amp;amp; <mark>R&amp;D</mark>'))).toBe(
      'It\'s "5 &lt; 6" &amp;amp; <mark>R&amp;D</mark>',
    );
  });

  it('makes elements of nothing else', () => {
    expect(html(parseSnippet('<img src=x onerror=alert(1)><mark>a<b>c</mark>&lt;script&gt; <mark>open'))).toBe(
      '&lt;img src=x onerror=alert(1)&gt;<mark>a&lt;b&gt;c</mark>&lt;script&gt; &lt;mark&gt;open',
    );
  });
});

describe('a title', () => {
  it('has the words of the search and of the snippet marked, whole, whatever their case', () => {
    expect(html(markTitle('Laptops: the Quiet laptop, unquiet', 'quiet', 'a <mark>laptop</mark>'))).toBe(
      'Laptops: the <mark>Quiet</mark> <mark>laptop</mark>, unquiet',
    );
  });

  it('stays text', () => {
    expect(html(markTitle('<b>bold</b>', 'b', ''))).toBe('&lt;<mark>b</mark>&gt;bold&lt;/<mark>b</mark>&gt;');
  });
});
