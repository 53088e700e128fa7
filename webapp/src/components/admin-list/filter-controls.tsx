// The controls of the list's filters. What is chosen is in the address.
import type { Choices, Filter } from '@/components/content/content-type';
import { SelectField } from '@/components/ui/select';
import { useListParams } from '@/hooks/use-list-params';

export function FilterControls({ filters, choices }: { filters: readonly Filter[]; choices: Choices }) {
  const { value, change } = useListParams();
  return filters.map(({ name, label, width, options }) => (
    <SelectField
      key={name}
      label={label}
      hideLabel
      className={width}
      options={options(choices)}
      value={value(name) ?? ''}
      onChange={(e) => change({ [name]: e.target.value })}
    />
  ));
}
