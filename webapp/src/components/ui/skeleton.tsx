// Places held while cards load, in the cards' final shape.

/** How many skeleton cards stand in for a list (spec section 9). */
const skeletonCards = 6;

export function CardSkeletons({ label, count = skeletonCards }: { label: string; count?: number }) {
  return (
    <div role="status" aria-label={label} className="grid gap-x-6 gap-y-12 sm:grid-cols-2 lg:grid-cols-3">
      {Array.from({ length: count }, (_, i) => (
        <div key={i} data-skeleton="card" className="flex flex-col gap-4">
          <div className="aspect-3/2 skeleton" />
          <div className="h-4 w-1/3 skeleton" />
          <div className="h-7 w-full skeleton" />
          <div className="h-16 w-full skeleton" />
        </div>
      ))}
    </div>
  );
}
