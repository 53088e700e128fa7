// Prints how many bytes a phone loads for a page, and how long it takes on a slow connection: npm run measure (measure/).
import tests from './playwright.config';

// Pages run as they do for readers: the tests' browser compiles scripts less well.
const { launchOptions, ...use } = tests.use ?? {};
const args = launchOptions?.args?.filter((arg) => !arg.startsWith('--js-flags'));

export default {
  ...tests,
  testDir: 'measure',
  testMatch: /page-(bytes|times)\.ts/,
  globalSetup: undefined,
  workers: 1,
  timeout: 300_000,
  use: { ...use, launchOptions: { ...launchOptions, args } },
  projects: [{ name: 'measure' }],
};
