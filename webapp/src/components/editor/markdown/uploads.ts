// Pictures that are pasted, dropped or chosen. A file is stored first, and its place in the text is held meanwhile; the placeholder
// isn't part of the text, so that no unfinished address is ever saved.
import { Facet, StateEffect, StateField, type EditorState, type Extension } from '@codemirror/state';
import { Decoration, EditorView, WidgetType, type DecorationSet } from '@codemirror/view';
import { picturesAt, type TextPicture } from './picture-text';

/** Stores one of the files that were given at once. Resolves to null if that was given up. */
type Store = (files: readonly File[], file: File) => Promise<TextPicture | null>;

const stores = Facet.define<Store, Store | undefined>({ combine: (all) => all[0] });

class Placeholder extends WidgetType {
  readonly name: string;
  constructor(name: string) {
    super();
    this.name = name;
  }
  override eq(other: Placeholder) {
    return other.name === this.name;
  }
  override toDOM() {
    const element = document.createElement('span');
    element.className = 'cm-upload';
    element.textContent = `Uploading ${this.name}…`;
    return element;
  }
}

const begin = StateEffect.define<{ id: object; at: number; name: string }>({
  map: (value, changes) => ({ ...value, at: changes.mapPos(value.at, 1) }),
});
const end = StateEffect.define<object>();

const places = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (before, { changes, effects }) => {
    let now = before.map(changes);
    for (const effect of effects) {
      if (effect.is(begin))
        now = now.update({
          add: [Decoration.widget({ widget: new Placeholder(effect.value.name), id: effect.value.id, side: 1 }).range(effect.value.at)],
        });
      if (effect.is(end)) now = now.update({ filter: (_from, _to, { spec }) => (spec as { id?: object }).id !== effect.value });
    }
    return now;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function placeOf(state: EditorState, id: object): number | null {
  let place: number | null = null;
  state.field(places).between(0, state.doc.length, (from, _to, { spec }) => {
    if ((spec as { id?: object }).id === id) place = from;
  });
  return place;
}

/** Stores the files and shows them at a place of the text, in their order. */
export async function uploadFiles(view: EditorView, files: readonly File[], at: number): Promise<void> {
  const store = view.state.facet(stores);
  if (!store) return;
  const all = files.map((file) => ({ file, id: {} }));
  view.dispatch({ effects: all.map(({ file, id }) => begin.of({ id, at, name: file.name || 'image' })) });
  const storing = all.map(({ file, id }) => ({ id, picture: store(files, file) }));
  for (const { id, picture } of storing) {
    const stored = await picture;
    if (stored) show(view, id, stored);
    else view.dispatch({ effects: end.of(id) });
  }
}

/** Puts the picture where its placeholder is. A cursor that has stayed there goes to its alt text, or behind it if it has one. */
function show(view: EditorView, id: object, picture: TextPicture) {
  const place = placeOf(view.state, id);
  if (place === null) return;
  const at = picturesAt(view.state, place, [picture]);
  const stayed = view.state.selection.main.empty && view.state.selection.main.head === place;
  view.dispatch({
    changes: { from: place, insert: at.insert },
    effects: end.of(id),
    userEvent: 'input',
    ...(stayed ? { selection: { anchor: picture.alt === '' ? at.alt : at.end } } : {}),
  });
}

/** Puts pictures behind the cursor, which goes to the alt text of a single one that lacks it, and else behind them. */
export function insertPictures(view: EditorView, pictures: readonly TextPicture[]): void {
  const from = view.state.selection.main.to;
  const { insert, alt, end } = picturesAt(view.state, from, pictures);
  const anchor = pictures.length === 1 && pictures[0]?.alt === '' ? alt : end;
  view.dispatch({ changes: { from, insert }, selection: { anchor }, scrollIntoView: true, userEvent: 'input' });
}

const events = EditorView.domEventHandlers({
  paste: (e, view) => {
    const files = [...(e.clipboardData?.files ?? [])];
    // Text that is copied from an office program comes with a picture of itself.
    if (files.length === 0 || e.clipboardData?.types.includes('text/plain')) return false;
    void uploadFiles(view, files, view.state.selection.main.head);
    return true;
  },
  drop: (e, view) => {
    const files = [...(e.dataTransfer?.files ?? [])];
    if (files.length === 0) return false;
    const at = view.posAtCoords({ x: e.clientX, y: e.clientY }) ?? view.state.selection.main.head;
    view.dispatch({ selection: { anchor: at } });
    view.focus();
    void uploadFiles(view, files, at);
    return true;
  },
});

/** Takes picture files that are pasted and dropped. */
export const pictureFiles = (store: Store): Extension => [places, stores.of(store), events];
