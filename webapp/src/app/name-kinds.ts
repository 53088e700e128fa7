// What the pages of tags, brands and authors say. The server's heads have the same words (httpapi/pages/addresses.go).
import type { NameKind } from '@/lib/name-path';

interface Kind {
  /** In a message: 'Tag Not Found'. */
  noun: string;
  /** What the page has, by how many items each list has; undefined while that isn't known. */
  heading: (name: string, reviews?: number, articles?: number) => string;
  describe: (name: string) => string;
}

export const nameKinds: Record<NameKind, Kind> = {
  tags: {
    noun: 'Tag',
    heading: (name, reviews, articles) =>
      `${articles === 0 ? 'Reviews' : reviews === 0 ? 'Articles' : 'Reviews and articles'} tagged “${name}”`,
    describe: (name) => `Reviews and articles about ${name}.`,
  },
  brands: {
    noun: 'Brand',
    heading: (name) => `Reviews of ${name} products`,
    describe: (name) => `Honest reviews of products by ${name}.`,
  },
  authors: {
    noun: 'Author',
    heading: (name) => name,
    describe: (name) => `Reviews and articles by ${name}.`,
  },
};
