// The page beside the text, a moment after each change, on the width of a phone or of a desktop.
import { Monitor, Smartphone } from 'lucide-react';
import { useEffect, useState, type RefObject } from 'react';
import { previewOf } from '@/components/content/form';
import type { Values } from '@/components/content/content-type';
import type { ContentItem } from '@/lib/content-calls';
import { DeviceFrame } from './device-frame';
import type { PreviewProps } from './preview-tab';
import { RenderedPreview } from './rendered-preview';
import { useScrollAlong } from './use-scroll-along';
import type { Device, Layout } from './use-layout';
import { Toggle } from './view-buttons';

/** How long nothing is typed before the page is drawn again, in milliseconds. */
const pause = 150;

const devices: { device: Device; text: string; Icon: typeof Monitor }[] = [
  { device: 'phone', text: 'Phone width', Icon: Smartphone },
  { device: 'desktop', text: 'Desktop width', Icon: Monitor },
];

interface Props<Item extends ContentItem> extends PreviewProps<Item> {
  layout: Pick<Layout, 'device' | 'setDevice'>;
  /** What scrolls the text. */
  column: RefObject<HTMLElement | null>;
}

export function BesidePreview<Item extends ContentItem>({ form, type, item, page, layout: { device, setDevice }, column }: Props<Item>) {
  const values = useSettledValues(form);
  const [frame, setFrame] = useState<HTMLIFrameElement | null>(null);
  useScrollAlong(column, frame);
  return (
    <section
      aria-label="Preview"
      className={`flex min-w-0 flex-col border-l border-rule bg-sunken ${device === 'phone' ? 'w-[27rem] shrink-0' : 'grow basis-0'}`}
    >
      <div className="flex min-h-11.25 shrink-0 items-center justify-between border-b border-rule bg-page py-1 pr-2 pl-4">
        <h3 className="font-sans! text-small font-semibold tracking-normal! text-secondary">Preview</h3>
        <div role="group" aria-label="Width of the preview" className="flex gap-1">
          {devices.map(({ device: one, text, Icon }) => (
            <Toggle key={one} text={text} pressed={one === device} onPress={() => setDevice(one)}>
              <Icon aria-hidden strokeWidth={1.75} className="size-4.5" />
            </Toggle>
          ))}
        </div>
      </div>
      <DeviceFrame device={device} onFrame={setFrame}>
        <RenderedPreview item={previewOf(type, values, item)} page={page} />
      </DeviceFrame>
    </section>
  );
}

/** The form's values, once they have been the same for a moment. */
function useSettledValues(form: PreviewProps<ContentItem>['form']): Values {
  const [values, setValues] = useState(() => form.getValues());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = form.subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer);
        timer = setTimeout(() => setValues({ ...form.getValues() }), pause);
      },
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [form]);
  return values;
}
