// Takes the pictures of screenshots/ from the demo site: npm run screenshots.
import tests from './playwright.config';

export default {
  ...tests,
  testDir: 'screenshots',
  testMatch: 'take.ts',
  fullyParallel: false,
  workers: 1,
  projects: [{ name: 'screenshots' }],
};
