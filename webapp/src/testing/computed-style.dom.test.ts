import { expect, test } from 'vitest';

const page = `
  <p>shown</p><p hidden>not</p><p hidden="until-found">found</p><p popover>not</p><span>in a line</span>
  <p style="display: none"><b>inside</b></p><p style="display: flex">a row</p>
  <div style="visibility: hidden"><i>not</i><u style="visibility: visible">seen again</u></div>
  <div style="pointer-events: none"><button>not pressed</button><button style="pointer-events: auto">pressed</button></div>
  <dialog>closed</dialog><dialog open>open</dialog>
  <details><summary>first</summary></details><summary>alone</summary>
  <input type="hidden"><input type="HIDDEN"><input type="text"><embed hidden>
  <table><tbody><tr hidden><td>collapsed</td></tr><tr><td>cell</td></tr></tbody></table>
  <svg><title>drawn</title></svg><ul><li>one</li></ul><noscript>never</noscript><template></template>`;

/** The window that the testing library uses: the page's own, whose names vitest copied before. */
const styleOf = (element: Element) => (document.defaultView ?? window).getComputedStyle(element);

const answers = () =>
  [...document.querySelectorAll('body *')].map((element) => {
    const style = styleOf(element);
    const asked = ['display', 'visibility', 'pointer-events'].map((property) => style.getPropertyValue(property));
    expect([style.display, style.visibility, style.pointerEvents], element.outerHTML).toEqual(asked);
    return [element.outerHTML, ...asked];
  });

test('what is remembered of styles is what jsdom says', () => {
  document.body.innerHTML = page;
  const [first, second] = [answers(), answers()];
  // from here on jsdom itself answers
  document.head.insertAdjacentHTML('beforeend', '<style id="sheet">.nothing { display: grid }</style>');
  const whole = answers();
  document.getElementById('sheet')?.remove();
  expect(first).toEqual(whole);
  expect(second).toEqual(whole);
  expect(new Set(whole.map(([, ...asked]) => asked.join())).size).toBeGreaterThan(8); // they do differ
  document.body.innerHTML = '';
});

test('a change is noticed, in what is inside too', () => {
  document.body.innerHTML = '<div><p>text</p></div>';
  const [div, p] = [...document.querySelectorAll('div, p')];
  if (!div || !p) throw new Error('no page');
  expect(styleOf(p).visibility).toBe('visible');
  div.setAttribute('style', 'visibility: hidden');
  expect(styleOf(p).visibility).toBe('hidden');
  p.setAttribute('hidden', '');
  expect(styleOf(p).display).toBe('none');
  expect(styleOf(p).color).toBe('rgb(0, 0, 0)'); // the rest is jsdom's
  document.body.innerHTML = '';
});

/** Adds a style sheet to the page, looks at it, and removes it. */
function under(css: string, look: () => void) {
  const sheet = document.createElement('style');
  sheet.textContent = css;
  document.head.append(sheet);
  look();
  sheet.remove();
}

test('the page’s own style sheets count', () => {
  document.body.innerHTML = '<p>text</p><div class="cm-editor ͼ1"><i>line</i></div>';
  const [p, line] = [...document.querySelectorAll('p, i')];
  if (!p || !line) throw new Error('no page');
  const values = () => [styleOf(p).display, styleOf(line).display];
  under('p, i { color: red } p { display: none }', () => expect(values()).toEqual(['none', 'inline']));
  under('i { overflow: hidden; display: grid }', () => expect(values()).toEqual(['block', 'grid']));
  under('@media screen { p { display: none } }', () => expect(values()).toEqual(['none', 'inline']));
  under('.ͼ1 { color: red } .ͼ1 i { display: flex }', () => expect(values()).toEqual(['block', 'flex']));
  under('p { color: red }', () => expect([...values(), styleOf(p).color]).toEqual(['block', 'inline', 'rgb(255, 0, 0)']));
  expect(values()).toEqual(['block', 'inline']);
  document.body.innerHTML = '';
});
