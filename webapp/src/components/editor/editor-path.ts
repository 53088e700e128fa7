// The addresses of editors: /admin/reviews/new and /admin/reviews/12/edit.

const pattern = /^(\/admin\/[^/]+)\/(?:(new)|([^/]+)\/edit)\/?$/;

/** The parameter of the draft that the editor of a new item goes on with. */
export const draftParam = 'draft';

/** Returns a list's query without what is only its editor's. */
export function listQuery(search: string): string {
  const params = new URLSearchParams(search);
  if (!params.has(draftParam)) return search;
  params.delete(draftParam);
  return params.size > 0 ? `?${params.toString()}` : '';
}

export interface EditorAddress {
  /** The path of the list that the editor lies over. */
  list: string;
  /** The item that is edited; 'new' for a new one, undefined for an id that no item can have. */
  item: number | 'new' | undefined;
}

/** Returns what the editor at a path edits; null for the path of anything else. */
export function editorAddress(path: string): EditorAddress | null {
  const [, list, fresh, id = ''] = pattern.exec(path) ?? [];
  if (list === undefined) return null;
  const number = /^[1-9]\d{0,15}$/.test(id) ? Number(id) : undefined;
  return { list, item: fresh ? 'new' : number };
}

/** Returns the path of the list below an editor, and any other path as it is. */
export const listPath = (path: string): string => editorAddress(path)?.list ?? path;
