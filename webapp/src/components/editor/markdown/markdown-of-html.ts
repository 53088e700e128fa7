// What is copied from Docs, Word and web pages as Markdown. turndown writes it down; what the programs mean by styles and classes is made
// into elements before.
import { gfm } from '@joplin/turndown-plugin-gfm';
import TurndownService from 'turndown';

/** The longest HTML that is looked at, in characters; longer is pasted as plain text. */
const longest = 2_000_000;

export interface PastedText {
  markdown: string;
  /** Pictures that came with the text: each and its place in the Markdown, in order. */
  pictures: { at: number; file: File }[];
}

/** Elements that plain text can't show. */
const formatted = 'h1,h2,h3,h4,h5,h6,strong,b,em,i,del,s,strike,a[href],ul,ol,table,img,blockquote,pre,code,hr';

/** Marks the place of a picture in the Markdown; nothing that is typed contains it. */
const mark = '\uE000';

const service = new TurndownService({ headingStyle: 'atx', hr: '---', bulletListMarker: '-', codeBlockStyle: 'fenced', emDelimiter: '*' });
service.use(gfm);
service.addRule('item', {
  filter: 'li',
  replacement: (content, node) => {
    const list = node.parentElement;
    const at = list ? [...list.children].indexOf(node) : 0;
    const sign = list?.nodeName === 'OL' ? `${Number(list.getAttribute('start') ?? 1) + at}. ` : '- ';
    return sign + content.trim().replace(/\n/g, `\n${' '.repeat(sign.length)}`) + (node.nextSibling ? '\n' : '');
  },
});
service.addRule('cell', {
  filter: ['td', 'th'],
  replacement: (content, node) =>
    `${node.previousSibling ? '' : '|'} ${content
      .trim()
      .replace(/\s*\n\s*/g, ' ')
      .replace(/\|/g, '\\|')} |`,
});
const escape = service.escape.bind(service);
service.escape = (text) => escape(text).replace(/(?<=[\p{L}\p{N}])\\_(?=[\p{L}\p{N}])/gu, '_');

/** Returns the Markdown of what was copied; null where plain text says as much. */
export function markdownOfHtml(html: string): PastedText | null {
  if (html.length > longest) return null;
  const { body } = new DOMParser().parseFromString(html.replaceAll(mark, ''), 'text/html'); // runs and loads nothing
  for (const e of body.querySelectorAll(
    'script,style,meta,link,title,template,noscript,button,svg,xml,[hidden],input:not([type=checkbox])',
  ))
    e.remove();
  for (const e of body.querySelectorAll<HTMLElement>('[style*=display]')) if (e.style.display === 'none') e.remove();
  wordLists(body);
  styles(body);
  lists(body);
  links(body);
  const files = pictures(body);
  tables(body);
  code(body);
  const isRaised = raised(body);
  if (!body.querySelector(formatted) && !isRaised && files.length === 0) return null;
  const parts = service.turndown(body).trim().split(mark);
  let markdown = '';
  const places = parts.map((part) => (markdown += part).length);
  return markdown === '' && files.length === 0
    ? null
    : { markdown, pictures: files.map((file, i) => ({ file, at: places[i] ?? markdown.length })) };
}

/** Puts an element around everything in another one. */
function wrap(e: Element, name: string) {
  const inner = e.ownerDocument.createElement(name);
  inner.append(...e.childNodes);
  e.append(inner);
}

/** Docs and mail programs write emphasis as styles, and put a whole text into a bold element that isn't bold. */
function styles(body: HTMLElement) {
  for (const e of body.querySelectorAll<HTMLElement>('span[style],font[style],b[style],strong[style],i[style],em[style]')) {
    const { fontWeight, fontStyle, textDecoration, textDecorationLine } = e.style;
    if (/^[BSIE]/.test(e.nodeName)) {
      if (/^(normal|[1-4]00)$/.test(fontWeight) && /^(B|STRONG)$/.test(e.nodeName)) e.replaceWith(...e.childNodes);
      else if (fontStyle === 'normal' && /^(I|EM)$/.test(e.nodeName)) e.replaceWith(...e.childNodes);
      if (e.nodeName !== 'SPAN') continue;
    }
    if (e.closest('h1,h2,h3,h4,h5,h6,th,pre,code') || e.textContent.trim() === '') continue;
    if (/^(bold|bolder|[6-9]00)$/.test(fontWeight)) wrap(e, 'strong');
    if (fontStyle === 'italic') wrap(e, 'em');
    if (/line-through/.test(`${textDecoration} ${textDecorationLine}`)) wrap(e, 'del');
  }
  // A line's end at the end of emphasis would part its marks from the text.
  for (const e of body.querySelectorAll('b,strong,i,em,del,s')) while (e.lastChild?.nodeName === 'BR') e.after(e.lastChild);
  // Headings are bold already.
  for (const e of body.querySelectorAll('h1,h2,h3,h4,h5,h6'))
    for (const bold of e.querySelectorAll('b,strong')) bold.replaceWith(...bold.childNodes);
}

