// End-to-end tests against the real binary, in the system's Chromium (CHROMIUM_PATH names another).
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { defineConfig, devices } from '@playwright/test';

/** The shell is the same Chromium without a browser's own windows and menus, which cost as much as the pages in them. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];
const folders = (process.env.PATH ?? '').split(delimiter);
const installed = names.flatMap((name) => folders.map((folder) => join(folder, name))).find((file) => existsSync(file));

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/start-server.ts',
  fullyParallel: true,
  // The longest row of tests begins first, so that the workers end together.
  projects: [
    { name: 'xss', testMatch: 'xss.spec.ts' },
    { name: 'site', testIgnore: 'xss.spec.ts' },
  ],
  workers: 3, // each waits for a third of its time
  grepInvert: process.env.CANDOR_E2E_NIGHTLY ? undefined : /@nightly/,
  forbidOnly: Boolean(process.env.CI),
  retries: process.env.CI ? 1 : 0, // what needed it is listed by e2e/flaky-reporter.ts
  timeout: 180_000, // the longest take twenty seconds, and a busy machine may be several times slower
  expect: { timeout: 15_000 },
  reporter: [['list'], ['./e2e/flaky-reporter.ts']],
  use: {
    // An ordinary browser's name: visits of headless ones are counted as bots'.
    userAgent: devices['Desktop Chrome'].userAgent,
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    // Each frame of a fade is drawn by the processor. What moves is tested where it is the subject (motion, in e2e/fixtures.ts).
    contextOptions: { reducedMotion: 'reduce' },
    // Recording costs a tenth of the time: CANDOR_E2E_TRACE=1 npm run e2e, once something has failed.
    trace: process.env.CANDOR_E2E_TRACE ? 'retain-on-failure' : 'off',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH || installed || '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
