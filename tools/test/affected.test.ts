import { root } from '../lib/root.ts';
import { affectedSuites, readPackages, type WorkspacePackage } from './affected.ts';

const packages: WorkspacePackage[] = [
  { folder: 'packages/errors', name: 'errors', dependencies: [], contracts: [] },
  { folder: 'packages/rpc', name: 'rpc', dependencies: ['errors'], contracts: [] },
  { folder: 'services/geo', name: 'geo', dependencies: ['rpc'], contracts: ['geo', 'identity'] },
  { folder: 'services/identity', name: 'identity', dependencies: ['errors'], contracts: ['identity'] },
  { folder: 'gateway', name: 'gateway', dependencies: ['rpc'], contracts: ['identity'] },
];
const affected = (...changed: string[]) => {
  const found = affectedSuites(changed, packages);
  return found === 'all' ? found : found.map((path) => path.replace(`${root}/`, ''));
};

describe('the suites that a change affects', () => {
  it('are those of the package and of its dependents', () => {
    expect(affected('services/geo/src/main.ts')).toEqual(['services/geo/']);
    expect(affected('packages/rpc/src/index.ts')).toEqual(['gateway/', 'packages/rpc/', 'services/geo/']);
    expect(affected('packages/errors/src/index.ts')).toHaveLength(5);
  });

  it('include those of services that import a changed contract', () => {
    expect(affected('proto/forgemesh/geo/v1/node.proto')).toEqual(['services/geo/']);
    expect(affected('proto/forgemesh/identity/v1/user.proto')).toEqual([
      'gateway/',
      'services/geo/',
      'services/identity/',
    ]);
  });

  it('are all for tools and the shared contract, and none for documentation', () => {
    expect(affected('tools/commands/build.ts')).toBe('all');
    expect(affected('proto/forgemesh/api/v1/param.proto')).toBe('all');
    expect(affected('docs/events.md', 'services/geo/README.md')).toEqual([]);
  });

  it('include changed suites across services', () => {
    expect(affected('test-e2e/crash.test.ts')).toEqual(['test-e2e/crash.test.ts$']);
    expect(affected('test-e2e/support/git.ts')).toEqual(['test-e2e/']);
  });

  it('are found in the dependencies and imports of the workspace', () => {
    const collaboration = readPackages().find(({ folder }) => folder === 'services/collaboration');
    expect(collaboration?.dependencies).toContain('@forgemesh/data');
    expect(collaboration?.contracts).toEqual(expect.arrayContaining(['collaboration', 'repository']));
  });
});
