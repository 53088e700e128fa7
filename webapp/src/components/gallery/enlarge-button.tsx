// Opens a picture in the lightbox. It lies on the picture's corner; the figure around both is a group, which hides it for a picture
// that can't be loaded.
import { Maximize2 } from 'lucide-react';
import { Button } from '@/components/ui/button';

interface Props {
  /** What is enlarged: 'image 2'. */
  name: string;
  onPress: () => void;
}

export function EnlargeButton({ name, onPress }: Props) {
  return (
    <Button
      variant="plain"
      data-noprint
      data-needs-script
      aria-label={`Enlarge ${name}`}
      onClick={onPress}
      className="absolute right-2 bottom-2 group-has-data-[picture=none]:hidden"
    >
      <Maximize2 aria-hidden strokeWidth={1.75} className="size-4" />
      Enlarge
    </Button>
  );
}
