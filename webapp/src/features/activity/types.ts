import type { Actor } from '@/lib/item-history';

/** What an action was about, as it is now. */
export interface Item {
  kind: 'review' | 'article' | 'category' | 'message' | 'key';
  id: number;
  /** Its present title; messages have none. */
  title?: string;
  state: 'present' | 'published' | 'deleted';
}

/** One action of an admin (spec section 3). */
export interface Activity {
  /** Larger is newer. */
  id: number;
  /** 'LOGIN', 'CREATE_REVIEW' and so on (spec section 9). */
  action: string;
  details: string;
  user: string;
  /** RFC 3339. */
  timestamp: string;
  /** Null for sign-ins and passwords. */
  item: Item | null;
}

/** One change in the audit trail, by anyone. */
export interface TrailEntry {
  /** Larger is newer. */
  position: number;
  /** The event's: 'ReviewPublished'. */
  type: string;
  at: string;
  /** Later than at for what was imported. */
  recordedAt: string;
  actor: Actor;
  /** What is not known is null. */
  from: { via: string | null; address: string | null; userAgent: string | null; sender: string | null };
  /** The request that caused it. */
  correlationId: string | null;
  kind: string;
  /** As it was then. */
  title: string | null;
  /** That an update changed. */
  fields: string[];
  /** Whose changes it took back, 'apikey-2'. */
  undoes: string | null;
  stream: string;
  revision: number;
  /** As it is now; null for sign-ins and passwords. */
  item: Item | null;
}
