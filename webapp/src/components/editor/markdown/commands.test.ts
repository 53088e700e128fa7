import { syntaxTree } from '@codemirror/language';
import { EditorSelection, EditorState, type StateCommand } from '@codemirror/state';
import { insertNewlineContinueMarkup } from '@codemirror/lang-markdown';
import { describe, expect, it } from 'vitest';
import { changeTo } from './change-to';
import { toggleCode } from './code-command';
import { language } from './language';
import { toggleBullets, toggleHeading, toggleNumbers, toggleQuote } from './line-commands';
import { insertLink, pastedLink } from './link-commands';
import { toggleMark } from './mark-commands';
import { insertOrTidyTable } from './table-commands';
import { cellsOf, tidied } from './table-text';
import { pictureMarkdown, picturesAt, picturesIn } from './picture-text';

/** A state whose selection is between two bars, or whose cursor is at one. */
function stateOf(marked: string): EditorState {
  const [before = '', selected = '', after] = marked.split('¦');
  const doc = before + selected + (after ?? '');
  const selection =
    after === undefined ? EditorSelection.single(before.length) : EditorSelection.single(before.length, before.length + selected.length);
  return EditorState.create({ doc, selection, extensions: language });
}

function marked({ doc, selection: { main } }: EditorState): string {
  const text = doc.toString();
  return main.empty
    ? `${text.slice(0, main.head)}¦${text.slice(main.head)}`
    : `${text.slice(0, main.from)}¦${text.slice(main.from, main.to)}¦${text.slice(main.to)}`;
}

function after(command: StateCommand, before: string): string {
  let state = stateOf(before);
  command({ state, dispatch: (transaction) => void (state = transaction.state) });
  return marked(state);
}

const bold = toggleMark('**');
const italic = toggleMark('*');

describe('bold and italic', () => {
  it('go around the selection, and off again', () => {
    expect(after(bold, 'It is ¦very¦ quiet')).toBe('It is **¦very¦** quiet');
    expect(after(bold, 'It is **¦very¦** quiet')).toBe('It is ¦very¦ quiet');
    expect(after(bold, 'It is ¦**very**¦ quiet')).toBe('It is ¦very¦ quiet');
  });
  it('leave spaces outside', () => expect(after(bold, 'It is¦ very ¦quiet')).toBe('It is **¦very¦** quiet'));
  it('go around the word at the cursor', () => expect(after(italic, 'It is ve¦ry quiet')).toBe('It is *ve¦ry* quiet'));
  it('wait for a text where there is none', () => {
    expect(after(bold, '¦')).toBe('**¦**');
    expect(after(bold, '**¦**')).toBe('¦');
  });
  it('tell one from the other', () => {
    expect(after(italic, '**¦very¦**')).toBe('***¦very¦***');
    expect(after(italic, '***¦very¦***')).toBe('**¦very¦**');
    expect(after(bold, '***¦very¦***')).toBe('*¦very¦*');
    expect(after(bold, '*¦very¦*')).toBe('***¦very¦***');
  });
  it('end with the line, and leave the marks of lists alone', () => {
    expect(after(bold, '¦- One\n\n- Two¦')).toBe('- **¦One**\n\n- **Two¦**');
    expect(after(bold, '- **¦One**\n\n- **Two¦**')).toBe('- ¦One\n\n- Two¦');
    expect(after(bold, '¦One\n**Two**¦')).toBe('**¦One**\n**Two¦**');
  });
});

describe('headings, lists and quotes', () => {
  it('are one # below the title', () => {
    expect(after(toggleHeading(2), 'Bat¦tery')).toBe('# Bat¦tery');
    expect(after(toggleHeading(3), '# Bat¦tery')).toBe('## Bat¦tery');
    expect(after(toggleHeading(3), '## Bat¦tery')).toBe('Bat¦tery');
    expect(after(toggleHeading(2), '- Bat¦tery')).toBe('# Bat¦tery');
  });
  it('take all selected lines but blank ones', () => {
    expect(after(toggleBullets, '¦One\n\nTwo¦')).toBe('- ¦One\n\n- Two¦');
    expect(after(toggleNumbers, '- ¦One\n- Two¦')).toBe('1. ¦One\n2. Two¦');
    expect(after(toggleNumbers, '¦1. One\n2. Two¦')).toBe('¦One\nTwo¦');
    expect(after(toggleQuote, '¦One\nTwo¦')).toBe('> ¦One\n> Two¦');
  });
  it('begin on an empty line', () => expect(after(toggleBullets, '¦')).toBe('- ¦'));
  it('leave out a line that the selection only touches', () => expect(after(toggleQuote, '¦One\n¦Two')).toBe('> ¦One\n¦Two'));
  it('are continued by Enter', () => {
    expect(after(insertNewlineContinueMarkup, '- One¦')).toBe('- One\n- ¦');
    expect(after(insertNewlineContinueMarkup, '1. One¦')).toBe('1. One\n2. ¦');
    expect(after(insertNewlineContinueMarkup, '> One¦')).toBe('> One\n> ¦');
  });
});

