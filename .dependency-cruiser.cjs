/**
 * Which files may import which, types included. `npm run structure` prints the figures, and lint
 * fails for what is forbidden here.
 */
const service = '^services/([^/]+)/src/';
const tests = '(\\.test\\.ts$|/testing/)';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'Files do not import one another in a circle, types included.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-circular-folders-of-pages',
      comment: 'Folders of the pages do not import one another in a circle, types included.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^web/src/' },
      to: { circular: true },
    },
    {
      name: 'routes-above-pages',
      comment: 'Routes load pages when they are opened; pages, and what they share, import no route.',
      severity: 'error',
      from: { path: '^web/src/', pathNot: '^web/src/app/' },
      to: { path: '^web/src/app/' },
    },
    {
      name: 'pages-above-components',
      comment: 'What several pages share does not live in a page.',
      severity: 'error',
      from: { path: '^web/src/', pathNot: '^web/src/(app|pages)/' },
      to: { path: '^web/src/pages/' },
    },
    {
      name: 'requests-in-data',
      comment: 'Pages load and change data by functions of data/; they spell no path of the API.',
      severity: 'error',
      from: { path: '^web/src/(app|components|pages)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^web/src/api/(client|send-form)\\.ts$' },
    },
    {
      name: 'services-apart',
      comment: 'A service imports no other service and not the gateway.',
      severity: 'error',
      from: { path: service },
      to: { path: '^(services/[^/]+|gateway)/', pathNot: '^services/$1/' },
    },
    {
      name: 'packages-below',
      comment: 'Packages import neither services nor the gateway, nor the suites and scripts.',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^(services|gateway|test-e2e|scripts)/' },
    },
    {
      name: 'scripts-below',
      comment: 'Scripts do not import the suites that use them.',
      severity: 'error',
      from: { path: '^scripts/' },
      to: { path: '^test-e2e/' },
    },
    {
      name: 'contract-of-packages',
      comment: 'Packages know no contract but api/v1.',
      severity: 'error',
      from: { path: '^packages/', pathNot: tests },
      to: { path: '^proto/gen/forgemesh/', pathNot: '^proto/gen/forgemesh/api/' },
    },
    {
      name: 'compose-from-main',
      comment: 'Only the definition of a service creates the dependencies; all else receives them.',
      severity: 'error',
      from: { path: service, pathNot: `${service}(service|new-root-token)\\.ts$|${tests}` },
      to: { path: `${service}compose\\.ts$` },
    },
    {
      name: 'consumers-from-main',
      comment: 'Consumers are registered, never called.',
      severity: 'error',
      from: { path: service, pathNot: `${service}(service\\.ts$|consumers/)|${tests}` },
      to: { path: `${service}consumers/` },
    },
    {
      name: 'operations-from-index',
      comment: 'What several files need does not live in an operation.',
      severity: 'error',
      from: { path: service, pathNot: `/(index|service|delegated)\\.ts$|/operations/|/internal/|${tests}` },
      to: { path: '/operations/|/internal/' },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|node_modules)/' },
    enhancedResolveOptions: {
      conditionNames: ['@forgemesh/source', 'node', 'import', 'require', 'default'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.json'],
    },
  },
};
