// The actions of one row: icons in a line, and on a phone the same as a menu.
import { Ellipsis, Eye, History, Pencil, Trash2 } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Button, buttonLook } from '@/components/ui/button';
import { Menu } from '@/components/ui/menu';
import type { ContentItem } from '@/lib/content-calls';

interface Props {
  item: ContentItem;
  /** Whether there is room for a line of icons. */
  wide: boolean;
  /** The readers' page, once it is published. */
  address: string | undefined;
  /** Shows a draft. */
  onPreview: () => void;
  onEdit: () => void;
  onHistory: () => void;
  /** Undefined for an item that can't be deleted. */
  onDelete: (() => void) | undefined;
}

const icon = { 'aria-hidden': true, strokeWidth: 1.75, className: 'size-4' } as const;

export function RowActions({ item, wide, address, onPreview, onEdit, onHistory, onDelete }: Props) {
  const { title, isPublished } = item;
  const small = { variant: 'quiet', shape: 'icon', size: 'small', className: 'w-9! pointer-coarse:w-control!' } as const;
  if (!wide) {
    return (
      <Menu
        label={`Actions for ${title}`}
        items={[
          ...(address === undefined
            ? []
            : [
                isPublished
                  ? { label: 'View', icon: <Eye {...icon} />, to: address }
                  : { label: 'View preview', icon: <Eye {...icon} />, onSelect: onPreview },
              ]),
          { label: 'Edit', icon: <Pencil {...icon} />, onSelect: onEdit },
          { label: 'History', icon: <History {...icon} />, onSelect: onHistory },
          ...(onDelete ? [{ label: 'Delete', icon: <Trash2 {...icon} />, onSelect: onDelete }] : []),
        ]}
      >
        <Ellipsis {...icon} className="size-5" />
      </Menu>
    );
  }
  return (
    <span className="inline-flex gap-1">
      {address === undefined ? null : isPublished ? (
        <Link data-tip="View" to={address} aria-label={`View ${title}`} className={buttonLook(small)}>
          <Eye {...icon} />
        </Link>
      ) : (
        <Button data-tip="View preview" {...small} aria-label={`View preview of ${title}`} onClick={onPreview}>
          <Eye {...icon} />
        </Button>
      )}
      <Button data-tip="Edit" {...small} aria-label={`Edit ${title}`} onClick={onEdit}>
        <Pencil {...icon} />
      </Button>
      <Button data-tip="History" {...small} aria-label={`History of ${title}`} onClick={onHistory}>
        <History {...icon} />
      </Button>
      {onDelete ? (
        <Button data-tip="Delete" {...small} aria-label={`Delete ${title}`} onClick={onDelete}>
          <Trash2 {...icon} />
        </Button>
      ) : null}
    </span>
  );
}
