// The fields of a review, in groups.
import { binder, BulletArea, Group, SwitchField } from '@/components/editor/fields';
import type { EditorForm } from '@/components/editor/kind';
import { PictureField } from '@/components/editor/picture-field';
import { PublishFields } from '@/components/editor/publish-fields';
import { TextArea, TextField } from '@/components/ui/field';
import { SelectField } from '@/components/ui/select';
import type { Category } from '../api/categories';
import { reviewLabels, type ReviewField } from '../review-form';

const short = { rows: 3, style: { minHeight: '5.5rem' } };
const whole = 'sm:col-span-2';
const requiredFields = ['productName', 'productBrand', 'categoryId', 'authorName', 'title', 'content'] as const satisfies ReviewField[];

export function ReviewForm({ form, categories }: { form: EditorForm; categories: readonly Category[] }) {
  const field = binder<ReviewField>(form, reviewLabels, requiredFields);
  return (
    <>
      <Group title="Basics">
        <TextField {...field('productName')} />
        <TextField {...field('productBrand')} />
        <SelectField key={categories.length} {...field('categoryId')} options={categories.map(({ id, name }) => ({ value: String(id), label: name }))} />
        <TextField {...field('authorName')} />
      </Group>
      <Group title="Text">
        <TextField {...field('title')} className={whole} />
        <TextArea {...field('content')} rows={16} className={whole} hint="One paragraph per line. Aim for 1000+ words." />
        <TextField {...field('tags')} className={whole} hint="Separate tags with commas. They appear below the review." />
      </Group>
      <Group title="Rating and verdict">
        <TextField {...field('rating')} type="number" inputMode="decimal" min={1} max={5} step={0.1} hint="From 1 to 5, in steps of 0.1." />
        <TextArea {...field('verdict')} {...short} className={whole} hint="Who should buy it, and who should not." />
      </Group>
      <Group title="Pros and cons" hint="One per line. Bullets are added for you.">
        <BulletArea form={form} field={field('pros')} />
        <BulletArea form={form} field={field('cons')} />
      </Group>
      <Group title="Product and prices">
        <TextArea {...field('productDescription')} {...short} className={whole} />
        <TextField {...field('productPrice')} type="number" inputMode="decimal" min={0} step="any" hint="US dollars. Leave empty if unknown." />
        <TextField {...field('productPriceMax')} type="number" inputMode="decimal" min={0} step="any" hint="Shown only if higher than the minimum." />
        <TextArea {...field('specifications')} rows={5} hint="One per line, such as “Weight: 1.2 kg”." />
        <TextArea {...field('features')} rows={5} hint="One per line." />
      </Group>
      <Group title="Images and video">
        <PictureField form={form} name="productImageUrl" label={reviewLabels.productImageUrl} />
        <TextArea {...field('imageUrls')} {...short} className={whole} hint="Image URLs, separated by commas. The first is the main image; if empty, the product image is used." />
        <TextField {...field('videoUrl')} type="url" inputMode="url" placeholder="https://" />
        <TextField {...field('videoCredit')} />
      </Group>
      <Group title="Where to buy">
        <TextField {...field('aliexpressLink')} type="url" inputMode="url" placeholder="https://" />
        <TextField {...field('shopeeLink')} type="url" inputMode="url" placeholder="https://" />
      </Group>
      <Group title="On the site">
        <SwitchField form={form} name="isFeatured" label={reviewLabels.isFeatured} hint="Shows in the Featured Reviews section of the homepage" />
        <PublishFields form={form} labels={reviewLabels} />
      </Group>
    </>
  );
}