describe('code', () => {
  it('is marked within a line, and fenced over several', () => {
    expect(after(toggleCode, 'Run ¦make¦.')).toBe('Run `¦make¦`.');
    expect(after(toggleCode, 'a\n¦b\nc¦\nd')).toBe('a\n```\n¦b\nc¦\n```\nd');
    expect(after(toggleCode, 'a\n```\n¦b\nc¦\n```\nd')).toBe('a\n¦b\nc¦\nd');
  });
});

describe('links', () => {
  it('wait for what is missing', () => {
    expect(after(insertLink, 'Read ¦more¦.')).toBe('Read [more](¦https://¦).');
    expect(after(insertLink, 'Read ¦https://a.example/b¦.')).toBe('Read [¦](https://a.example/b).');
    expect(after(insertLink, '¦')).toBe('[¦](https://)');
  });
  it('are made of an address that is pasted over words', () => {
    const pasted = (before: string, text: string) => {
      const state = stateOf(before);
      const change = pastedLink(state, text);
      return change && marked(state.update(change).state);
    };
    expect(pasted('Read ¦more¦.', 'https://a.example/b_(c) ')).toBe('Read [more](https://a.example/b_(c))¦.');
    expect(pasted('Read ¦', 'https://a.example')).toBeNull();
    expect(pasted('Read ¦more¦', 'more words')).toBeNull();
    expect(pasted('¦https://b.example¦', 'https://a.example')).toBeNull();
    expect(pasted('[more](¦x¦)', 'https://a.example')).toBeNull();
    expect(pasted('¦a\nb¦', 'https://a.example')).toBeNull();
  });
});

describe('tables', () => {
  it('are inserted apart from the text around them', () => {
    const made = after(insertOrTidyTable, 'One¦\nTwo');
    expect(made).toMatch(/^One\n\n\| ¦Column¦ \| Column/);
    expect(made).toMatch(/\|\n\nTwo$/);
  });
  it('are aligned, with a cell for each of the head’s', () => {
    const before = 'Before\n\n|Test|Hours|\n|-|--:|\n|Read¦ing a lot|12|\n|Video|3\n\nAfter';
    expect(after(insertOrTidyTable, before)).toBe(
      'Before\n\n| Test          | Hours |\n| ------------- | ----: |\n| Reading a lot |    12 |¦\n| Video         |     3 |\n\nAfter',
    );
  });
  it('keep escaped pipes and alignments', () => {
    expect(after(insertOrTidyTable, '¦|a|b|c|\n|:-|:-:|-|\n|x \\| y|longer|z|')).toBe(
      '| a      |   b    | c   |¦\n| :----- | :----: | --- |\n| x \\| y | longer | z   |',
    );
  });
});

describe('tidying', () => {
  const tidy = (source: string) => after(insertOrTidyTable, `¦${source}`).replaceAll('¦', '');
  it('lines its columns up as they look', () => {
    expect(tidied('| 静かな | é\u0301 | 👍🏽 |\n|-|-|-|\n| a | bcd | x |')).toBe(
      '| 静かな | é\u0301   | 👍🏽  |\n| ------ | --- | --- |\n| a      | bcd | x   |',
    );
  });

  const cells = (source: string) =>
    source
      .split('\n')
      .filter((_, i) => i !== 1)
      .map(cellsOf);

  it('keeps every cell of uneven rows', () => {
    expect(tidy('|a|b|\n|-|-|\n|1|2|3|4|\n|5|')).toBe(
      '| a   | b   |     |     |\n| --- | --- | --- | --- |\n| 1   | 2   | 3   | 4   |\n| 5   |     |     |     |',
    );
  });

  it('keeps a table in its quote', () =>
    expect(tidy('> |a|b|\n> |-|-|\n> |long|2|')).toBe('> | a    | b   |\n> | ---- | --- |\n> | long | 2   |'));

  it('never loses a cell', () => {
    let seed = 20261129;
    const random = (below: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return Math.floor((seed / 2147483648) * below);
    };
    const parts = ['a', 'word', '\\|', '\\\\', '\\*', '`x`', '**b**', ' ', '木', ':', '-', '[l](/a)', '\\', '€'];
    const cell = () =>
      Array.from({ length: random(5) }, () => parts[random(parts.length)])
        .join('')
        .trim()
        .replace(/(?<!\\)((?:\\\\)*)\\$/, '$1x');
    for (let i = 0; i < 300; i++) {
      const columns = 1 + random(4);
      const row = (length: number) => `|${Array.from({ length }, cell).join('|')}|`;
      const source = [
        `|${Array.from({ length: columns }, () => `h${cell()}`).join('|')}|`,
        `|${Array.from({ length: columns }, () => ['-', ':-', '--:', ':-:'][random(4)]).join('|')}|`,
        ...Array.from({ length: random(4) }, () => row(1 + random(6))),
      ].join('\n');
      const made = tidied(source);
      const [before, now] = [cells(source), cells(made)];
      expect(now.length, source).toBe(before.length);
      before.forEach((row, r) => row.forEach((text, c) => expect(now[r]?.[c], source).toBe(text)));
      expect(new Set(now.map((row) => row.length)).size, source).toBe(1);
      expect(tidied(made), source).toBe(made);
    }
  });
});

