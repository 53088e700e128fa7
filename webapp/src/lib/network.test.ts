import { expect, it } from 'vitest';
import { networkOf } from './network';

it.each([
  ['https://mastodon.example/@candor', 'mastodon'],
  ['https://www.mastodon.social/@kitchen', 'mastodon'],
  ['https://fosstodon.org/@kitchen', 'mastodon'],
  ['https://bsky.app/profile/kitchen', 'bluesky'],
  ['https://bluesky.example/candor', 'bluesky'],
  ['https://youtu.be/abc', 'youtube'],
  ['https://m.youtube.com/@kitchen', 'youtube'],
  ['https://kitchen.example/youtube', undefined],
  ['https://notyoutube.com/', undefined],
  ['mailto:hello@youtube.com', undefined],
  ['nothing', undefined],
])('%s is in the network %s', (address, network) => expect(networkOf(address)).toBe(network));