/** Word writes the items of a list as paragraphs that name its level, with their sign as text. */
function wordLists(body: HTMLElement) {
  const open: HTMLElement[] = []; // the lists around the last item, from the outermost
  let last: Element | null = null;
  for (const p of body.querySelectorAll<HTMLElement>('p,h1,h2,h3,h4,h5,h6')) {
    const [, level] = /mso-list:\s*l\d+\s+level(\d+)/i.exec(p.getAttribute('style') ?? '') ?? [];
    const sign = [...p.querySelectorAll('span')].find((e) => /mso-list:\s*ignore/i.test(e.getAttribute('style') ?? ''));
    if (level === undefined || !sign || p.nodeName !== 'P') continue;
    const name = /^\s*\(?(\d+|[a-z]{1,4})[.)]/i.test(sign.textContent) ? 'ol' : 'ul';
    sign.remove();
    if (last === null || p.previousElementSibling !== last) open.length = 0;
    open.length = Math.min(open.length, Number(level));
    if (open.length === Number(level) && open.at(-1)?.nodeName.toLowerCase() !== name) open.pop();
    let place = open.at(-1);
    while (open.length < Number(level) || !place) {
      const list = body.ownerDocument.createElement(name);
      if (place) (place.lastElementChild ?? place.appendChild(body.ownerDocument.createElement('li'))).append(list);
      else p.before(list);
      open.push(list);
      place = list;
    }
    const item = body.ownerDocument.createElement('li');
    item.append(...p.childNodes);
    place.append(item);
    last = open[0] ?? null;
    p.remove();
  }
}

/** Docs puts a list within another beside its item, and each text of an item into a paragraph. */
function lists(body: HTMLElement) {
  for (const list of body.querySelectorAll('ul > ul, ul > ol, ol > ul, ol > ol')) {
    if (list.previousElementSibling?.nodeName === 'LI') list.previousElementSibling.append(list);
  }
  for (const p of body.querySelectorAll('li > p:only-of-type')) if (!p.previousElementSibling) p.replaceWith(...p.childNodes);
}

/** Keeps links that lead somewhere from here, and the text of the others. */
function links(body: HTMLElement) {
  for (const a of body.querySelectorAll('a')) {
    const href = a.getAttribute('href')?.trim() ?? '';
    if (/^(https?:|mailto:|tel:|\/(?!\/))/i.test(href) && (a.textContent.trim() !== '' || a.querySelector('img'))) {
      a.removeAttribute('title');
      // A card that is one link: its blocks can't be within the brackets of a link.
      for (const block of a.querySelectorAll('p,div,li,h1,h2,h3,h4,h5,h6')) block.replaceWith(' ', ...block.childNodes, ' ');
      for (const block of a.querySelectorAll('ul,ol,section,article,header,footer,figure,figcaption,br'))
        block.replaceWith(...block.childNodes);
      a.setAttribute(
        'href',
        direct(href).replace(/[\s<>()]/g, (c) => `%${c.charCodeAt(0).toString(16).padStart(2, '0')}`),
      );
    } else a.replaceWith(...a.childNodes);
  }
}

