// The networks' own marks, and a globe for any other address. They are in a file of their own (public/networks.svg), which browsers load
// beside the scripts.
import { Globe, Mail } from 'lucide-react';
import { networkOf } from '@/lib/network';

export function NetworkIcon({ address, className }: { address: string; className?: string }) {
  const network = networkOf(address);
  const Neutral = address.startsWith('mailto:') ? Mail : Globe;
  if (!network) return <Neutral aria-hidden strokeWidth={1.75} className={className} />;
  return (
    <svg aria-hidden fill="currentColor" data-network={network} className={className}>
      <use href={`/networks.svg#${network}`} />
    </svg>
  );
}
