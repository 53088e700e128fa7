// Components whose code is loaded when they are first shown.
import { lazy, type ComponentType } from 'react';
import { loadCode } from './load-code';

/**
 * Returns a component of a module that is loaded when it is first shown, within a Suspense: React's `lazy` for modules that export by
 * name. Its type is the component's own, which `lazy` forgets of generic ones.
 */
export function lazyNamed<Module, Name extends keyof Module>(load: () => Promise<Module>, name: Name): Module[Name] {
  return lazy(async () => ({ default: (await loadCode(load))[name] as ComponentType })) as Module[Name];
}
