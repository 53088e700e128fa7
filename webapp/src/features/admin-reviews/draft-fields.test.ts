import { describe, expect, it } from 'vitest';
import type { Values } from '@/components/content/content-type';
import { draftFields, formValues } from '@/components/content/draft-fields';
import { valuesOf } from '@/components/content/form';
import { makeReview } from '@/testing/makers';
import { reviewType } from './review-type';

const all = Object.keys(reviewType.fields);

describe('the fields of a draft', () => {
  it('are the API’s values, and give the same form again', () => {
    const typed: Values = {
      ...valuesOf(reviewType, makeReview()),
      tags: 'quiet, light',
      publishAt: '2031-03-04T12:00',
      pros: 'Silent\nLight',
    };
    const stored = draftFields(reviewType, typed, all);
    expect(stored).toMatchObject({
      rating: 4.6,
      categoryId: 1,
      tags: ['quiet', 'light'],
      pros: ['Silent', 'Light'],
      isPublished: true,
      videoUrl: null,
    });
    expect(stored.publishAt).toMatch(/^2031-03-04T.*Z$/);
    const again = formValues(reviewType, stored);
    for (const name of all) expect(again[name], name).toEqual(typed[name]);
  });

  it('that break a rule stay as they were typed', () => {
    const wrong = { rating: '6', productPrice: 'dear', videoUrl: 'htp:/x', pros: `• ${'x'.repeat(600)}` };
    const stored = draftFields(reviewType, wrong, Object.keys(wrong));
    expect(stored).toEqual(wrong);
    expect(formValues(reviewType, stored)).toEqual(wrong);
  });

  it('are only those that the form has', () => {
    expect(formValues(reviewType, { title: 'A lamp', from: 'a newer version' })).toEqual({ title: 'A lamp' });
  });
});
