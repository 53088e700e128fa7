// The free words of a review or an article, at the end of its text. Each leads to what else has it.
import { Link } from 'react-router-dom';
import type { NameLink } from '@/lib/api-types';
import { namePath } from '@/lib/name-path';

interface Props {
  tags?: readonly string[] | undefined;
  /** The tags with their pages; undefined where there are none yet, as in a preview. */
  names?: readonly NameLink[] | undefined;
}

const shape = 'block max-w-full rounded-sm border border-rule-strong px-2.5 py-1 text-caption wrap-anywhere text-secondary';

export function Tags({ tags = [], names }: Props) {
  if (tags.length === 0) return null;
  return (
    <ul aria-label="Tags" className="flex max-w-measure flex-wrap gap-2">
      {names
        ? names.map((tag) => (
            <li key={tag.slug} className="max-w-full">
              <Link to={namePath('tags', tag)} rel="tag" className={`${shape} hover:border-accent hover:text-accent`}>
                {tag.name}
              </Link>
            </li>
          ))
        : tags.map((tag, i) => (
            <li key={i} className={shape}>
              {tag}
            </li>
          ))}
    </ul>
  );
}
