// What readers see of a picture once another one has replaced it.
import { useId } from 'react';
import type { OldPicture } from '@/lib/media';

const choices: { old: OldPicture; name: string; text: string }[] = [
  {
    old: 'history',
    name: 'Readers can still see the old picture in the history',
    text: 'The history shows both, and earlier versions show the old one.',
  },
  { old: 'hidden', name: 'Hide the old picture', text: 'The history only says that it was replaced. Caches may keep it for a day.' },
];

interface Props {
  chosen: OldPicture;
  disabled: boolean;
  onChoose: (old: OldPicture) => void;
}

export function OldPictureChoice({ chosen, disabled, onChoose }: Props) {
  const id = useId();
  return (
    <fieldset disabled={disabled} className="grid min-w-0 gap-2">
      <legend className="sr-only">The old picture</legend>
      {choices.map(({ old, name, text }) => (
        <label
          key={old}
          className="flex min-w-0 items-start gap-3 rounded-sm border border-control bg-raised p-3 has-checked:border-accent"
        >
          <input
            type="radio"
            name={id}
            checked={chosen === old}
            onChange={() => onChoose(old)}
            aria-labelledby={`${id}-${old}`}
            aria-describedby={`${id}-${old}-text`}
            className="mt-1 size-4 shrink-0 accent-accent"
          />
          <span className="min-w-0 text-small">
            <span id={`${id}-${old}`} className="block font-semibold text-primary">
              {name}
            </span>
            <span id={`${id}-${old}-text`} className="block text-secondary">
              {text}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
