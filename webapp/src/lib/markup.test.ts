import { describe, expect, it } from 'vitest';
import { htmlExcerpt, htmlText } from './html-text';
import { plainExcerpt, plainText } from './markup';

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

describe('the text of HTML', () => {
  it.each([
    ['<h2 id="text-a">A</h2>\n<p>One <em>two</em><strong>three</strong>.</p>\n', 'A One twothree.'],
    ['<p>a<br>\nb</p>\n<hr>\n<ul>\n<li>c</li>\n<li>d</li>\n</ul>\n', 'a b c d'],
    ['<table>\n<tr>\n<th>a</th><td align="center">b</td>\n</tr>\n</table>', 'a b'],
    ['<p>x &lt;script&gt; &amp;amp; &quot;q&quot; &#39;s&#x2019; &unknown;</p>', 'x <script> &amp; "q" \'s’ &unknown;'],
    ['<p><img src="/a" alt="The front &amp; back" loading="lazy"> <a href="/b" rel="nofollow">c</a></p>', 'The front & back c'],
    ['<p>&#1114112;</p>', '&#1114112;'],
    ['', ''],
  ])('%s', (html, text) => expect(oneLine(htmlText(html))).toBe(text));

  it('is never cut within a tag or an entity', () => {
    const html = '<p>One &amp; <a href="https://a.example/long">two</a> three.</p>\n'.repeat(20);
    const whole = oneLine(htmlText(html));
    for (let end = 0; end < 200; end++) expect(whole).toContain(oneLine(htmlText(html.slice(0, end), true)));
    expect(htmlExcerpt(html, 11)).toBe('One & two t...');
    expect(htmlExcerpt('<p>One &amp; two</p>', 11)).toBe('One & two');
  });
});

describe('Markdown without its marks', () => {
  it.each([
    ['## How it *sounds*\nIt does **not**.', 'How it sounds It does not.'],
    ['See [the __page__](https://a.example/b_(c)) and ![a picture](/media/x.webp).', 'See the page and a picture.'],
    ['- one\n* two\n+ three', 'one two three'],
    ['> > quoted\n\n---\n***\nafter', 'quoted after'],
    ['| a | b |\n|---|:-:|\n| c | d |', 'a b c d'],
    ['a | b\n--|--\nc | d', 'a | b c | d'],
    ['```go\nx := `y`\n```', 'x := y'],
    ['~~gone~~ _it_ <https://a.example> \\*kept\\* a\\', 'gone it https://a.example *kept* a'],
  ])('%s', (source, text) => expect(oneLine(plainText(source))).toBe(text));

  it.each(['One line, and a dash - so.', '5 * 3 * 2 = 30', 'snake_case_name', 'It costs < $5 & is #1', 'a [note], (so)', 'Two\nlines.', '', '2 > 1'])('%s stays as it is', (text) => expect(plainText(text)).toBe(text));

  it('makes excerpts that never show a mark', () => {
    const source = `# Title\n\nA **bold** [link](https://a.example/${'x'.repeat(700)}) leads on.\n${'And **more**. '.repeat(300)}`;
    expect(plainExcerpt(source, 120)).toMatch(/^Title A bold link leads on\. And more\. (.+)\.\.\.$/);
    expect(plainExcerpt(source, 120)).not.toMatch(/[*#[\]]/);
    expect(plainExcerpt('## Short **text**', 120)).toBe('Short text');
  });

  it('never makes a long hostile text longer', () => {
    for (const part of ['[', '![a](', '*a ', '_a ', '__a', '> ', '- ', '|', '`', '<http://', '\\', '[a](()', '-|', '***']) expect(plainText(part.repeat(100_000 / part.length)).length).toBeLessThanOrEqual(100_000);
  });
});
