// When an item was published and last changed in substance, as readers and search engines are told.

interface Told {
  publishedAt: string | null;
  createdAt: string;
}

/** Returns when an item was first published; when it was created, for a draft. */
export const publicationOf = ({ publishedAt, createdAt }: Told): string => publishedAt ?? createdAt;

/** Returns when readers last saw a change of an item that was more than a typo. Changes saved without a kind count, too. */
export const lastChangeOf = (
  item: Told & { correctedAt: string | null; updateNotedAt: string | null; changedAt?: string | undefined },
): string => item.changedAt ?? modificationOf(item);

/** Returns when an item was last corrected or brought up to date, and else when it was published: no small edit counts. */
export const modificationOf = (item: Told & { correctedAt: string | null; updateNotedAt: string | null }): string =>
  [item.correctedAt, item.updateNotedAt].reduce<string>(
    (last, at) => (at !== null && Date.parse(at) > Date.parse(last) ? at : last),
    publicationOf(item),
  );
