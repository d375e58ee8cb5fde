// Rules that the compiler cannot check: allowed imports, access to the environment, and export
// style.
import { createRequire } from 'node:module';
import importX from 'eslint-plugin-import-x';
import tseslint from 'typescript-eslint';

const environment = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message: 'Only entry points read the environment; configuration is handed in.',
};

const groupingSpread = {
  selector: 'ObjectExpression > SpreadElement > ObjectExpression',
  message: 'Write one property a line; a spread must not group properties.',
};

// The plugins of the pages are dependencies of their package.
const requireWeb = createRequire(new URL('./web/package.json', import.meta.url));
const jsxA11y = requireWeb('eslint-plugin-jsx-a11y');
const reactHooks = requireWeb('eslint-plugin-react-hooks');
const lingui = requireWeb('eslint-plugin-lingui');

const climbing = [
  '^(\\.\\./){3}(?!(\\.\\./)*scripts/)',
  'An import must not climb three folders; use a subpath import such as #access/policy.',
];

/** Which strings in the code of the pages are not texts that people read. */
const notTexts = {
  ignore: [
    // Words of code, such as `opened`; a text begins with a capital or has several words.
    '^(?![A-Z])\\S+$',
    '^[A-Z0-9_-]+$',
    // Headers of HTTP.
    '^([A-Z][a-z]+-)+[A-Z][a-z]+$',
    // Commands for a terminal.
    '^(git|cd|echo) ',
    '^--',
    // Units without a translation, and an example of a duration.
    '^[KMGT]iB$',
    '1h 30m$',
    // Texts of commits and merge requests, which git and other clients show, too.
    '^(Merge branch |Closes #|Draft:|Revert ")',
    // Types of the API, and kinds of choices.
    '^(Issue|MergeRequest|Epic)$',
    '^(branches|users) and (tags|groups)$',
    // Names of products.
    '^(Forgemesh|Slack|Mattermost|Microsoft Teams|Discord|Hangouts Chat|Bugzilla|Redmine|YouTrack|Jenkins)$',
    '^(Drone CI|Buildkite|TeamCity|Bamboo)$',
  ],
  ignoreNames: [
    { regex: { pattern: '^[A-Z_]+$' } },
    { regex: { pattern: '[cC]lassName$' } },
    { regex: { pattern: '^(rel|type|id|key|keys|kind|role|href|to|d|viewBox|points|transform|name|shape)$' } },
    'Authorization',
    'aria-keyshortcuts',
    // Git and other clients see it, too.
    'commit_message',
  ],
  ignoreFunctions: [
    'page',
    'userPage',
    'console.*',
    'numberOf',
    'document.addEventListener',
    '*.get',
    '*.set',
    '*.setRequestHeader',
    '*.getResponseHeader',
    '*.includes',
    '*.startsWith',
    '*.querySelector*',
    '*.closest',
    'window.matchMedia',
    'Error',
    'TypeError',
  ],
  useTsTypes: true,
};

/** Forbids imports by pattern. */
const noImports = (...patterns) => ({
  'no-restricted-imports': ['error', { patterns: patterns.map(([regex, message]) => ({ regex, message })) }],
});

const services = '@forgemesh/(identity|projects|repository|collaboration|approvals|deliveries|settings|geo)(/|$)';

export default tseslint.config(
  { ignores: ['**/node_modules/', '**/dist/', '**/gen/', '**/.data*/', 'coverage/'] },
  ...tseslint.configs.recommended,
  {
    plugins: { 'import-x': importX },
    rules: {
      'import-x/no-default-export': 'error',
      'no-restricted-syntax': ['error', environment, groupingSpread],
      'no-empty': ['error', { allowEmptyCatch: false }],
      eqeqeq: 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
    },
  },
  { files: ['**/*.{ts,tsx}'], rules: { 'import-x/no-duplicates': ['error', { 'prefer-inline': true }] } },
  {
    files: ['services/**/*.ts'],
    rules: noImports(
      climbing,
      [services, 'A service must not import another service.'],
      ['@forgemesh/gateway', 'A service must not import the gateway.'],
    ),
  },
  { files: ['program/**/*.ts'], rules: { '@typescript-eslint/consistent-type-imports': 'off' } },
  { files: ['gateway/**/*.ts', 'test-e2e/**/*.ts'], rules: noImports([services, 'A service must not be imported.']) },
  {
    files: ['packages/markdown/**/*.ts'],
    rules: noImports([
      '@forgemesh/(?!(errors|threads)$)',
      'The markdown package may only depend on errors and threads.',
    ]),
  },
  {
    files: ['packages/**/*.ts'],
    ignores: ['packages/testing/**', 'packages/markdown/**'],
    rules: noImports(
      climbing,
      [services, 'A package must not import a service.'],
      ['@forgemesh/gateway', 'A package must not import the gateway.'],
      ['@forgemesh/proto/(?!api/v1/|options/)', 'A package may only import the protos of api/v1.'],
    ),
  },
  {
    files: ['web/src/**/*.{ts,tsx}'],
    plugins: { 'jsx-a11y': jsxA11y, 'react-hooks': reactHooks },
    rules: {
      ...jsxA11y.flatConfigs.recommended.rules,
      ...reactHooks.configs.flat['recommended-latest'].rules,
      // A table that scrolls must be reachable by keyboard.
      'jsx-a11y/no-noninteractive-tabindex': ['error', { tags: [], roles: ['region'] }],
      'jsx-a11y/label-has-associated-control': ['error', { assert: 'either', depth: 3 }],
      ...noImports(climbing, ['@forgemesh/', 'The pages only use the public API; they run in browsers.']),
    },
  },
  {
    files: ['web/src/**/*.{ts,tsx}'],
    ignores: ['**/*.test.*', 'web/src/diagram/**', 'web/src/language/languages.ts'],
    plugins: { lingui },
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      'lingui/no-unlocalized-strings': ['error', notTexts],
    },
  },
  {
    files: [
      '**/config.ts',
      '**/{main,new-root-token,prepare-datastores}.ts',
      'packages/service/src/process.ts',
      'scripts/**',
      'web/vite.config.ts',
      'test-e2e/**',
      '**/*.cjs',
      '**/*.mjs',
      '**/*.test.ts',
    ],
    rules: { 'no-restricted-syntax': ['error', groupingSpread] },
  },
  {
    files: ['**/*.mjs', '**/*.cjs', 'scripts/**', 'web/vite.config.ts', 'web/lingui.config.ts'],
    rules: { 'import-x/no-default-export': 'off', '@typescript-eslint/no-require-imports': 'off' },
  },
);
