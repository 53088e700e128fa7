// The QR code generator: text in, a 300 × 300 PNG out, made in the browser without any call.
import { Download } from 'lucide-react';
import { useState, type SyntheticEvent } from 'react';
import { Button, buttonLook } from '@/components/ui/button';
import { TextField } from '@/components/ui/field';
import { qrPng } from '../qr-png';

type State = { phase: 'idle' | 'generating' } | { phase: 'result'; text: string; png: string };

export function QrGenerator() {
  const [text, setText] = useState('');
  const [state, setState] = useState<State>({ phase: 'idle' });
  const content = text.trim();

  const generate = async (e: SyntheticEvent) => {
    e.preventDefault();
    if (content === '') return;
    setState({ phase: 'generating' });
    try {
      setState({ phase: 'result', text: content, png: await qrPng(content) });
    } catch (error) {
      console.info('The QR code could not be generated.', error);
      setState({ phase: 'idle' });
    }
  };

  return (
    <section className="grid gap-x-12 gap-y-8 lg:grid-cols-12">
      <div className="lg:col-span-7">
        <h2 className="text-h4">QR Code Generator</h2>
        <form data-needs-script onSubmit={(e) => void generate(e)} className="mt-5 grid justify-items-start gap-5">
          <TextField label="Text or link" className="w-full" value={text} autoComplete="off" onChange={(e) => setText(e.target.value)} />
          <Button type="submit" disabled={content === '' || state.phase === 'generating'}>
            {state.phase === 'generating' ? 'Generating QR Code...' : 'Generate QR Code'}
          </Button>
        </form>
        <noscript>
          <p className="mt-5 border-t border-rule pt-4">
            The code is generated in your browser, which needs JavaScript. Turn it on in your browser’s settings, then reload this page.
          </p>
        </noscript>
      </div>
      <div aria-live="polite" className="lg:col-span-5">
        {state.phase === 'result' ? (
          <div className="grid justify-items-start gap-4 border-t-2 border-primary pt-4">
            <img src={state.png} width={300} height={300} alt={`QR code of: ${state.text}`} className="rounded-sm border border-rule" />
            <a href={state.png} download="qrcode.png" className={buttonLook({ variant: 'plain' })}>
              <Download aria-hidden strokeWidth={1.75} className="size-4" />
              Download
            </a>
          </div>
        ) : (
          <p data-needs-script className="border-t border-rule pt-4 text-small text-muted">
            Your code will appear here, ready to download as a PNG of 300 × 300 pixels.
          </p>
        )}
      </div>
    </section>
  );
}
