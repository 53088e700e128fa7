// The rendering of a text that isn't saved, for the editor's preview.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from './api-client';
import type { Heading, RenderedText } from './rendered';

/** The fields of an item that its rendered text depends on. */
export interface MarkdownSource {
  content: string;
  verdict: string;
  /** A review's shop links: links to the same hosts are marked as paid for. Null for anything but reviews. */
  shops: readonly string[] | null;
  /** Whether placeholders are shown as what they stand for, as in pages. */
  placeholders: boolean;
}

interface Rendering {
  html: string;
  headings: Heading[];
  words: number;
}

/** How long a source has to stay the same before it is sent, in milliseconds. */
const settled = 200;

/** Resolves after settled milliseconds; rejects if the signal aborts first. */
const pause = (signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, settled);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new DOMException('The source has changed.', 'AbortError'));
    });
  });

/** The text as the server renders it. While another one is rendered, the last stays. Nothing is rendered for null. */
export const markdownQuery = (source: MarkdownSource | null) =>
  queryOptions({
    queryKey: ['admin', 'markdown', source],
    enabled: source !== null,
    networkMode: 'always', // without a network it fails at once and says so
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<RenderedText> => {
      const { content = '', verdict = '', shops = null, placeholders = false } = source ?? {};
      const render = async (text: string): Promise<Rendering> =>
        text.trim() === ''
          ? { html: '', headings: [], words: 0 }
          : api.post<Rendering>(
              '/api/admin/markdown',
              { content: text, ...(shops ? { sponsored: shops } : {}), ...(placeholders ? { placeholders } : {}) },
              { signal },
            );
      await pause(signal);
      const [main, final] = await Promise.all([render(content), render(verdict)]);
      return { contentHtml: main.html, contentHeadings: main.headings, contentWords: main.words, verdictHtml: final.html };
    },
  });
