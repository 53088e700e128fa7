// A CodeMirror view as a controlled field: it shows the value, and reports what is typed.
import { Compartment, EditorState, Transaction, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useCallback, useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { changeTo } from './change-to';
import { useDesk } from './desk';
import { setup } from './setup';

interface Options {
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  /** The attributes of the text's element. */
  attributes: Record<string, string>;
  /** Read once. */
  extension: Extension;
}

/** The line ends of what was loaded are not changed by showing it. */
const shown = (value: string) => value.replace(/\r\n?/g, '\n');

export function useMarkdownView({ value, onChange, onBlur, attributes, extension }: Options): {
  parent: RefObject<HTMLDivElement | null>;
  view: () => EditorView | null;
} {
  const desk = useDesk();
  const parent = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const [compartment] = useState(() => new Compartment());
  const [first] = useState({ value, attributes, extension });
  const change = useEffectEvent(onChange);
  const blur = useEffectEvent(onBlur);

  useEffect(() => {
    if (!parent.current) return;
    const made: EditorView = new EditorView({
      parent: parent.current,
      state: EditorState.create({
        doc: first.value,
        extensions: [
          first.extension,
          setup(desk.bars()),
          compartment.of(EditorView.contentAttributes.of(first.attributes)),
          EditorView.updateListener.of(({ docChanged, state, transactions }) => {
            if (docChanged && transactions.some((t) => t.annotation(Transaction.remote) !== true)) change(state.doc.toString());
          }),
          EditorView.domEventObservers({ focus: () => desk.use(made), blur: () => blur() }),
        ],
      }),
    });
    view.current = made;
    const remove = desk.add(made);
    return () => {
      remove();
      view.current = null;
      made.destroy();
    };
  }, [desk, compartment, first]);

  // A value from outside: a draft that was restored, or somebody else's text.
  useEffect(() => {
    const now = view.current;
    const changes = now && changeTo(now.state.doc.toString(), shown(value));
    if (now && changes) now.dispatch({ changes, annotations: [Transaction.remote.of(true), Transaction.addToHistory.of(false)] });
  }, [value]);

  const described = JSON.stringify(attributes);
  useEffect(() => {
    view.current?.dispatch({
      effects: compartment.reconfigure(EditorView.contentAttributes.of(JSON.parse(described) as Record<string, string>)),
    });
  }, [described, compartment]);

  return { parent, view: useCallback(() => view.current, []) };
}
