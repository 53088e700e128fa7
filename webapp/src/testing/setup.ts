// The state in which every test starts: an empty page and storage, fresh stores, a network that answers only as the test says.
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, vi } from 'vitest';
import { setSiteFormat } from '@/lib/site-format';
import { useSession } from '@/stores/session';
import { useTheme } from '@/stores/theme';
import { useToast } from '@/stores/toasts';
import { rememberStyles } from './computed-style';
import { matching } from './match-media';
import { resetServer, serve } from './server';

// A screen is loaded when it is asked for, which takes its time on a busy machine; the whole page in an error helps nobody.
configure({ asyncUtilTimeout: 25_000, getElementError: (message) => new Error(message ?? 'not found') });

const resets = [useSession, useTheme, useToast].map((store) => {
  const setState = store.setState as (state: unknown, replace: true) => void;
  const initial: unknown = store.getInitialState();
  return () => setState(initial, true);
});

rememberStyles(window.document.defaultView ?? window);

// jsdom has no pointer capture, which a pressed toast asks for, and scrolls nothing.
Object.assign(Element.prototype, {
  hasPointerCapture: () => false,
  setPointerCapture: () => undefined,
  releasePointerCapture: () => undefined,
  scrollIntoView: () => undefined,
});

// Nor does it lay text out, whose places CodeMirror asks for.
Object.assign(Range.prototype, { getClientRects: () => [], getBoundingClientRect: () => new DOMRect() });

// Node's channels reach the other threads, too, where other tests run.
const Channel = BroadcastChannel;

beforeEach(() => {
  const test = crypto.randomUUID();
  vi.stubGlobal(
    'BroadcastChannel',
    class extends Channel {
      constructor(name: string) {
        super(`${name} ${test}`);
      }
    },
  );
  vi.stubGlobal('fetch', serve);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('matchMedia', matching('(min-width: 64rem)')); // jsdom says that its window has 1024 pixels
});

afterEach(() => {
  cleanup();
  document.body.replaceChildren();
  resetServer();
  for (const reset of resets) reset();
  setSiteFormat(undefined);
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

// What is still being loaded when a file of tests ends would be broken for the next one.
afterAll(() => vi.dynamicImportSettled());
