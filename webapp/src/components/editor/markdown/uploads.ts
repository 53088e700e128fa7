// Pictures that are pasted, dropped or chosen: each is stored first, and its place in the text is held meanwhile. The
// placeholder isn't part of the text, so that no unfinished address is ever saved.
import { Facet, StateEffect, StateField, type EditorState, type Extension } from '@codemirror/state';
import { Decoration, EditorView, WidgetType, type DecorationSet } from '@codemirror/view';

interface Uploads {
  /** Stores a file and returns its address. */
  store: (file: File) => Promise<string>;
  /** Called when an upload begins (1) and ends (-1). */
  onBusy: (by: 1 | -1) => void;
  /** Called with the reason of a failure, for people; '' when a new attempt begins. */
  onFailure: (file: File | null, reason: unknown) => void;
}

const handlers = Facet.define<Uploads, Uploads | undefined>({ combine: (all) => all[0] });

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

const begin = StateEffect.define<{ id: object; at: number; name: string }>({ map: (value, changes) => ({ ...value, at: changes.mapPos(value.at, 1) }) });
const end = StateEffect.define<object>();

const places = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (before, { changes, effects }) => {
    let now = before.map(changes);
    for (const effect of effects) {
      if (effect.is(begin)) now = now.update({ add: [Decoration.widget({ widget: new Placeholder(effect.value.name), id: effect.value.id, side: 1 }).range(effect.value.at)] });
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

/** Returns the picture's Markdown with what separates it from the text around it, and where its description goes. */
export function pictureAt(state: EditorState, at: number, address: string): { insert: string; description: number } {
  const line = state.doc.lineAt(at);
  const before = state.sliceDoc(line.from, at).trim() === '' ? '' : '\n\n';
  const after = state.sliceDoc(at, line.to).trim() === '' ? '' : '\n\n';
  return { insert: `${before}![](${address})${after}`, description: at + before.length + 2 };
}

/** Stores the files one after another and shows them at a place of the text. Files that are no pictures are refused. */
export async function uploadFiles(view: EditorView, files: readonly File[], at: number): Promise<void> {
  const uploads = view.state.facet(handlers);
  if (!uploads) return;
  uploads.onFailure(null, '');
  const all = files.map((file) => ({ file, id: {} }));
  view.dispatch({ effects: all.map(({ file, id }) => begin.of({ id, at, name: file.name || 'image' })) });
  for (const { file, id } of all) {
    uploads.onBusy(1);
    try {
      const address = await uploads.store(file);
      show(view, id, address);
    } catch (reason) {
      view.dispatch({ effects: end.of(id) });
      uploads.onFailure(file, reason);
    } finally {
      uploads.onBusy(-1);
    }
  }
}

/** Puts the picture where its placeholder is. A cursor that has stayed there goes to the picture's description. */
function show(view: EditorView, id: object, address: string) {
  const place = placeOf(view.state, id);
  if (place === null) return;
  const { insert, description } = pictureAt(view.state, place, address);
  const stayed = view.state.selection.main.empty && view.state.selection.main.head === place;
  view.dispatch({ changes: { from: place, insert }, effects: end.of(id), userEvent: 'input', ...(stayed ? { selection: { anchor: description } } : {}) });
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

export const uploads = (of: Uploads): Extension => [places, handlers.of(of), events];
