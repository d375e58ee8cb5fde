/**
 * One configuration for all suites, in five projects: `unit` needs no other process, `datastore`
 * the database or NATS, `service in process` runs one service itself, `service` sends HTTP requests
 * to a running mesh that its worker uses exclusively, and `story` crosses services and may start,
 * kill and restart processes. Datastores and meshes are started before the first suite that needs
 * them.
 */
const { suitesByKind } = require('./scripts/test/kinds.cjs');

const swc = {
  jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
  // Most suites use HTTP only; the gRPC client is loaded by the suites that need it.
  module: { type: 'commonjs', lazy: ['@forgemesh/rpc', '@forgemesh/telemetry'] },
  sourceMaps: 'inline',
};

/** Suites of the pages: their texts are macros, as in the build. */
const swcWithTexts = {
  ...swc,
  jsc: {
    ...swc.jsc,
    experimental: {
      plugins: [
        [
          require.resolve('@lingui/swc-plugin', { paths: [`${__dirname}/web`] }),
          { runtimeModules: { i18n: ['#language/i18n', 'i18n'] } },
        ],
      ],
    },
  },
};

const esModules = '@(?:lingui|messageformat)/[a-z-]+|fuzzysort|age-encryption|pixelmatch|@noble/[a-z-]+|@scure/base';

const base = {
  rootDir: __dirname,
  testEnvironment: 'node',
  setupFilesAfterEnv: ['<rootDir>/scripts/test/timeout.cjs', '<rootDir>/scripts/test/suite-times.cjs'],
  // Tools are ES modules for Node and CommonJS for suites, as are the libraries that only they use.
  transform: {
    '/web/src/.+\\.ts$': ['@swc/jest', swcWithTexts],
    '^.+\\.ts$': ['@swc/jest', swc],
    [`/(${esModules})/.+\\.m?js$`]: ['@swc/jest', swc],
  },
  // Suites have no browser whose language could be asked for.
  moduleNameMapper: { '^#language/i18n$': '<rootDir>/web/src/language/english.ts' },
  transformIgnorePatterns: [`/node_modules/(?!\\.pnpm/|${esModules})`],
  testEnvironmentOptions: { customExportConditions: ['@forgemesh/source', 'node', 'require', 'default'] },
  modulePathIgnorePatterns: ['<rootDir>/.*/dist/'],
};

const isFullRun = process.env.FORGE_TEST_FULL === '1';

const withMesh = {
  ...base,
  testEnvironment: '<rootDir>/scripts/test/mesh-environment.cjs',
  globalSetup: '<rootDir>/scripts/test/mesh-setup.ts',
};

/**
 * Timeouts in milliseconds, of tests and hooks and of `waitFor` in them; the second is shorter, so
 * that a test fails with a specific message.
 */
const short = { globals: { forgeTestTimeoutMs: 60_000, forgeWaitTimeoutMs: 50_000 } };
/** Longer than the redelivery timeout of events, and than `waitForLongTask`. */
const long = { globals: { forgeTestTimeoutMs: 720_000, forgeWaitTimeoutMs: 90_000 } };

const { unit, datastore, service, 'service in process': inProcess } = suitesByKind();

module.exports = {
  rootDir: __dirname,
  maxWorkers: 2,
  // Suites leave memory behind, whose garbage collection costs more than the start of a worker.
  workerIdleMemoryLimit: '600MB',
  testSequencer: '<rootDir>/scripts/test/sequencer.cjs',
  globalTeardown: '<rootDir>/scripts/test/global-teardown.ts',
  projects: [
    { ...base, ...short, displayName: 'unit', testMatch: unit },
    {
      ...base,
      ...short,
      displayName: 'datastore',
      globalSetup: '<rootDir>/scripts/test/datastore-setup.ts',
      testMatch: datastore,
    },
    {
      ...base,
      ...short,
      displayName: 'service in process',
      globalSetup: '<rootDir>/scripts/test/in-process-setup.ts',
      testMatch: inProcess,
    },
    { ...withMesh, ...short, displayName: 'service', testMatch: service },
    {
      ...withMesh,
      ...long,
      displayName: 'story',
      testMatch: ['<rootDir>/test-e2e/**/*.test.ts'],
      // `npm run test:full` also runs what takes long by nature.
      testPathIgnorePatterns: ['/node_modules/', '/dist/', ...(isFullRun ? [] : ['/test-e2e/full/'])],
    },
  ],
};
