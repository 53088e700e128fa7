// End-to-end tests against the real binary, in the system's Chromium (CHROMIUM_PATH names another).
import { defineConfig, devices } from '@playwright/test';
import type { Site } from './e2e/start-server';

/** Tests that only read the demo site, or put back what they change; all others write to a site of their own. */
const readers = /\/(contact|docs|reading|search|site|ssr|states)\.spec\.ts$/;
const activity = /\/activity\.spec\.ts$/;

export default defineConfig<object, { site: Site }>({
  testDir: 'e2e',
  globalSetup: './e2e/start-server.ts',
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  projects: [
    { name: 'readers', testMatch: readers, use: { site: 'READERS' } },
    { name: 'desk', testMatch: /\.spec\.ts$/, testIgnore: [readers, activity], use: { site: 'DESK' } },
    { name: 'activity', testMatch: activity, fullyParallel: false, use: { site: 'ACTIVITY' } },
  ],
  use: {
    // An ordinary browser's name: visits of headless ones are counted as bots'.
    userAgent: devices['Desktop Chrome'].userAgent,
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    // Recording costs a tenth of the time: CANDOR_E2E_TRACE=1 npm run e2e, once something has failed.
    trace: process.env.CANDOR_E2E_TRACE ? 'retain-on-failure' : 'off',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
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
