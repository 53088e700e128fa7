// The frame of a preview: a public page in small, whose links lead nowhere, so that nobody leaves the dialog by one.
import type { MouseEvent, ReactNode } from 'react';

/** Links that open in a tab of their own may be tried. */
function hold(e: MouseEvent) {
  const link = e.target instanceof Element ? e.target.closest('a') : null;
  if (link && link.target !== '_blank') e.preventDefault();
}

export function PreviewFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <p className="mb-6 text-small text-muted">As readers will see it once it is saved and published. Links to other pages are not followed here.</p>
      {/* On wide screens the page's own layout, scaled to the dialog. */}
      <div onClickCapture={hold} className="lg:[zoom:0.7]">
        {children}
      </div>
    </>
  );
}
