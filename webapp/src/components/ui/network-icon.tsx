// The networks' own marks. They are in a file of their own, which browsers load beside the scripts.
import networks from './networks.svg';

export type Network = 'mastodon' | 'bluesky' | 'youtube';

export function NetworkIcon({ network, className }: { network: Network; className?: string }) {
  return (
    <svg aria-hidden fill="currentColor" data-network={network} className={className}>
      <use href={`${networks}#${network}`} />
    </svg>
  );
}
