// The open editor's commands, for the palette, which lies over it.
import { useEffect, useEffectEvent } from 'react';
import { create } from 'zustand';

export interface EditorCommand {
  label: string;
  run: () => void;
}

/** Returns the commands that can be run now, under the editor's title. */
export type EditorCommands = () => { title: string; commands: readonly EditorCommand[] };

export const useOpenEditor = create<{ editor: EditorCommands | null }>()(() => ({ editor: null }));

/** Offers the commands while the editor is open. */
export function useEditorCommands(commands: EditorCommands): void {
  const now = useEffectEvent(commands);
  useEffect(() => {
    useOpenEditor.setState({ editor: () => now() });
    return () => useOpenEditor.setState({ editor: null });
  }, []);
}
