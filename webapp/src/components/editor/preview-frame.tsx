// The frame of a preview: a public page in small. Its links do nothing, so that nobody leaves the dialog by accident.
import type { MouseEvent, ReactNode } from 'react';

/** Links that open in a tab of their own may be tried, and videos played. */
export function hold(e: MouseEvent) {
  // In a frame, elements are of the frame's own classes.
  const pressed = (e.target as Partial<Element>).closest?.('a:not([target=_blank]), [data-needs-script]');
  if (!pressed) return;
  e.preventDefault();
  e.stopPropagation();
}

/** @param note says what is shown, if it isn't what the form would save. */
export function PreviewFrame({
  note = 'As readers will see it once saved and published.',
  children,
}: {
  note?: string | undefined;
  children: ReactNode;
}) {
  return (
    <>
      <p className="mb-6 text-small text-muted">{note} Links to other pages don’t work in the preview.</p>
      {/* On wide screens the page's own layout, scaled to the dialog. */}
      <div onClickCapture={hold} className="lg:[zoom:0.7]">
        {children}
      </div>
    </>
  );
}
