// What single reviews, articles and pages carry beside the source of their text. Lists carry the source alone.

/** A heading of a text. */
export interface Heading {
  /** 2 to 6: the page's title is the only h1. */
  level: number;
  /** The id of its element, unique within the text. */
  id: string;
  text: string;
}

export interface RenderedText {
  contentHtml: string;
  /** In the order of the text. */
  contentHeadings: Heading[];
  contentWords: number;
  /** A review's; empty or null without a verdict. */
  verdictHtml?: string | null;
}

/** A single item as its page shows it. The source is not part of it: a page that the server rendered comes without. */
export type Rendered<Item> = Omit<Item, 'content' | 'verdict'> & RenderedText;
