/** One configuration for all suites: `unit` needs engines at most, `mesh` talks to a running mesh over HTTP. */
const base = {
  testEnvironment: 'node',
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }, module: { type: 'commonjs' }, sourceMaps: 'inline' },
    ],
  },
  testEnvironmentOptions: { customExportConditions: ['@forgemesh/source', 'node', 'require', 'default'] },
  modulePathIgnorePatterns: ['<rootDir>/.*/dist/'],
};
module.exports = { ...base, testMatch: ['<rootDir>/**/*.test.ts'], testPathIgnorePatterns: ['/node_modules/', '/dist/'], testTimeout: 30000 };
