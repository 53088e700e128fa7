// The grammar of our Markdown (docs/adr/0021), for what the editor highlights and continues: CommonMark with tables,
// strikethrough and autolinks, in which a line is a paragraph.
import { markdownLanguage, type markdown } from '@codemirror/lang-markdown';
import { Language, LanguageSupport } from '@codemirror/language';

type Extensions = NonNullable<NonNullable<Parameters<typeof markdown>[0]>['extensions']>;
type Config = Extract<Extensions, { parseBlock?: unknown }>;
type EndLeaf = NonNullable<NonNullable<Config['parseBlock']>[number]['endLeaf']>;
type ParseInline = NonNullable<Config['parseInline']>[number]['parse'];
type ParseBlock = NonNullable<NonNullable<Config['parseBlock']>[number]['parse']>;
type Parser = Language['parser'] & { configure: (config: Config) => Language['parser'] };

/** Parts of the parser's blocks and lines that its types leave out. */
interface Inner {
  /** How many blocks a line continues. */
  depth: number;
  /** The parsers that may take over a paragraph; that of a table has its rows. */
  parsers: readonly { rows?: unknown }[];
}

/** The line below a table's head. */
const delimiters = /^\s*\|?(\s*:?-+:?\s*\|)+(\s*:?-+:?\s*)?$/;

/** Reports whether a line begins a paragraph of its own instead of continuing the last one. */
const endLeaf: EndLeaf = (context, line, leaf) => {
  const { depth } = line as unknown as Inner;
  if (depth < context.depth) return true; // a quote or a list goes on only where it is marked so
  if (depth > 1) return false;
  const { parsers } = leaf as unknown as Inner;
  if (parsers.some(({ rows }) => Array.isArray(rows))) return false;
  if (leaf.content.includes('|') && delimiters.test(line.text)) return false;
  return !/(?: {2}|\\)$/.test(leaf.content); // a line break within the paragraph
};

/**
 * The bounds of projections/markdown/bounds.go: marks of a paragraph, characters of it that are looked through for the ends of links and
 * code, and quotes and list items within each other. What is beyond is shown as typed.
 */
const maxMarks = 2000;
const maxScan = 8 * 1024 * 1024;
const maxDepth = 16;

/** What a paragraph has had so far. */
const spent = new WeakMap<Parameters<ParseInline>[0], { marks: number; scan: number }>();

/** Ends the markup of a paragraph that has too much: the parser would take time with the square of it. */
const parseMarks: ParseInline = (paragraph, next, position) => {
  const mark = String.fromCharCode(next);
  if (!'*_~`[]'.includes(mark)) return -1;
  const cost = spent.get(paragraph) ?? { marks: 0, scan: 0 };
  spent.set(paragraph, cost);
  cost.marks++;
  if (mark === '`' || mark === ']') cost.scan += paragraph.end - position;
  return cost.marks > maxMarks || cost.scan > maxScan ? paragraph.end : -1;
};

/** Takes a line that would open a quote or a list too deep as a paragraph. */
const parseDeep: ParseBlock = (context, line) => {
  if (context.depth <= maxDepth || !/^(?:[>*+-]|\d{1,9}[.)])/.test(line.text.slice(line.pos, line.pos + 10))) return false;
  let depth = 0;
  for (let i = 1; i < context.depth; i++) if (/^(?:Blockquote|ListItem)$/.test(context.parentType(i).name)) depth++;
  if (depth < maxDepth) return false;
  const from = context.lineStart + line.pos;
  const text = line.text.slice(line.pos);
  context.nextLine();
  context.addElement(context.elt('Paragraph', from, from + text.length, context.parser.parseInline(text, from)));
  return true;
};

const parser = (markdownLanguage.parser as Parser).configure({
  remove: ['SetextHeading', 'IndentedCode', 'HTMLBlock', 'HTMLTag', 'TaskList', 'Subscript', 'Superscript', 'Emoji'],
  parseBlock: [
    { name: 'LineParagraph', endLeaf },
    { name: 'DeepParagraph', parse: parseDeep, before: 'Blockquote' },
  ],
  parseInline: [{ name: 'Marks', parse: parseMarks, before: 'Escape' }],
});

export const language = new LanguageSupport(new Language(markdownLanguage.data, parser, [], 'markdown'));