describe('a picture', () => {
  it('stands in a paragraph of its own', () => {
    const at = (before: string, alts = ['']) => {
      const state = stateOf(before);
      const { insert, alt } = picturesAt(
        state,
        state.selection.main.head,
        alts.map((alt) => ({ alt, address: '/media/a.jpg' })),
      );
      return marked(state.update({ changes: { from: state.selection.main.head, insert }, selection: { anchor: alt } }).state);
    };
    expect(at('¦')).toBe('![¦](/media/a.jpg)');
    expect(at('One.¦ Two.')).toBe('One.\n\n![¦](/media/a.jpg)\n\n Two.');
    expect(at('¦', ['A lamp', ''])).toBe('![¦A lamp](/media/a.jpg)\n\n![](/media/a.jpg)');
  });

  it('keeps an alt text that looks like Markdown, and is found again', () => {
    const markdown = pictureMarkdown({ alt: 'A [red] lamp, *not* a\nbulb & more', address: '/media/a.jpg' });
    expect(markdown).toBe('![A \\[red\\] lamp, \\*not\\* a bulb & more](/media/a.jpg)');
    expect(picturesIn(`One ${markdown} ![](</media/b.jpg>)`)).toMatchObject([
      { at: 6, address: '/media/a.jpg' },
      { alt: '', address: '/media/b.jpg' },
    ]);
  });
});

describe('the grammar', () => {
  const nodes = (doc: string) => {
    const found: string[] = [];
    syntaxTree(EditorState.create({ doc, extensions: language })).iterate({
      enter: ({ name, from, to }) => void found.push(`${name} ${doc.slice(from, to)}`),
    });
    return found;
  };
  it('has a paragraph a line', () => expect(nodes('*One\ntwo*')).toEqual(['Document *One\ntwo*', 'Paragraph *One', 'Paragraph two*']));
  it('goes on after a line break', () => expect(nodes('*One  \ntwo*').some((n) => n.startsWith('Emphasis'))).toBe(true));
  it('has no underlined headings and no indented code', () => {
    expect(nodes('One\n===').join()).not.toContain('Heading');
    expect(nodes('    One').join()).not.toContain('Code');
  });
  it('shows raw HTML as text', () => expect(nodes('<b>One</b> <3').join()).not.toContain('HTML'));
  it('has no lazy continuation', () => {
    const quote = nodes('> One\nTwo');
    expect(quote).toContain('Blockquote > One');
    expect(quote).toContain('Paragraph Two');
  });
  it('knows tables, and where they end', () => {
    const table = nodes('| a | b |\n|---|---|\n| 1 | 2 |\n\nAfter');
    expect(table).toContain('Table | a | b |\n|---|---|\n| 1 | 2 |');
    expect(table).toContain('Paragraph After');
  });
});

describe('a value from outside', () => {
  it.each([
    ['', 'One'],
    ['One two', 'One three two'],
    ['aaa', 'aa'],
    ['One', ''],
  ])('changes %j to %j with one change', (before, now) => {
    const changes = changeTo(before, now);
    expect(
      EditorState.create({ doc: before })
        .update({ changes: changes ?? [] })
        .state.doc.toString(),
    ).toBe(now);
  });
  it('changes nothing where nothing differs', () => expect(changeTo('One', 'One')).toBeNull());
});
