/**
 * One configuration for all suites, in two projects: `unit` needs at most the datastores, `mesh`
 * sends HTTP requests to a running mesh that its worker uses exclusively. Datastores and meshes are
 * started before the first suite.
 */
const swc = {
  jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
  // Most suites use HTTP only; the gRPC client is loaded by the suites that need it.
  module: { type: 'commonjs', lazy: ['@forgemesh/rpc', '@forgemesh/telemetry'] },
  sourceMaps: 'inline',
};

const esModules = 'age-encryption|@noble/[a-z-]+|@scure/base';

const base = {
  rootDir: __dirname,
  testEnvironment: 'node',
  // Tools are ES modules for Node and CommonJS for suites, as are the libraries that only they use.
  transform: { '^.+\\.ts$': ['@swc/jest', swc], [`/(${esModules})/.+\\.js$`]: ['@swc/jest', swc] },
  transformIgnorePatterns: [`/node_modules/(?!\\.pnpm/|${esModules})`],
  testEnvironmentOptions: { customExportConditions: ['@forgemesh/source', 'node', 'require', 'default'] },
  modulePathIgnorePatterns: ['<rootDir>/.*/dist/'],
};

const unit = ['packages', 'gateway', 'program', 'tools', 'web'].map((folder) => `<rootDir>/${folder}/**/*.test.ts`);

module.exports = {
  rootDir: __dirname,
  maxWorkers: 2,
  testSequencer: '<rootDir>/tools/test/sequencer.cjs',
  // Also applies to hooks. Longer than the timeouts of `waitFor` and `waitForLongTask`, which fail
  // with a specific message.
  testTimeout: 720_000,
  globalSetup: '<rootDir>/tools/test/global-setup.ts',
  globalTeardown: '<rootDir>/tools/test/global-teardown.ts',
  projects: [
    { ...base, displayName: 'unit', testMatch: unit },
    {
      ...base,
      displayName: 'mesh',
      testEnvironment: '<rootDir>/tools/test/mesh-environment.cjs',
      globalSetup: '<rootDir>/tools/test/mesh-setup.ts',
      testMatch: ['<rootDir>/services/**/*.test.ts', '<rootDir>/test-e2e/**/*.test.ts'],
      testPathIgnorePatterns: ['/node_modules/', '/dist/'],
    },
  ],
};
