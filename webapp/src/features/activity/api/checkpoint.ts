// The newest signed checkpoint of the history, and the public key that it is signed with.
import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '@/lib/api-client';

export interface Checkpoint {
  /** Events that it covers. */
  size: number;
  /** Base64 of the Merkle tree's root hash. */
  root: string;
  /** When it was signed, RFC 3339; '' when it doesn't say. */
  time: string;
  /** One line: origin, hash and key. */
  publicKey: string;
}

export const checkpointQuery = queryOptions({
  queryKey: ['admin', 'checkpoint'],
  queryFn: async ({ signal }): Promise<Checkpoint> => {
    const [text, key] = await Promise.all([read('/api/checkpoint', signal), read('/api/checkpoint/key', signal)]);
    return { ...parseCheckpoint(text), publicKey: key.trim() };
  },
  staleTime: 0,
});

/** Both are plain text, and the API client only reads JSON. */
async function read(path: string, signal: AbortSignal): Promise<string> {
  const answer = await fetch(path, { signal });
  if (!answer.ok) throw new ApiError(answer.status, await answer.text(), answer.statusText);
  return answer.text();
}

/** Reads the text of a checkpoint (c2sp.org/tlog-checkpoint): origin, size, root and lines with more. */
export function parseCheckpoint(text: string): Omit<Checkpoint, 'publicKey'> {
  const [, size = '', root = '', ...more] = text.split('\n\n')[0]?.split('\n') ?? [];
  if (!/^\d+$/.test(size) || root === '') throw new Error('the checkpoint could not be read');
  return { size: Number(size), root, time: more.find((line) => line.startsWith('time '))?.slice(5) ?? '' };
}
