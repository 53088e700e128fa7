// When an item was published, as readers are told and lists are sorted.

/** Returns when an item was first published; when it was created, for a draft. */
export const publicationOf = ({ publishedAt, createdAt }: { publishedAt: string | null; createdAt: string }): string => publishedAt ?? createdAt;
