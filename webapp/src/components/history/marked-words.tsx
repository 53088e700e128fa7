// The difference between two values: the old struck through and the new underlined, so that it doesn't depend on colours.
import { diffWords, shortened } from './word-diff';

interface Props {
  old: string;
  fresh: string;
  /** One takes the place of the other: a number, a date. */
  whole?: boolean;
  /** How much is compared word by word; see diffWords. */
  most?: number;
}

export function MarkedWords({ old, fresh, whole = false, most }: Props) {
  if (whole || old === '' || fresh === '') {
    return (
      <>
        {old === '' ? null : <Old text={old} />}
        {old && fresh ? ' ' : null}
        {fresh === '' ? <span className="text-muted">{old ? ' (empty)' : ''}</span> : <Fresh text={fresh} />}
      </>
    );
  }
  return shortened(diffWords(old, fresh, most)).map(({ kind, text }, i) => (kind === 'same' ? <span key={i}>{text}</span> : kind === 'old' ? <Old key={i} text={text} /> : <Fresh key={i} text={text} />));
}

const Old = ({ text }: { text: string }) => <del className="text-danger">{text}</del>;
const Fresh = ({ text }: { text: string }) => <ins className="text-success decoration-1 [del+&]:ml-1">{text}</ins>;
