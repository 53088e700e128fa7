// A piece of code. Where it is wider than its place it is scrolled by itself, by keyboard too.

export function Code({ label, text }: { label: string; text: string }) {
  return (
    <pre role="group" aria-label={label} tabIndex={0} className="my-4 overflow-x-auto rounded-sm bg-sunken px-4 py-3 text-caption [overflow-wrap:normal]">
      <code>{text}</code>
    </pre>
  );
}
