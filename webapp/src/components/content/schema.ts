// The rules of a form, for the form library. They are loaded with the editor.
import { z } from '@/lib/zod';
import type { Value, Values } from './content-type';
import { bodyOf, isRequired, type RuledFields } from './form';

/** Returns the rules of a form. What passes them becomes the body. */
export function schemaOf<Body extends object>(type: RuledFields, isNew: boolean): z.ZodType<Body, Values> {
  const rules = Object.entries(type.fields).map(([name, field]): [string, z.ZodType<Value, Value>] => {
    const rule = field.kind.rule(field.label);
    const check = (typed: Value) =>
      rule(typed) ?? (isRequired(field, isNew) && String(typed).trim() === '' ? `${field.label} is required` : undefined);
    return [
      name,
      z.union([z.string(), z.boolean()]).superRefine((typed, context) => {
        const message = check(typed);
        if (message) context.addIssue(message);
      }),
    ];
  });
  return z.object(Object.fromEntries(rules)).transform((values) => bodyOf(type, values) as Body);
}
