// Which editor is open is in the address, above the list's own query: a reload opens it again, and Back closes it.
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { draftParam, editorAddress, listPath, listQuery, type EditorAddress } from './editor-path';

/** The state of an editor's address that its list has opened, so that closing goes back to it. */
const opened = { fromList: true };

export interface EditorNavigation {
  /** The open editor; null if none is. */
  editor: EditorAddress | null;
  /** @param draft the UUID of the draft that a new item's editor goes on with */
  open: (item: number | 'new', draft?: string) => void;
  close: () => void;
  /** Returns where a link to an item's editor leads. */
  linkTo: (item: number) => { to: { pathname: string; search: string }; state: object };
}

export function useEditorAddress(): EditorNavigation {
  const location = useLocation() as { pathname: string; search: string; state: Partial<typeof opened> | null };
  const navigate = useNavigate();
  const { pathname, search, state } = location;
  const list = listPath(pathname);
  const editor = editorAddress(pathname);
  // Going back takes a moment, in which a second press would go back once more.
  const closing = useRef(false);
  useEffect(() => {
    if (!editor) closing.current = false;
  });
  return {
    editor,
    linkTo: (item) => ({ to: { pathname: `${list}/${item}/edit`, search }, state: opened }),
    open: (item, draft) => {
      const params = new URLSearchParams(search);
      if (draft) params.set(draftParam, draft);
      void navigate(
        { pathname: `${list}/${item === 'new' ? 'new' : `${item}/edit`}`, search: draft ? `?${params.toString()}` : search },
        { state: opened },
      );
    },
    close: () => {
      if (closing.current) return;
      closing.current = true;
      if (state?.fromList) void navigate(-1);
      else void navigate(list + listQuery(search), { replace: true });
    },
  };
}
