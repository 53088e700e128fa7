// The open editor's commands, for the palette, which lies over it, and its unsaved text.
import { useEffect, useEffectEvent } from 'react';
import { create } from 'zustand';

interface EditorCommand {
  label: string;
  run: () => void;
}

/** Returns the commands that can be run now, under the editor's title. */
export type EditorCommands = () => { title: string; commands: readonly EditorCommand[] };

/** What the open editor holds that the server lacks. */
export interface UnsavedText {
  lacks: () => boolean;
  save: () => void;
}

export const useOpenEditor = create<{ editor: EditorCommands | null; text: UnsavedText | null }>()(() => ({ editor: null, text: null }));

/** Tells the session's end what would be lost, and saves it once there is a session again. */
export function useUnsavedText(text: UnsavedText): void {
  const lacks = useEffectEvent(text.lacks);
  const save = useEffectEvent(text.save);
  useEffect(() => {
    useOpenEditor.setState({ text: { lacks: () => lacks(), save: () => save() } });
    return () => useOpenEditor.setState({ text: null });
  }, []);
}

/** Offers the commands while the editor is open. */
export function useEditorCommands(commands: EditorCommands): void {
  const now = useEffectEvent(commands);
  useEffect(() => {
    useOpenEditor.setState({ editor: () => now() });
    return () => useOpenEditor.setState({ editor: null });
  }, []);
}
