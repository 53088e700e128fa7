// What people copy: from Google Docs, from Word, from web pages.
import { describe, expect, it } from 'vitest';
import { markdownOfHtml } from './markdown-of-html';

const pasted = (html: string) => markdownOfHtml(html)?.markdown;

describe('a web page', () => {
  it('keeps headings, emphasis and links', () => {
    expect(
      pasted(
        '<h2>Battery <b>life</b></h2><p>It lasts <strong>ten hours</strong>, says <a href="https://example.com/a_(b)" title="x">the <em>maker</em></a>.<br>Or <del>nine</del>.</p>',
      ),
    ).toBe('## Battery life\n\nIt lasts **ten hours**, says [the *maker*](https://example.com/a_%28b%29).  \nOr ~~nine~~.');
  });

  it('keeps lists within lists', () => {
    expect(pasted('<ul><li>One<ol start="3"><li>Three</li><li>Four</li></ol></li><li><p>Two</p></li></ul>')).toBe(
      '- One\n  3. Three\n  4. Four\n- Two',
    );
  });

  it('keeps tables, with pipes in their cells', () => {
    expect(
      pasted(
        '<table><tbody><tr><td>Test</td><td colspan="2">Hours | minutes</td></tr>\n<tr><td><p>Video</p><p>loop</p></td><td>9</td><td>30</td></tr></tbody></table>',
      ),
    ).toBe('| Test | Hours \\| minutes |  |\n| --- | --- | --- |\n| Video loop | 9 | 30 |');
  });

  it('keeps cells in their columns below one that spans rows', () => {
    expect(
      pasted(
        '<table><tr><th>Model</th><th>Mode</th><th>dB</th></tr><tr><td rowspan="2">Slate</td><td>idle</td><td>19</td></tr><tr><td>load</td><td>20</td></tr><tr><td colspan="2">All</td><td>21</td></tr></table>',
      ),
    ).toBe('| Model | Mode | dB |\n| --- | --- | --- |\n| Slate | idle | 19 |\n|  | load | 20 |\n| All |  | 21 |');
  });

  it.each([
    ['code with a line break a line', '<pre>one<br>two<br></pre>', '```\none\ntwo\n```'],
    ['code with an element a line', '<pre><code><div>one</div><div>two</div></code></pre>', '```\none\ntwo\n```'],
    [
      'a card that is one link',
      '<a href="https://example.org/x"><div><h3>Card</h3><p>Text</p></div></a>',
      '[Card Text](https://example.org/x)',
    ],
    [
      'a link that Docs leads over Google',
      '<a href="https://www.google.com/url?q=https://example.org/a%3Fb%3D1&amp;sa=D&amp;ust=17">link</a>',
      '[link](https://example.org/a?b=1)',
    ],
    ['raised and lowered digits', 'm<sup>2</sup>, CO<sub>2</sub>, 10<sup>−3</sup>, 1<sup>st</sup>', 'm², CO₂, 10⁻³, 1st'],
    ['bold text that ends with a line break', '<p><b>Bold<br></b></p><p>More</p>', '**Bold**  \n\nMore'],
    [
      'pictures that count views, and hidden text',
      '<p><b>a</b><img src="https://t.example/p.gif" width="1" height="1"><span style="display:none">b</span></p>',
      '**a**',
    ],
  ])('reads %s', (_, html, markdown) => expect(pasted(html)).toBe(markdown));

  it('shows what would be marks as it was', () =>
    expect(pasted('<p>2 * 3 * 4 [sic] snake_case <b>x</b></p>')).toBe('2 \\* 3 \\* 4 \\[sic\\] snake_case **x**'));

  it('keeps code', () => expect(pasted('<pre>go <b>run</b> .\n  x</pre>')).toContain('```\ngo run .\n  x\n```'));

  it('brings no scripts and no links that lead nowhere', () => {
    expect(
      pasted(
        '<style>p{}</style><script>alert(1)</script><p><a href="javascript:alert(1)">One</a> <a href="#x">two</a> <b>three</b><img src="blob:https://x/1"></p>',
      ),
    ).toBe('One two **three**');
  });

  it('keeps pictures of the web, and hands over those that it holds itself', () => {
    const { markdown, pictures } =
      markdownOfHtml(
        '<p>One <b>x</b></p><p><img alt="A lamp" src="https://example.com/a.jpg"></p><p><img src="data:image/png;base64,iVBORw0KGgo="></p><p>Two</p>',
      ) ?? {};
    expect(markdown).toBe('One **x**\n\n![A lamp](https://example.com/a.jpg)\n\n\n\nTwo');
    expect(pictures?.map(({ at, file }) => [at, file.name, file.type, file.size])).toEqual([[49, 'image-1.png', 'image/png', 8]]);
  });

  it('is plain text where it has no format', () =>
    expect(pasted('<meta charset="utf-8"><div style="color:red"><span># not</span><br><span>a *heading*</span></div>')).toBeUndefined());
});

it('Google Docs: styles are emphasis, and lists are lists', () => {
  const html =
    '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><h1 dir="ltr"><span style="font-weight:400">Head</span></h1><p dir="ltr"><span style="font-weight:400">Plain, </span><span style="font-weight:700">bold</span><span style="font-style:italic"> and italic</span></p>' +
    '<ul><li dir="ltr"><p role="presentation"><span>One</span></p></li><ul><li><p><span>Inner</span></p></li></ul><li><p><span>Two</span></p></li></ul></b>';
  expect(pasted(html)).toBe('# Head\n\nPlain, **bold** *and italic*\n\n- One\n  - Inner\n- Two');
});

it('Word: paragraphs that are items are lists', () => {
  const item = (level: number, sign: string, text: string) =>
    `<p class="MsoListParagraph" style="mso-list:l0 level${level} lfo1"><![if !supportLists]><span style="mso-list:Ignore">${sign}<span>&nbsp;&nbsp;</span></span><![endif]>${text}<o:p></o:p></p>`;
  const html = `<html xmlns:o="urn:x"><head><style>p{}</style></head><body><!--StartFragment--><h2>Verdict<o:p></o:p></h2><p class="MsoNormal">Buy <b>now</b>.</p>${item(1, '·', 'One')}${item(2, 'o', 'Inner')}${item(1, '·', 'Two')}<p class="MsoNormal">Then:</p>${item(1, '1.', 'First')}${item(1, '2.', 'Second')}</body></html>`;
  expect(pasted(html)).toBe('## Verdict\n\nBuy **now**.\n\n- One\n  - Inner\n- Two\n\nThen:\n\n1. First\n2. Second');
});