/** Returns where a link leads that Docs and Gmail have led over Google, which counts it. */
function direct(href: string): string {
  const [, query] = /^https?:\/\/(?:www\.)?google\.[a-z.]{2,6}\/url\?([^#]*)/i.exec(href) ?? [];
  const target = new URLSearchParams(query).get('q') ?? new URLSearchParams(query).get('url');
  return target && /^https?:\/\//i.test(target) ? target : href;
}

/** Keeps the lines of code that are elements of their own. */
function code(body: HTMLElement) {
  for (const pre of body.querySelectorAll('pre')) {
    for (const br of pre.querySelectorAll('br')) br.replaceWith('\n');
    for (const line of pre.querySelectorAll('div,p,li')) if (line.nextElementSibling && !line.textContent.endsWith('\n')) line.append('\n');
    if (!pre.querySelector('code')) pre.innerHTML = `<code>${pre.innerHTML}</code>`;
  }
}

/** Raised and lowered digits and signs, as Unicode has them. */
const small = { SUP: ['0123456789+-=()n', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ'], SUB: ['0123456789+-=()', '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎'] } as const;

/** Writes m² and CO₂, which would read as m2 and CO2; reports whether there were any. */
function raised(body: HTMLElement): boolean {
  let any = false;
  for (const e of body.querySelectorAll('sup,sub')) {
    const [plain, others] = small[e.nodeName as 'SUP' | 'SUB'];
    const text = Array.from(e.textContent.trim().replace('−', '-'));
    if (text.length === 0 || e.querySelector('a') || !text.every((c) => plain.includes(c))) continue;
    e.replaceWith(text.map((c) => others[plain.indexOf(c)]).join(''));
    any = true;
  }
  return any;
}

/** Leaves a mark for each picture that is in the HTML itself, and returns those; pictures without an address of the web are left out. */
function pictures(body: HTMLElement): File[] {
  const files: File[] = [];
  for (const img of body.querySelectorAll('img')) {
    const src = img.getAttribute('src')?.trim() ?? '';
    const file = fileOf(src, files.length + 1);
    if (file) {
      files.push(file);
      img.replaceWith(mark);
    } else if (!/^(https?:|\/(?!\/))/i.test(src) || img.width === 1 || img.height === 1) img.remove();
    else img.removeAttribute('title');
  }
  return files;
}

/** Returns the file that a data: address holds. */
function fileOf(src: string, number: number): File | null {
  const [, type = '', data = ''] = /^data:(image\/[\w.+-]+);base64,([\s\S]*)$/i.exec(src) ?? [];
  if (data === '') return null;
  try {
    return new File([Uint8Array.from(atob(data), (c) => c.charCodeAt(0))], `image-${number}.${type.replace(/^image\/|\+.*$/g, '')}`, {
      type,
    });
  } catch {
    return null;
  }
}

/** Makes the first row of a table its head, and a line of each cell. A table that only places its text is none. */
function tables(body: HTMLElement) {
  for (const table of [...body.querySelectorAll('table')].reverse()) {
    const rows = gridOf(table).filter((row) => row.some((cell) => cell?.textContent.trim() || cell?.querySelector('img')));
    const columns = Math.max(0, ...rows.map((row) => row.length));
    if (columns < 2 || table.querySelector('table')) {
      table.replaceWith(...rows.flat().flatMap((cell) => (cell ? wrapped(cell) : [])));
      continue;
    }
    const plain = body.ownerDocument.createElement('table');
    const [head, rest] = [plain.createTHead(), plain.createTBody()];
    rows.forEach((row, i) => {
      const tr = (i === 0 ? head : rest).insertRow();
      for (let column = 0; column < columns; column++) {
        const cell = body.ownerDocument.createElement(i === 0 ? 'th' : 'td');
        const given = row[column];
        for (const block of given?.querySelectorAll('p,div,li,br') ?? []) block.after(' ');
        for (const block of given?.querySelectorAll('br,p,div,ul,ol,li,h1,h2,h3,h4,h5,h6,blockquote,pre') ?? [])
          block.replaceWith(...block.childNodes);
        cell.append(...(given?.childNodes ?? []));
        tr.append(cell);
      }
    });
    table.replaceWith(plain);
  }
}

/** Returns a table's cells by row and column, each where it begins: the other places that it takes are empty. */
function gridOf(table: HTMLTableElement): (HTMLTableCellElement | null)[][] {
  const grid = [...table.rows].map((): (HTMLTableCellElement | null)[] => []);
  [...table.rows].forEach((row, y) => {
    let x = 0;
    for (const cell of row.cells) {
      while (grid[y]?.[x] !== undefined) x++;
      for (const line of grid.slice(y, y + Math.max(1, cell.rowSpan)))
        for (let i = 0; i < Math.min(cell.colSpan, 50); i++) line[x + i] = null;
      (grid[y] ?? [])[x] = cell;
    }
  });
  return grid.map((row) => Array.from(row, (cell) => cell ?? null));
}

/** Returns what is in a cell, in a block of its own. */
function wrapped(cell: Element): Element[] {
  const block = cell.ownerDocument.createElement('div');
  block.append(...cell.childNodes);
  return [block];
}
