// Scrolls the preview along with the text, by the headings that both have.
import { syntaxTree } from '@codemirror/language';
import type { EditorView } from '@codemirror/view';
import { useEffect, type RefObject } from 'react';
import { useDesk } from './markdown/desk';
import { alongside, inOrder, type Anchor } from './scroll-along';

/** What is read stands about this far below the top, in pixels. */
const eye = 96;

/** Returns the places of the text's beginning, its headings and its end. */
function placesInText(view: EditorView, column: HTMLElement): number[] {
  const top = view.documentTop - column.getBoundingClientRect().top + column.scrollTop;
  const headings: number[] = [];
  syntaxTree(view.state).iterate({
    enter: ({ name, from }) => {
      if (name.startsWith('ATXHeading')) headings.push(top + view.lineBlockAt(from).top);
      return name === 'Document';
    },
  });
  return [top, ...headings, top + view.contentHeight];
}

/** Returns the same places of the page; the main text is the first one on it. */
function placesOnPage({ scrollY, document }: Window): number[] {
  const text = document.querySelector('.prose');
  if (!text) return [];
  const { top, bottom } = text.getBoundingClientRect();
  return [
    top,
    ...[...text.querySelectorAll(':is(h2, h3, h4, h5, h6)[id^="text-"]')].map((heading) => heading.getBoundingClientRect().top),
    bottom,
  ].map((y) => y + scrollY);
}

function anchors(view: EditorView, column: HTMLElement, page: Window): Anchor[] {
  const inText = placesInText(view, column);
  const onPage = placesOnPage(page);
  // While the page is behind the text, only the ends are sure.
  const places =
    inText.length === onPage.length
      ? inText.map((text, i) => ({ text, page: onPage[i] ?? 0 }))
      : onPage.length > 1
        ? [
            { text: inText[0] ?? 0, page: onPage[0] ?? 0 },
            { text: inText.at(-1) ?? 0, page: onPage.at(-1) ?? 0 },
          ]
        : [];
  return inOrder([{ text: 0, page: 0 }, ...places, { text: column.scrollHeight, page: page.document.documentElement.scrollHeight }]);
}

export function useScrollAlong(column: RefObject<HTMLElement | null>, frame: HTMLIFrameElement | null): void {
  const desk = useDesk();
  useEffect(() => {
    const scroller = column.current;
    const page = frame?.contentWindow;
    if (!scroller || !page) return;
    let asked = 0;
    const follow = () => {
      cancelAnimationFrame(asked);
      asked = requestAnimationFrame(() => {
        const view = desk.main();
        if (!view) return;
        const { scrollTop } = scroller;
        page.scrollTo(0, scrollTop === 0 ? 0 : alongside(scrollTop + eye, anchors(view, scroller, page)) - eye);
      });
    };
    scroller.addEventListener('scroll', follow, { passive: true });
    const grown = new ResizeObserver(follow);
    grown.observe(page.document.body);
    return () => {
      cancelAnimationFrame(asked);
      scroller.removeEventListener('scroll', follow);
      grown.disconnect();
    };
  }, [column, frame, desk]);
}
