// An author or a brand: a link to what else has it, or the name alone where it has no page yet, as in a preview.
import { Link } from 'react-router-dom';
import type { NameLink } from '@/lib/api-types';
import { namePath, type NameKind } from '@/lib/name-path';

interface Props {
  kind: NameKind;
  /** The name with its page. */
  known: NameLink | null | undefined;
  /** The name as the item has it. */
  name: string;
  /** What search engines learn of the link. */
  rel?: string;
}

export function LinkedName({ kind, known, name, rel }: Props) {
  if (!known) return name;
  return (
    <Link
      to={namePath(kind, known)}
      rel={rel}
      className="underline decoration-rule-strong underline-offset-4 hover:text-accent hover:decoration-current"
    >
      {name}
    </Link>
  );
}
