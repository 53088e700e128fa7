// The lint rules: strict TypeScript, the rules of hooks, and imports that flow one way:
// components, hooks, lib, stores -> features -> app. Features meet only in app.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import js from '@eslint/js';
import hooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const features = readdirSync(join(import.meta.dirname, 'src/features'));

/** forbid refuses imports of the patterns in the files. */
const forbid = (files, patterns, message) => ({
  files,
  rules: { '@typescript-eslint/no-restricted-imports': ['error', { patterns: [{ group: patterns, message }] }] },
});

export default tseslint.config(
  { ignores: ['dist', 'node_modules', 'src/lib/api-types.ts', 'test-results', 'playwright-report'] },
  js.configs.recommended,
  ...tseslint.configs.strictTypeChecked.map((c) => ({ ...c, files: ['**/*.{ts,tsx}'] })),
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
    },
  },
  // Playwright reads a fixture's needs from its first parameter, so that one without needs has an empty pattern.
  { files: ['e2e/**'], rules: { 'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }] } },
  { files: ['src/**/*.{ts,tsx}'], ...hooks.configs.flat.recommended },
  forbid(
    ['src/{components,hooks,lib,stores}/**'],
    ['@/features/*', '@/features/**', '@/app/*', '@/app/**'],
    'components, hooks, lib and stores know nothing of features or app',
  ),
  forbid(['src/components/ui/**'], ['@/components/layout/**', '@/stores/**', '@/features/**', '@/app/**'], 'ui parts know nothing of the product'),
  ...features.map((feature) =>
    forbid(
      [`src/features/${feature}/**`],
      ['@/app/**', ...features.filter((f) => f !== feature).map((f) => `@/features/${f}/**`)],
      'features meet only in app',
    ),
  ),
);
