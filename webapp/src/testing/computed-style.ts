// Computes quickly what is shown and can be pressed. Each query by role asks for the style of hundreds of elements, which jsdom
// makes anew from its whole style sheet after every change of the page; of that sheet, tag and attributes decide these three.

interface Shown {
  display: string;
  visibility: string;
  pointerEvents: string;
}

/** The values that a root inherits. */
const initial: Shown = { display: 'inline', visibility: 'visible', pointerEvents: 'auto' };

/** The attributes that jsdom's style sheet and an element's own style make these of. */
const attributes = ['hidden', 'open', 'popover', 'type', 'style'];

const properties: Record<string, keyof Shown> = { display: 'display', visibility: 'visibility', 'pointer-events': 'pointerEvents' };

const taught = new WeakSet<Window>();

type Reach = 'nothing' | 'editors' | 'everything';

/**
 * Tells which elements' three values a style sheet may change. CodeMirror's selectors begin with classes of an editor, whose names have
 * this letter.
 */
function reachOf(sheet: CSSStyleSheet): Reach {
  const rules = [...sheet.cssRules];
  if (
    rules.every(
      (rule) => rule instanceof CSSStyleRule && Object.keys(properties).every((property) => rule.style.getPropertyValue(property) === ''),
    )
  )
    return 'nothing';
  const [first] = rules;
  return first instanceof CSSStyleRule && first.selectorText.startsWith('.ͼ') ? 'editors' : 'everything';
}

const reaches = new WeakMap<CSSStyleSheet, Reach>();

/** Tells whether the page's own style sheets may change an element's three values. */
function isStyled(element: Element): boolean {
  return [...element.ownerDocument.styleSheets].some((sheet) => {
    const reach = reaches.get(sheet) ?? reachOf(sheet);
    reaches.set(sheet, reach);
    return reach === 'everything' || (reach === 'editors' && element.closest('.cm-editor') !== null);
  });
}

/** Has the window keep what it has found out. What the page's own style sheets may change, jsdom answers as ever. */
export function rememberStyles(window: Window): void {
  if (taught.has(window)) return;
  taught.add(window);
  const compute = window.getComputedStyle.bind(window);
  const known = new Map<string, Shown>();

  const shown = (element: Element): Shown => {
    const parent = element.parentElement;
    const { visibility, pointerEvents } = parent ? shown(parent) : initial;
    const own = attributes.map((name) => element.getAttribute(name));
    const key = JSON.stringify([element.namespaceURI, element.localName, parent?.localName === 'details', visibility, pointerEvents, own]);
    let found = known.get(key);
    if (!found) {
      const style = compute(element);
      found = { display: style.display, visibility: style.visibility, pointerEvents: style.pointerEvents };
      known.set(key, found);
    }
    return found;
  };

  window.getComputedStyle = (element, pseudo) => {
    if (pseudo || isStyled(element)) return compute(element, pseudo);
    let whole: CSSStyleDeclaration | undefined;
    return new Proxy({} as CSSStyleDeclaration, {
      get: (_, name) => {
        if (name === 'display' || name === 'visibility' || name === 'pointerEvents') return shown(element)[name];
        if (name === 'getPropertyValue') {
          return (property: string) => {
            const quick = properties[property];
            return quick ? shown(element)[quick] : (whole ??= compute(element)).getPropertyValue(property);
          };
        }
        const style = (whole ??= compute(element));
        const value: unknown = Reflect.get(style, name);
        return typeof value === 'function' ? (value.bind(style) as unknown) : value;
      },
    });
  };
}
