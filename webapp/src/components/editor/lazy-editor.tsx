// Loads the editor when it is first opened.
import { lazy, Suspense, type ComponentProps } from 'react';
import { loadCode } from '@/lib/load-code';
import type { ContentItem } from '@/lib/content-calls';
import type EditorDialog from './editor-dialog';
import { EditorLoading } from './editor-states';

type Props<Item extends ContentItem, Body extends object> = ComponentProps<typeof EditorDialog<Item, Body>>;

const Editor = lazy(() => loadCode(() => import('./editor-dialog'))) as unknown as typeof EditorDialog;

/** Every opening begins afresh. */
export function LazyEditor<Item extends ContentItem, Body extends object>(props: Props<Item, Body>) {
  return (
    <Suspense
      fallback={
        <div className="fixed inset-0 z-40 flex bg-page">
          <EditorLoading noun={props.type.noun} />
        </div>
      }
    >
      <Editor key={props.item} {...props} />
    </Suspense>
  );
}
