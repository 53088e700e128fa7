// Shops that sell the product, and what they and the two linked ones ask for it.
import { Plus, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { useController, useWatch } from 'react-hook-form';
import type { EditorForm } from '@/components/content/form';
import { isLinked, linkedShops, mostShops, priceErrors, shopErrors, shopsIn, type TypedShop } from '@/components/content/shops';
import { Button } from '@/components/ui/button';
import { DateField } from '@/components/ui/date-field';
import { TextField } from '@/components/ui/field';
import { NumberField } from '@/components/ui/number-field';

interface Props {
  form: EditorForm;
  name: string;
  /** The fields with the links to AliExpress and Shopee, in this order. */
  links: readonly [string, string];
}

export function ShopsField({ form, name, links }: Props) {
  const { field, fieldState } = useController({ control: form.control, name });
  const addresses = useWatch({ control: form.control, name: [...links] }).map((value) => String(value).trim());
  const add = useRef<HTMLButtonElement>(null);
  const shops = shopsIn(String(field.value));
  const own = shops.filter((shop) => !isLinked(shop));
  const linked = linkedShops
    .map((name, i): TypedShop => ({
      ...(shops.find((shop) => isLinked(shop) && shop.name === name) ?? { name, price: '', date: '' }),
      url: addresses[i] ?? '',
    }))
    .filter(({ url }) => url !== '');
  const change = (next: readonly TypedShop[]) => field.onChange(JSON.stringify(next));
  const set = (index: number, to: Partial<TypedShop>) =>
    change([...linked, ...own].map((shop, i) => (i === index ? { ...shop, ...to } : shop)));
  return (
    <div className="grid gap-4">
      {linked.map((shop, i) => (
        <Price key={shop.name} shop={shop} errors={fieldState.error ? priceErrors(shop) : {}} onChange={(to) => set(i, to)} />
      ))}
      {own.map((shop, i) => {
        const errors = fieldState.error
          ? shopErrors(
              shop,
              own.filter((other) => other !== shop),
            )
          : {};
        const label = shop.name.trim() || `Shop ${i + 1}`;
        return (
          <fieldset key={i} className="grid gap-3 border-t border-rule pt-3">
            <legend className="sr-only">{label}</legend>
            <TextField
              label="Shop"
              value={shop.name}
              error={errors.name}
              onChange={(e) => set(linked.length + i, { name: e.target.value })}
            />
            <TextField
              label="Address"
              type="url"
              inputMode="url"
              placeholder="https://"
              value={shop.url}
              error={errors.url}
              onChange={(e) => set(linked.length + i, { url: e.target.value })}
            />
            <Price shop={shop} errors={errors} onChange={(to) => set(linked.length + i, to)} />
            <Button
              variant="quiet"
              size="small"
              className="justify-self-start"
              aria-label={`Remove ${label}`}
              onClick={() => {
                change([...linked, ...own.filter((_, at) => at !== i)]);
                add.current?.focus();
              }}
            >
              <Trash2 aria-hidden strokeWidth={1.75} className="size-4" />
              Remove
            </Button>
          </fieldset>
        );
      })}
      {fieldState.error ? (
        <p role="alert" className="text-small text-danger">
          {fieldState.error.message}
        </p>
      ) : null}
      <Button
        ref={add}
        variant="plain"
        className="justify-self-start"
        disabled={shops.length >= mostShops}
        onClick={() => change([...linked, ...own, { name: '', url: '', price: '', date: '' }])}
      >
        <Plus aria-hidden strokeWidth={1.75} className="size-4" />
        Add shop
      </Button>
    </div>
  );
}

/** What a shop asks, and on which day. */
function Price({
  shop: { name, price, date },
  errors,
  onChange,
}: {
  shop: TypedShop;
  errors: ReturnType<typeof priceErrors>;
  onChange: (to: Partial<TypedShop>) => void;
}) {
  const of = isLinked({ name }) ? ` at ${name}` : '';
  return (
    <div className="grid gap-3">
      {/* A new price is of another day. */}
      <NumberField
        label={`Price${of}`}
        range={{ min: 0, step: 1 }}
        value={price}
        error={errors.price}
        onChange={(e) => onChange({ price: e.target.value, date: '' })}
      />
      <DateField
        label={`Day of the price${of}`}
        type="date"
        value={date}
        error={errors.date}
        hint="Today if empty."
        onChange={(day) => onChange({ date: day })}
      />
    </div>
  );
}
