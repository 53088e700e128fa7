// With answers of a real site: a proof that fits, and what happens when anything in them was changed.
import { beforeEach, expect, it } from 'vitest';
import { json, on } from '@/testing/server';
import { checkProof } from './check-proof';

const note = `candor/qcuefsot6yus2mfh
107
c17tzdVL0O/12FOPrz7tpJWmWC1tIm431DjE10hFaGs=
position 226
time 2026-11-24T23:28:41Z

— candor/qcuefsot6yus2mfh FvrYHOrUZ8fbY8Lhj6U9td8krIwzVrrZv2YPJz2ScdUDTF0jnKIHUesEAnendf+2PbF561eFZ0hp21/v52mnUOk+tws=
`;
const key = 'candor/qcuefsot6yus2mfh+16fad81c+AWzF9VA5xgrgwalNOtqEGsluWIUuunJ9n07caKe35HbT\n';
const inclusion = {
  position: 219,
  index: 101,
  size: 107,
  leaf: 'B4GDRdD5wPYwcBsYokDkeQQDJmqbmy742cYZ2m1d1J4=',
  root: 'c17tzdVL0O/12FOPrz7tpJWmWC1tIm431DjE10hFaGs=',
  proof: [
    'xQRrJTStOAg7uUdqT/v2EWrl7Lb9fmw+AJKTDxv6XRU=',
    'BocV/AWWFwukngzw4/C+I46SJnq9ArXJD0zkjK+QTcY=',
    'KWybGoo9UXctv41E89hGqoQMD2u262hs4muD8tVtAmU=',
    'cS6+vhDmZd/2Z85wtAbv8oa+KsL/X52fWIkuLO/mMh4=',
    'tWPsFoXYvGSZvQokA2oPIjVDLTRz4RQfQ7+byFQnj/0=',
    'eq7qyjGKbV9pz5azmdChfkSGEQafR9UR3H4XGoYGrGI=',
  ],
};

beforeEach(() => {
  on('GET /api/checkpoint', () => new Response(note));
  on('GET /api/checkpoint/key', () => new Response(key));
  on('GET /api/checkpoint/inclusion', inclusion);
});

it('finds an event in the signed history', async () => {
  await expect(checkProof(219)).resolves.toEqual({ size: 107, time: '2026-11-24T23:28:41Z' });
});

it.each([
  ['another event', { leaf: inclusion.proof[0] }],
  ['another place', { index: 100 }],
  ['a step less', { proof: inclusion.proof.slice(1) }],
  ['a step more', { proof: [...inclusion.proof, ...inclusion.proof] }],
])('refuses %s', async (_, changes) => {
  on('GET /api/checkpoint/inclusion', { ...inclusion, ...changes });
  await expect(checkProof(219)).rejects.toThrow('the proof');
});

it('refuses a checkpoint that was changed after it was signed, or that another has signed', async () => {
  on('GET /api/checkpoint', () => new Response(note.replace('23:28:41', '23:28:42')));
  await expect(checkProof(219)).rejects.toThrow('the signature is wrong');
  on('GET /api/checkpoint', () => new Response(note.replace('— candor', '— other')));
  await expect(checkProof(219)).rejects.toThrow('not signed');
});

it('knows nothing where there is no checkpoint', async () => {
  on('GET /api/checkpoint', () => json({ status: 404, title: 'Not Found' }, 404));
  await expect(checkProof(219)).rejects.toHaveProperty('status', 404);
});
