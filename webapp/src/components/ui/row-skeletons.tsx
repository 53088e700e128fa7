// Places held while the rows of a table load, in the rows' height.
export function RowSkeletons({ label, count = 10 }: { label: string; count?: number }) {
  return (
    <div role="status" aria-label={label} className="divide-y divide-rule border-y border-rule">
      {Array.from({ length: count }, (_, i) => (
        <div key={i} data-skeleton="row" className="flex h-10 items-center gap-6">
          <div className="h-4 w-20 shrink-0 skeleton" />
          <div className="h-4 w-40 skeleton max-md:hidden" />
          <div className="h-4 grow skeleton" />
          <div className="h-4 w-24 shrink skeleton" />
        </div>
      ))}
    </div>
  );
}
