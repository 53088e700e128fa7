import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Reporter, TestCase } from '@playwright/test/reporter';

/** Lists the tests that failed once and passed when tried again, for the end of `make test`. */
export default class FlakyReporter implements Reporter {
  private readonly flaky = new Set<string>();

  onTestEnd(test: TestCase) {
    if (test.outcome() === 'flaky') this.flaky.add(`${test.location.file}: ${test.titlePath().slice(3).join(' › ')}`);
  }

  onEnd() {
    const folder = join(import.meta.dirname, '../../bin/flaky');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'browser.txt'), [...this.flaky].map((line) => `${line}\n`).join(''));
  }
}
