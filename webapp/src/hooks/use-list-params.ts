// The state of a list (page, filters, order, search) as the address's query, so that a reload shows the same and the back
// button works.
import { useSearchParams } from 'react-router-dom';

type Values = Record<string, string | undefined>;

export function useListParams() {
  const [params, setParams] = useSearchParams();
  const page = Math.max(1, Math.floor(Number(params.get('page') ?? 1)) || 1);

  /** Sets values; undefined and '' leave the address. Anything but a change of page goes back to page 1. */
  const change = (values: Values, { replace = false }: { replace?: boolean } = {}) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (!('page' in values)) after.delete('page');
        for (const [name, value] of Object.entries(values)) {
          if (value) after.set(name, value);
          else after.delete(name);
        }
        if (after.get('page') === '1') after.delete('page');
        return after;
      },
      { replace, preventScrollReset: true },
    );

  return { page, search: params.get('search') ?? '', value: (name: string) => params.get(name) ?? undefined, change };
}
