// The network that an address of the publication's is in, by its host.

export type Network = 'mastodon' | 'bluesky' | 'youtube';

/** What hosts begin with, after 'www.'. Mastodon is on many, most of which say so. */
const hosts: readonly [Network, RegExp][] = [
  ['mastodon', /^(mastodon|mstdn|fosstodon|mas)\.|^[\w-]*mastodon[\w-]*\./],
  ['bluesky', /^(bsky|bluesky)\./],
  ['youtube', /^(m\.)?(youtube\.|youtu\.be$)/],
];

/** Returns the network; undefined for another address. */
export function networkOf(address: string): Network | undefined {
  let host = '';
  try {
    host = new URL(address).hostname.replace(/^www\./, '');
  } catch {
    return undefined;
  }
  return hosts.find(([, pattern]) => pattern.test(host))?.[0];
}
