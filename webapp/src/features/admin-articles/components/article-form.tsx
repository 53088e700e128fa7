// The fields of an article, in groups.
import { useId } from 'react';
import { binder, Group } from '@/components/editor/fields';
import type { EditorForm } from '@/components/editor/kind';
import { PictureField } from '@/components/editor/picture-field';
import { PublishFields } from '@/components/editor/publish-fields';
import { TextArea, TextField } from '@/components/ui/field';
import { articleLabels, type ArticleField } from '../article-form';
import { articleCategories } from '../template';

const whole = 'sm:col-span-2';
const requiredFields = ['title', 'content', 'authorName', 'category'] as const satisfies ArticleField[];

export function ArticleForm({ form }: { form: EditorForm }) {
  const id = useId();
  const field = binder<ArticleField>(form, articleLabels, requiredFields);
  return (
    <>
      <Group title="Text">
        <TextField {...field('title')} className={whole} />
        <TextArea {...field('excerpt')} rows={3} style={{ minHeight: '5.5rem' }} className={whole} hint="A summary in one or two sentences." />
        <TextArea {...field('content')} rows={16} className={whole} hint="One paragraph per line; 800 to 1500+ words." />
      </Group>
      <Group title="Author and category">
        <TextField {...field('authorName')} />
        <TextField {...field('category')} list={id} hint="Pick a suggestion or enter your own." />
        <datalist id={id}>
          {articleCategories.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <TextField {...field('tags')} className={whole} hint="Separate tags with commas. They appear below the article." />
      </Group>
      <Group title="Image and video">
        <PictureField form={form} name="imageUrl" label={articleLabels.imageUrl} />
        <TextField {...field('videoUrl')} type="url" inputMode="url" placeholder="https://" />
        <TextField {...field('videoCredit')} />
      </Group>
      <Group title="On the site">
        <PublishFields form={form} labels={articleLabels} />
      </Group>
    </>
  );
}
