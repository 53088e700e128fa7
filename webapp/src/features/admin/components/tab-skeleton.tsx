// Holds the place of a tab until the session is known and the tab's code is loaded: a heading with counts and buttons, a
// row of filters, and a list.
import { RowSkeletons } from '@/components/ui/row-skeletons';

export function TabSkeleton({ label }: { label: string }) {
  return (
    <div>
      <div aria-hidden className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div>
          <div className="h-7 w-40 skeleton" />
          <div className="mt-2 h-5 w-64 max-w-full skeleton max-sm:hidden" />
        </div>
        <div className="h-control w-36 skeleton sm:w-72" />
      </div>
      <div aria-hidden className="mt-5 h-control skeleton sm:w-40" />
      <div className="mt-4">
        <RowSkeletons label={label} />
      </div>
    </div>
  );
}
