import { expect, it } from 'vitest';
import { draftFields, formValues } from './draft-fields';
import { changedFields } from './form';
import { price, publishFields } from './field-kinds';

const type = { fields: { price: { label: 'Price', group: 'Text', kind: price } } };

it('keeps a number that cannot be read as it was typed', () => {
  const typed = { price: '12x' };
  expect(changedFields(type, { price: '' }, typed)).toEqual(['price']);
  expect(draftFields(type, typed, ['price'])).toEqual({ price: '12x' });
  expect(formValues(type, { price: '12x' })).toEqual(typed);
});

it('keeps a time that was typed halfway, so that its field says so', () => {
  const times = { fields: publishFields({ group: 'On the site' }) };
  expect(draftFields(times, { publishAt: 'half-typed' }, ['publishAt'])).toEqual({ publishAt: 'half-typed' });
  expect(formValues(times, { publishAt: 'half-typed', unpublishAt: null })).toEqual({ publishAt: 'half-typed', unpublishAt: '' });
});
