// A button that lets the person choose image files.
import { ImageUp } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '@/components/ui/button';

interface Props {
  children: string;
  /** The button's whole name, where its text leaves out what surrounds it. */
  label?: string;
  /** Several can be chosen at once. */
  multiple?: boolean;
  variant?: 'primary' | 'plain';
  disabled?: boolean;
  className?: string;
  onFiles: (files: File[]) => void;
}

export function FileButton({ children, label, multiple = false, variant = 'primary', disabled = false, className, onFiles }: Props) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={chooser}
        type="file"
        accept="image/*"
        multiple={multiple}
        tabIndex={-1}
        aria-hidden
        className="hidden"
        onChange={(e) => {
          const files = [...(e.target.files ?? [])];
          e.target.value = ''; // the same file can be chosen again
          if (files.length > 0) onFiles(files);
        }}
      />
      <Button variant={variant} aria-label={label} disabled={disabled} className={className} onClick={() => chooser.current?.click()}>
        <ImageUp aria-hidden strokeWidth={1.75} className="size-4" />
        {children}
      </Button>
    </>
  );
}
