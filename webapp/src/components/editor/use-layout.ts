// What of the editor is shown beside the text: the side panel, and the preview. What the admin chooses is remembered.
import { useState } from 'react';
import { useMedia } from '@/hooks/use-media';
import { readStored, writeStored } from '@/lib/storage';
import { z } from '@/lib/zod';

const key = 'candor-editor';

const schema = z.object({ panel: z.boolean(), beside: z.boolean(), device: z.enum(['phone', 'desktop']) }).partial();

type Choices = z.infer<typeof schema>;

export type Device = NonNullable<Choices['device']>;

function stored(): Choices {
  try {
    return schema.parse(JSON.parse(readStored(key) ?? '{}'));
  } catch {
    return {};
  }
}

export interface Layout {
  /** Whether the side panel is open. */
  panel: boolean;
  setPanel: (open: boolean) => void;
  /** Whether the panel lies over the text, as on a phone, rather than beside it. */
  panelCovers: boolean;
  /** Whether there is room for the preview beside the text. */
  roomBeside: boolean;
  /** Whether the preview is shown there. */
  beside: boolean;
  setBeside: (beside: boolean) => void;
  /** Whose width the preview has there. */
  device: Device;
  setDevice: (device: Device) => void;
}

export function useLayout(): Layout {
  const [choices, setChoices] = useState(stored);
  const [over, setOver] = useState(false);
  const panelCovers = useMedia('(width < 40rem)');
  const narrow = useMedia('(width < 64rem)');
  const roomBeside = useMedia('(width >= 68rem)');
  const wide = useMedia('(width >= 90rem)');
  const choose = (choice: Choices) => {
    const now = { ...choices, ...choice };
    setChoices(now);
    writeStored(key, JSON.stringify(now));
  };
  return {
    panel: panelCovers ? over : (choices.panel ?? !narrow),
    setPanel: (panel) => (panelCovers ? setOver(panel) : choose({ panel })),
    panelCovers,
    roomBeside,
    beside: roomBeside && (choices.beside ?? wide),
    setBeside: (beside) => choose({ beside }),
    device: choices.device ?? 'phone',
    setDevice: (device) => choose({ device }),
  };
}
