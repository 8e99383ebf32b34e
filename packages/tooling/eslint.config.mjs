// The checkout's lint rules; run by `npm run check` with the checkout as working folder.
import path from 'node:path';

import js from '@eslint/js';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const root = path.resolve(import.meta.dirname, '../..');

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/node_modules/**',
      '**/.cache/**',
      '.data/**',
      'prisma/src/generated/**',
      'apps/e2e/{test-results,playwright-report}/**',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'MemberExpression[property.name="pathname"] > NewExpression[arguments.length=2]',
          message:
            'The pathname of a file’s URL is not a path: a space is %20 in it. Use fileURLToPath of node:url, or import.meta.dirname.',
        },
      ],
    },
  },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: tseslint.configs.strictTypeChecked,
    languageOptions: {
      parserOptions: {
        // Of no package’s tsconfig: the checkout’s own, and that of a package that knows no Node.
        projectService: {
          allowDefaultProject: ['vitest.config.ts', 'packages/premium/vitest.config.ts'],
        },
        tsconfigRootDir: root,
      },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', caughtErrors: 'none', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // An attribute or an argument may be given an async function: React and Express 5 await nothing,
      // but both hand a rejection on.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      eqeqeq: 'error',
      'no-console': 'off',
    },
  },
  {
    files: ['apps/web/**/*.{ts,tsx}'],
    extends: [reactHooks.configs.flat['recommended-latest'], jsxA11y.flatConfigs.strict],
    rules: {
      // react-hook-form's `field` carries a ref function beside its values; the rule takes the whole
      // object for a ref and refuses to read it.
      'react-hooks/refs': 'off',
      // Only says that the React Compiler, which is not used, would skip a form that watches its values.
      'react-hooks/incompatible-library': 'off',
    },
  },
  {
    // Playwright hands a fixture over by calling `use`, which the React rule takes for a hook.
    files: ['**/*.test.{ts,tsx}', '**/testing/**/*.{ts,tsx}', 'apps/e2e/**/*.ts'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/unbound-method': 'off',
      'no-empty-pattern': 'off',
    },
  },
  {
    files: ['apps/web/public/**/*.js'],
    languageOptions: {
      sourceType: 'script',
      globals: Object.fromEntries(
        [
          'document',
          'fetch',
          'location',
          'localStorage',
          'sessionStorage',
          'window',
          'URLSearchParams',
        ].map((name) => [name, 'readonly']),
      ),
    },
    rules: { 'no-unused-vars': ['error', { caughtErrors: 'none' }] },
  },
  {
    files: ['**/*.{mjs,cjs}'],
    languageOptions: {
      globals: {
        console: 'readonly',
        process: 'readonly',
        URL: 'readonly',
        fetch: 'readonly',
        WebAssembly: 'readonly',
        Buffer: 'readonly',
        module: 'writable',
        require: 'readonly',
        crypto: 'readonly',
        setTimeout: 'readonly',
      },
    },
  },
);
