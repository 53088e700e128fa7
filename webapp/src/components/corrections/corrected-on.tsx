// 'Corrected on …' beside the dates of a review or an article, which leads to the record below.
import { formatDate } from '@/lib/format';

export function CorrectedOn({ at }: { at?: string | null | undefined }) {
  if (!at) return null;
  return (
    <a href="#corrections" className="text-secondary underline decoration-rule-strong underline-offset-4 hover:text-primary hover:decoration-current">
      Corrected on <time dateTime={at}>{formatDate(at)}</time>
    </a>
  );
}
