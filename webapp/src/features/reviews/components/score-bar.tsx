// A score as a bar: how much of five it is.
export function ScoreBar({ score }: { score: number }) {
  return (
    <span aria-hidden data-noprint className="mt-1 block h-1.5 overflow-hidden rounded-full bg-sunken forced-colors:border">
      <span className="block h-full bg-score forced-colors:bg-[CanvasText]" style={{ width: `${score * 20}%` }} />
    </span>
  );
}
