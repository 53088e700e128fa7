// The networks' own marks. They are in a file of their own (public/networks.svg), which browsers load beside the scripts.

export type Network = 'mastodon' | 'bluesky' | 'youtube';

export function NetworkIcon({ network, className }: { network: Network; className?: string }) {
  return (
    <svg aria-hidden fill="currentColor" data-network={network} className={className}>
      <use href={`/networks.svg#${network}`} />
    </svg>
  );
}
