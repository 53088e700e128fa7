// /admin/settings/categories: the categories of reviews in the order in which readers see them.
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronUp, Pencil, Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { EmptyState, ErrorState } from '@/components/ui/state';
import type { Category } from '@/lib/api-types';
import { showToast } from '@/stores/toasts';
import { categoriesQuery, useOrderCategories } from '../api/categories';
import { CategoryDialog } from './category-dialog';

const icon = { 'aria-hidden': true, strokeWidth: 1.75, className: 'size-4' } as const;

/** Which button moved a category: it has the focus again where the category is now. */
interface Moved {
  id: number;
  by: 1 | -1;
  text: string;
}

export default function CategorySettings() {
  const categories = useQuery(categoriesQuery);
  const { mutate } = useOrderCategories();
  const [open, setOpen] = useState<{ category: Category | null } | null>(null);
  const [moved, setMoved] = useState<Moved | null>(null);
  const [chosen, setChosen] = useState<readonly number[]>([]); // the order that is not saved yet; empty: none
  const list = useRef<HTMLUListElement>(null);
  // Moving a row in the page takes the focus off its button, and so does disabling the button.
  useEffect(() => {
    const focused = document.activeElement;
    if (!moved || (focused !== document.body && !(focused instanceof HTMLButtonElement && focused.disabled))) return;
    const buttons = list.current?.querySelectorAll<HTMLButtonElement>(`[data-category="${moved.id}"] [data-move]`) ?? [];
    const [up, down] = buttons;
    const pressed = moved.by < 0 ? up : down;
    (pressed?.disabled ? (moved.by < 0 ? down : up) : pressed)?.focus();
  }, [moved, chosen]);
  if (categories.isPending) return <div role="status" aria-label="Loading categories..." className="h-80 max-w-2xl skeleton" />;
  if (!categories.data) return <ErrorState what="The categories" retry={() => void categories.refetch()} />;
  const place = ({ id }: Category) => (chosen.includes(id) ? chosen.indexOf(id) : chosen.length);
  const all = [...categories.data].sort((a, b) => place(a) - place(b));

  const move = (from: number, by: 1 | -1) => {
    const ordered = [...all];
    const [category] = ordered.splice(from, 1);
    if (!category) return;
    ordered.splice(from + by, 0, category);
    setMoved({ id: category.id, by, text: `${category.name} is now ${from + by + 1} of ${all.length}.` });
    const ids = ordered.map(({ id }) => id);
    setChosen(ids);
    mutate(ids, {
      onSettled: () => setChosen([]),
      onError: () => showToast({ variant: 'destructive', title: 'Error', description: 'The order could not be saved. Please try again.' }),
    });
  };
  return (
    <div className="max-w-2xl">
      <Button onClick={() => setOpen({ category: null })}>
        <Plus {...icon} />
        Add category
      </Button>
      <div className="mt-5">
        {all.length === 0 ? (
          <EmptyState title="No categories yet">Every review is in a category. Add the first one.</EmptyState>
        ) : (
          <ul ref={list} className="border-t border-rule">
            {all.map((category, i) => (
              <li key={category.id} data-category={category.id} className="flex items-center gap-3 border-b border-rule py-3">
                <div className="min-w-0 grow [overflow-wrap:anywhere]">
                  <p className="text-small font-semibold">{category.name}</p>
                  {category.description ? <p className="line-clamp-2 text-small text-secondary">{category.description}</p> : null}
                </div>
                <div className="flex shrink-0">
                  <Button
                    data-move
                    variant="quiet"
                    shape="icon"
                    aria-label={`Move ${category.name} up`}
                    disabled={i === 0}
                    onClick={() => move(i, -1)}
                  >
                    <ChevronUp {...icon} />
                  </Button>
                  <Button
                    data-move
                    variant="quiet"
                    shape="icon"
                    aria-label={`Move ${category.name} down`}
                    disabled={i === all.length - 1}
                    onClick={() => move(i, 1)}
                  >
                    <ChevronDown {...icon} />
                  </Button>
                  <Button variant="quiet" shape="icon" aria-label={`Edit ${category.name}`} onClick={() => setOpen({ category })}>
                    <Pencil {...icon} />
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        )}
      </div>
      <p role="status" className="sr-only">
        {moved?.text}
      </p>
      {open ? (
        <CategoryDialog category={open.category} order={Math.max(0, ...all.map(({ order }) => order))} onClose={() => setOpen(null)} />
      ) : null}
    </div>
  );
}
