// A button that opens the device's own dialog for files.
import { ImageUp } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '@/components/ui/button';

interface Props {
  /** The button's name, beginning with its text. */
  label: string;
  text?: string;
  several?: boolean;
  id?: string;
  onFiles: (files: File[]) => void;
}

export function UploadButton({ label, text = 'Upload', several = false, id, onFiles }: Props) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={chooser}
        type="file"
        accept="image/*"
        multiple={several}
        tabIndex={-1}
        aria-hidden
        className="hidden"
        onChange={(e) => {
          const files = [...(e.target.files ?? [])];
          e.target.value = ''; // the same file can be chosen again
          if (files.length > 0) onFiles(files);
        }}
      />
      <Button id={id} variant="plain" aria-label={label} onClick={() => chooser.current?.click()}>
        <ImageUp aria-hidden strokeWidth={1.75} className="size-4" />
        {text}
      </Button>
    </>
  );
}
