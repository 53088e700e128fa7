// The little of Markdown that the description is written in, as blocks: headings, paragraphs, lists and code.

export type Block =
  | { kind: 'heading'; text: string; id: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'list'; items: string[] }
  | { kind: 'code'; text: string };

/** The anchor of a heading: 'Sending a request again' is at #sending-a-request-again. */
export function anchor(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]+/g, '-');
}

export function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = [];
  // Code first: there may be blank lines in it.
  for (const [i, part] of markdown.split(/^```\w*\n([\s\S]*?)^```$/m).entries()) {
    if (i % 2 === 1) {
      blocks.push({ kind: 'code', text: part.trimEnd() });
      continue;
    }
    for (const piece of part.split(/\n{2,}/).map((p) => p.trim())) {
      if (piece === '') continue;
      if (piece.startsWith('## ')) blocks.push({ kind: 'heading', text: piece.slice(3), id: anchor(piece.slice(3)) });
      else if (piece.startsWith('- ')) blocks.push({ kind: 'list', items: piece.slice(2).split(/\n- /).map(oneLine) });
      else blocks.push({ kind: 'paragraph', text: oneLine(piece) });
    }
  }
  return blocks;
}

const oneLine = (text: string) => text.replace(/\s*\n\s*/g, ' ');
