// A smoke test of the real binary in Firefox: npm run firefox (firefox/). Playwright only runs it: its own Firefox is a patched one, so the
// tests drive the system's with puppeteer-core over WebDriver BiDi.
import tests from './playwright.config';

export default {
  ...tests,
  testDir: 'firefox',
  testMatch: 'smoke.ts',
  globalSetup: undefined,
  fullyParallel: false,
  workers: 1,
  timeout: 60_000,
  projects: [{ name: 'firefox' }],
};
