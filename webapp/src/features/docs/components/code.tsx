// A piece of code. If it is too wide, it scrolls, by keyboard as well.

export function Code({ label, text }: { label: string; text: string }) {
  return (
    <pre
      role="group"
      aria-label={label}
      tabIndex={0}
      className="my-4 overflow-x-auto rounded-sm bg-sunken px-4 py-3 text-caption [overflow-wrap:normal]"
    >
      <code>{text}</code>
    </pre>
  );
}
