// The grammar of our Markdown (docs/adr/0021), for what the editor highlights and continues: CommonMark with tables,
// strikethrough and autolinks, in which a line is a paragraph.
import { markdownLanguage, type markdown } from '@codemirror/lang-markdown';
import { Language, LanguageSupport } from '@codemirror/language';

type Extensions = NonNullable<NonNullable<Parameters<typeof markdown>[0]>['extensions']>;
type Config = Extract<Extensions, { parseBlock?: unknown }>;
type EndLeaf = NonNullable<NonNullable<Config['parseBlock']>[number]['endLeaf']>;
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

const parser = (markdownLanguage.parser as Parser).configure({
  remove: ['SetextHeading', 'IndentedCode', 'HTMLBlock', 'HTMLTag', 'TaskList', 'Subscript', 'Superscript', 'Emoji'],
  parseBlock: [{ name: 'LineParagraph', endLeaf }],
});

export const language = new LanguageSupport(new Language(markdownLanguage.data, parser, [], 'markdown'));
