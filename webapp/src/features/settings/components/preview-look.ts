/** On wide screens a preview stays in sight beside the form, and scrolls where it is higher than the window. */
export const previewBeside =
  'xl:sticky xl:top-[calc(var(--height-header)+1.5rem)] xl:max-h-[calc(100dvh-var(--height-header)-2rem)] xl:self-start xl:overflow-y-auto';
