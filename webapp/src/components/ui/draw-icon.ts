// Draws lucide's icons. The builds put this in the place of lucide's own createLucideIcon, which has options that nobody uses here and which
// every reader would load; tests and `npm run dev` have lucide's.
import { createElement, type SVGProps } from 'react';

interface IconData {
  node: readonly (readonly [tag: string, attributes: Record<string, string>])[];
}

export default function createLucideIcon({ node }: IconData) {
  return (props: SVGProps<SVGSVGElement>) =>
    createElement(
      'svg',
      { 'aria-hidden': true, width: 24, height: 24, viewBox: '0 0 24 24', fill: 'none', stroke: 'currentColor', strokeWidth: 2, strokeLinecap: 'round', strokeLinejoin: 'round', ...props },
      node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
}
