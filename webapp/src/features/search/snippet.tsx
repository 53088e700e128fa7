// Passages that a search found. They come as HTML with <mark> elements and nothing else; here they are read as text and marks, so that any
// other markup would stand there as text.
import type { ReactNode } from 'react';

interface Part {
  text: string;
  marked: boolean;
}

/** The characters that the server escapes, by their references. */
const references: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&', '&#34;': '"', '&#39;': "'" };

/** Returns the text of HTML without elements. */
const textOf = (html: string) => html.replace(/&(?:lt|gt|amp|#34|#39);/g, (reference) => references[reference] ?? reference);

/** Splits a snippet into what is marked and what is not. */
export function parseSnippet(html: string): Part[] {
  return html
    .split(/<mark>(.*?)<\/mark>/su)
    .map((part, i) => ({ text: textOf(part), marked: i % 2 === 1 }))
    .filter(({ text }) => text !== '');
}

const words = /([\p{L}\p{M}\p{N}]+)/u;

/** Marks the words of a title that are words of the search, or that the snippet marks. Case does not matter. */
export function markTitle(title: string, search: string, snippet: string): Part[] {
  const marked = parseSnippet(snippet).flatMap((part) => (part.marked ? part.text : []));
  const wanted = new Set(
    [search, ...marked].flatMap((text) =>
      text
        .toLowerCase()
        .split(words)
        .filter((_, i) => i % 2 === 1),
    ),
  );
  return title
    .split(words)
    .map((text, i) => ({ text, marked: i % 2 === 1 && wanted.has(text.toLowerCase()) }))
    .filter(({ text }) => text !== '');
}

/** Shows parts of a text. */
export function Marked({ parts }: { parts: Part[] }): ReactNode {
  return parts.map(({ text, marked }, i) => (marked ? <mark key={i}>{text}</mark> : text));
}
