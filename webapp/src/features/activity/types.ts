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
