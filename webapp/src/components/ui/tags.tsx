// The free words of a review or an article, at the end of its text. They lead nowhere: no page lists what shares one.
export function Tags({ tags = [] }: { tags?: readonly string[] | undefined }) {
  if (tags.length === 0) return null;
  return (
    <ul aria-label="Tags" className="flex max-w-measure flex-wrap gap-2">
      {tags.map((tag, i) => (
        <li key={i} className="max-w-full rounded-sm border border-rule-strong px-2 py-0.5 text-caption wrap-anywhere text-secondary">
          {tag}
        </li>
      ))}
    </ul>
  );
}
