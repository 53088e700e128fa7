import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { fullDate } from '@/components/ui/time-ago';
import { beginSession } from '@/stores/session';
import { emptySite, renderApp } from '@/testing/render';
import { calls, on, problem } from '@/testing/server';
import { parseCheckpoint } from '../api/checkpoint';

const text =
  'example.com\n1042\nnND/nri/U0xuHUrYSy0HtMeal2vzD9V4k/BO79C+QeI=\nposition 88123\ntime 2026-11-21T10:32:14Z\n\n— example.com x08g=\n';

beforeEach(() => {
  emptySite();
  beginSession();
  on('GET /api/admin/session', { authenticated: true, username: 'admin' });
  on('GET /api/admin/overview', { reviews: { total: 14 }, articles: { total: 9 }, messages: { unread: 0, read: 0 } });
  on('GET /api/admin/activity', []);
  on('GET /api/checkpoint', () => new Response(text));
  on('GET /api/checkpoint/key', () => new Response('example.com+c74f20a3+ARpc\n'));
});

it('the newest checkpoint is shown when it is asked for, to download and to check', async () => {
  const user = renderApp('/admin/activity');
  const summary = await screen.findByText('Proof of history');
  expect(calls('GET /api/checkpoint')).toEqual([]);
  await user.click(summary);
  expect(await screen.findByText('1,042')).toBeTruthy();
  expect(screen.getByText('nND/nri/U0xuHUrYSy0HtMeal2vzD9V4k/BO79C+QeI=')).toBeTruthy();
  expect(screen.getByText(fullDate('2026-11-21T10:32:14Z'))).toBeTruthy();
  expect(screen.getByText('example.com+c74f20a3+ARpc')).toBeTruthy();
  const download = screen.getByRole('link', { name: 'Download checkpoint' });
  expect([download.getAttribute('href'), download.getAttribute('download')]).toEqual(['/api/checkpoint', 'checkpoint.txt']);
  expect(screen.getByLabelText('Commands to verify a checkpoint').textContent).toContain(
    "--key 'example.com+c74f20a3+ARpc' --against http://localhost",
  );
});

it('tells of a failure and tries again', async () => {
  on('GET /api/checkpoint', () => problem(503, 'away'));
  const user = renderApp('/admin/activity');
  await user.click(await screen.findByText('Proof of history'));
  await screen.findByText('The checkpoint could not be loaded');
  on('GET /api/checkpoint', () => new Response(text));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.getByText('1,042')).toBeTruthy());
});

it('a checkpoint is read line by line, whatever else it says', () => {
  expect(parseCheckpoint(text)).toEqual({ size: 1042, root: 'nND/nri/U0xuHUrYSy0HtMeal2vzD9V4k/BO79C+QeI=', time: '2026-11-21T10:32:14Z' });
  expect(parseCheckpoint('a\n0\nroot\n')).toEqual({ size: 0, root: 'root', time: '' });
  expect(() => parseCheckpoint('<html>')).toThrow('could not be read');
});
