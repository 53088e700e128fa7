// The middle of the editor: the text, in a column of readable width.
import type { ReactNode } from 'react';
import { textGroup } from '@/components/content/content-type';
import { ContentFields, type FieldsProps } from './content-fields';

interface Props extends FieldsProps {
  /** Above the text: what has to be read or decided first. */
  notices: ReactNode;
}

export function DocumentColumn({ notices, ...fields }: Props) {
  return (
    <div className="mx-auto grid max-w-[46rem] gap-6 px-4 pt-6 pb-24 sm:px-8 sm:pt-10">
      {notices}
      <ContentFields {...fields} group={textGroup} />
    </div>
  );
}
