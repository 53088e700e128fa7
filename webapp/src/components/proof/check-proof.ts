// Checks in the browser that an event is part of the signed history: the proof (RFC 6962) leads from the event to the root of the
// checkpoint (c2sp.org/tlog-checkpoint), and the checkpoint's signature (c2sp.org/signed-note) is that of the site's key.
import { api, ApiError } from '@/lib/api-client';

/** What an event was found to be part of. */
export interface Checked {
  /** How many events the checkpoint covers. */
  size: number;
  /** When it was signed, RFC 3339; '' when it doesn't say. */
  time: string;
}

interface Inclusion {
  index: number;
  size: number;
  leaf: string;
  proof: string[];
}

/** Rejects where the proof, the root or the signature doesn't fit, and with ApiError where there is none. */
export async function checkProof(position: number): Promise<Checked> {
  const [note, key] = await Promise.all([text('/api/checkpoint'), text('/api/checkpoint/key')]);
  const end = note.indexOf('\n\n');
  const signed = note.slice(0, end + 1);
  const [, size = '', root = '', ...more] = signed.split('\n');
  await verify(signed, note.slice(end + 2), key.trim());
  const inclusion = await api.get<Inclusion>(`/api/checkpoint/inclusion?position=${position}&size=${size}`);
  const computed = base64(await rootOf(inclusion.index, Number(size), bytes(inclusion.leaf), inclusion.proof.map(bytes)));
  if (computed !== root) throw new Error('the proof does not lead to the signed root');
  return { size: Number(size), time: more.find((line) => line.startsWith('time '))?.slice(5) ?? '' };
}

/** Returns the root that the audit path of a leaf leads to (RFC 6962, section 2.1.1). */
async function rootOf(index: number, size: number, leaf: Uint8Array, path: readonly Uint8Array[]): Promise<Uint8Array> {
  let [node, last, hash] = [index, size - 1, leaf];
  for (const sibling of path) {
    if (last === 0) throw new Error('the proof is too long');
    if (node % 2 === 1 || node === last) {
      hash = await parent(sibling, hash);
      while (node % 2 === 0 && node !== 0) [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
    } else {
      hash = await parent(hash, sibling);
    }
    [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  }
  if (last !== 0) throw new Error('the proof is too short');
  return hash;
}

async function parent(left: Uint8Array, right: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array([1, ...left, ...right])));
}

/** Verifies that the key 'name+hash+base64' has signed the text, in one of the lines '— name base64'. */
async function verify(signed: string, signatures: string, key: string): Promise<void> {
  const [name = ''] = key.split('+');
  const encoded = key.slice(key.indexOf('+', name.length + 1) + 1);
  const line = signatures.split('\n').find((one) => one.startsWith(`— ${name} `));
  if (line === undefined) throw new Error('the site has not signed the checkpoint');
  // Before the key stands its kind, and before the signature the key's hash.
  const publicKey = await crypto.subtle.importKey('raw', bytes(encoded).slice(1), 'Ed25519', false, ['verify']);
  const isSigned = await crypto.subtle.verify(
    'Ed25519',
    publicKey,
    bytes(line.slice(line.lastIndexOf(' ') + 1)).slice(4),
    new TextEncoder().encode(signed),
  );
  if (!isSigned) throw new Error('the signature is wrong');
}

async function text(path: string): Promise<string> {
  const answer = await fetch(path);
  const body = await answer.text();
  if (!answer.ok) throw new ApiError(answer.status, body, answer.statusText);
  return body;
}

const bytes = (encoded: string) => Uint8Array.from(atob(encoded), (c) => c.charCodeAt(0));
const base64 = (of: Uint8Array) => btoa(String.fromCharCode(...of));
