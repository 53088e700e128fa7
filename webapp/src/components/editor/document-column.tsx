// The middle of the editor: the text, in a column of readable width, below its toolbar.
import type { ReactNode } from 'react';
import { textGroup } from '@/components/content/content-type';
import { ContentFields, type FieldsProps } from './content-fields';
import { Toolbar } from './markdown/toolbar';

interface Props extends FieldsProps {
  /** The id of the place for find and replace. */
  bars: string;
  /** Above the text: what has to be read or decided first. */
  notices: ReactNode;
}

export function DocumentColumn({ bars, notices, ...fields }: Props) {
  return (
    <>
      <div className="sticky top-0 z-10 border-b border-rule bg-page">
        <div className="mx-auto max-w-[46rem] px-2 py-1 sm:px-6">
          <Toolbar />
        </div>
        <div id={bars} className="mx-auto max-w-[46rem] sm:px-6" />
      </div>
      <div className="mx-auto grid max-w-[46rem] gap-6 px-4 pt-6 pb-24 sm:px-8">
        {notices}
        <ContentFields {...fields} group={textGroup} />
      </div>
    </>
  );
}
