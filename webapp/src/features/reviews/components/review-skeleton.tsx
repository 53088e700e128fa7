// A review's place while it loads, in its final shape.

export function ReviewSkeleton() {
  return (
    <div role="status">
      <p className="text-small text-muted">Loading review...</p>
      <div aria-hidden className="mt-6 grid gap-x-12 gap-y-6 lg:grid-cols-12">
        <div className="grid content-start gap-4 lg:col-span-8">
          <div className="h-4 w-40 skeleton" />
          <div className="h-12 skeleton" />
          <div className="h-12 w-2/3 skeleton" />
          <div className="h-4 w-1/2 skeleton" />
        </div>
        <div className="size-32 rounded-full skeleton lg:col-span-4" />
      </div>
      <div aria-hidden className="mt-8 aspect-3/2 skeleton sm:aspect-2/1" />
    </div>
  );
}
