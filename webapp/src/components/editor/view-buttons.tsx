// The switches of what is shown beside the text: the preview, where there is room for it, and the side panel.
import { Columns2, PanelRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import type { Layout } from './use-layout';

const icon = { 'aria-hidden': true, strokeWidth: 1.75, className: 'size-4.5' } as const;

interface Props {
  layout: Layout;
  /** The id of the side panel. */
  panelId: string;
}

export function ViewButtons({ layout, panelId }: Props) {
  const { panel, setPanel, roomBeside, beside, setBeside } = layout;
  return (
    <>
      {roomBeside ? (
        <Toggle text="Preview beside the text" pressed={beside} onPress={() => setBeside(!beside)}>
          <Columns2 {...icon} />
        </Toggle>
      ) : null}
      <Button
        data-tip={panel ? 'Hide details' : 'Show details'}
        variant="quiet"
        size="small"
        aria-expanded={panel}
        aria-controls={panelId}
        className="px-2.5! aria-expanded:bg-sunken aria-expanded:text-primary max-md:ml-auto"
        onClick={() => setPanel(!panel)}
      >
        <PanelRight {...icon} />
        Details
      </Button>
    </>
  );
}

interface ToggleProps {
  text: string;
  pressed: boolean;
  onPress: () => void;
  children: ReactNode;
}

export function Toggle({ text, pressed, onPress, children }: ToggleProps) {
  return (
    <Button
      data-tip={text}
      variant="quiet"
      shape="icon"
      size="small"
      aria-label={text}
      aria-pressed={pressed}
      className="w-9! pointer-coarse:w-control! aria-pressed:bg-sunken aria-pressed:text-primary"
      onClick={onPress}
    >
      {children}
    </Button>
  );
}
