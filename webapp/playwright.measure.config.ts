// Prints how many bytes a phone loads for a page: npm run measure (measure/page-bytes.ts).
import tests from './playwright.config';

export default { ...tests, testDir: 'measure', testMatch: 'page-bytes.ts', globalSetup: undefined, workers: 1, timeout: 300_000, projects: [{ name: 'measure' }] };
