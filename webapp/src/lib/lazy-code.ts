// A component whose code is loaded when it is first shown, or before.
import { lazy, type ComponentType } from 'react';
import { loadCode } from './load-code';

interface Module {
  default: ComponentType;
}

/** Makes a component of a module that is loaded once; rendered after preload() it is there at once, without a moment of waiting. */
export function lazyCode(load: () => Promise<Module>) {
  let loaded: Module | undefined;
  const preload = async () => (loaded = await load());
  const atOnce = (module: Module) => ({ then: (give: (module: Module) => void) => give(module) }) as unknown as Promise<Module>;
  return { preload, Component: lazy(() => (loaded ? atOnce(loaded) : loadCode(preload))) };
}
