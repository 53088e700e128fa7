// An item on its public page's own parts, with its text rendered by the server.
import { useQuery } from '@tanstack/react-query';
import { Suspense, type ReactNode } from 'react';
import { RowSkeletons } from '@/components/ui/row-skeletons';
import { ErrorState } from '@/components/ui/state';
import type { ContentItem } from '@/lib/content-calls';
import { markdownQuery, type MarkdownSource } from '@/lib/markdown-call';
import type { Rendered, RenderedText } from '@/lib/rendered';

interface Props<Item extends ContentItem> {
  /** Null while there is nothing to show; the last rendering is kept for the next item. */
  item: Item | null;
  page: (item: Rendered<Item>) => ReactNode;
}

/**
 * The fields of an item that are read here. Only saved items come with their rendered text, only reviews have shop links, and only pages
 * slugs.
 */
type Source = Partial<RenderedText> & {
  content?: string;
  verdict?: string | null;
  aliexpressLink?: string | null;
  shopeeLink?: string | null;
  slug?: string;
};

function sourceOf({ content, verdict, aliexpressLink, shopeeLink, slug }: Source): MarkdownSource {
  const links = [aliexpressLink, shopeeLink];
  return {
    content: content ?? '',
    verdict: verdict ?? '',
    placeholders: slug !== undefined,
    shops:
      aliexpressLink === undefined ? null : (links.filter((link) => typeof link === 'string' && /^https?:\/\//i.test(link)) as string[]),
  };
}

const textIn = (html: string): string | null => new DOMParser().parseFromString(html, 'text/html').body.textContent.trim() || null;

export function RenderedPreview<Item extends ContentItem>({ item, page }: Props<Item>) {
  const stored: (Item & Source) | null = item;
  const isRendered = stored?.contentHtml !== undefined;
  const { data, isError, isPlaceholderData, refetch } = useQuery(markdownQuery(stored && !isRendered ? sourceOf(stored) : null));
  if (!stored) return null;
  const loading = <RowSkeletons label="Loading the preview..." />;
  // The page's parts may have to be loaded.
  if (isRendered) return <Suspense fallback={loading}>{page(stored as unknown as Rendered<Item>)}</Suspense>;
  if (isError) return <ErrorState what="The preview" retry={() => void refetch()} />;
  if (!data) return loading;
  // The verdict's text is beside the score; the stored one may be older.
  const texts = stored.verdict === undefined ? {} : { verdictText: textIn(data.verdictHtml ?? '') };
  return (
    <div aria-busy={isPlaceholderData}>
      <Suspense fallback={loading}>{page({ ...stored, ...texts, ...data })}</Suspense>
    </div>
  );
}
