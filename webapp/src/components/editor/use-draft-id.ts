// The draft of a new item is in the address, so that a reload or another device finds it: /admin/reviews/new?draft=6f96…
import { useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { draftParam } from './editor-path';
import { uuid } from '@/lib/uuid';

const pattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export interface DraftId {
  id: string;
  /** Whether the address named it, so that there may be something to load. */
  named: boolean;
  /** Puts it into the address. */
  name: () => void;
}

export function useDraftId(): DraftId {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: unknown };
  const [{ id, named }] = useState(() => {
    const asked = params.get(draftParam) ?? '';
    return pattern.test(asked) ? { id: asked, named: true } : { id: uuid(), named: false };
  });
  const name = () => {
    if (params.get(draftParam) === id) return;
    const now = new URLSearchParams(params);
    now.set(draftParam, id);
    void navigate({ search: `?${now.toString()}` }, { replace: true, state, preventScrollReset: true });
  };
  return { id, named, name };
}
