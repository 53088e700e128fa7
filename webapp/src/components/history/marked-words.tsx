// The difference between two values: the old struck through and the new underlined, so that it doesn't depend on colours.
import { Fragment } from 'react';
import { diffWords, limited, shortened, withoutCutEnds, type Piece } from './word-diff';

interface Props {
  old: string;
  fresh: string;
  /** One takes the place of the other: a number, a date. */
  whole?: boolean;
  /** How much is compared word by word; see diffWords. */
  most?: number;
  /** How much is shown, in characters; all of it by default. */
  show?: number;
}

export function MarkedWords({ old, fresh, whole = false, most, show = Infinity }: Props) {
  const apart = whole || old === '' || fresh === '';
  const pieces: Piece[] = apart ? [...(old ? [{ kind: 'old' as const, text: old }] : []), ...(fresh ? [{ kind: 'new' as const, text: fresh }] : [])] : shortened(withoutCutEnds(diffWords(old, fresh, most)));
  return (
    <>
      {limited(pieces, show).map(({ kind, text }, i) => (
        <Fragment key={i}>
          {apart && i > 0 ? ' ' : null}
          {kind === 'same' ? text : kind === 'old' ? <del className="text-danger">{text}</del> : <ins className="text-success decoration-1 [del+&]:ml-1">{text}</ins>}
        </Fragment>
      ))}
      {old && fresh === '' ? <span className="text-muted"> (empty)</span> : null}
    </>
  );
}
