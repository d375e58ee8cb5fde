import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/root.ts';
import stories from './affected-stories.json' with { type: 'json' };
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

const packagesOf = (...changed: string[]) => {
  const found = affected(...changed);
  return found === 'all' ? found : found.filter((path) => !path.startsWith('test-e2e/'));
};

describe('the suites that a change affects', () => {
  it('are those of the package and of its dependents', () => {
    expect(packagesOf('services/geo/src/main.ts')).toEqual(['services/geo/']);
    expect(packagesOf('packages/rpc/src/index.ts')).toEqual(['gateway/', 'packages/rpc/', 'services/geo/']);
    expect(packagesOf('packages/errors/src/index.ts')).toHaveLength(5);
  });

  it('include those of services that import a changed contract', () => {
    expect(packagesOf('proto/forgemesh/geo/v1/node.proto')).toEqual(['services/geo/']);
    expect(packagesOf('proto/forgemesh/identity/v1/user.proto')).toEqual([
      'gateway/',
      'services/geo/',
      'services/identity/',
    ]);
  });

  it('are all for the tools that run suites and for the shared contract, and none for documentation', () => {
    expect(affected('scripts/build/emit.ts')).toBe('all');
    expect(affected('scripts/commands/test.ts')).toBe('all');
    expect(affected('proto/forgemesh/api/v1/param.proto')).toBe('all');
    expect(affected('docs/events.md', 'services/geo/README.md')).toEqual([]);
  });

  it('include changed suites across services', () => {
    expect(affected('test-e2e/crash.test.ts')).toEqual(['test-e2e/crash.test.ts$']);
    expect(affected('test-e2e/support/git.ts')).toEqual(['test-e2e/']);
  });

  it('include the stories that are listed for the changed folders', () => {
    expect(affected('services/geo/src/main.ts')).toEqual(['services/geo/', 'test-e2e/replication.test.ts$']);
    expect(affected('web/src/app/main.tsx')).toEqual(['test-e2e/full/web/', 'test-e2e/web/', 'web/']);
    expect(affected('scripts/backup/command.ts')).toEqual([
      'scripts/backup/',
      'test-e2e/backup.test.ts$',
      'test-e2e/full/geo-promote.test.ts$',
    ]);
    expect(affected('scripts/bench/report.ts')).toEqual(['scripts/bench/']);
    expect(affected('scripts/commands/bench.ts')).toEqual([]);
  });

  it('are listed by folders and suites that exist', () => {
    for (const path of Object.entries(stories).flatMap(([folder, suites]) => [folder, ...suites]))
      expect([path, existsSync(join(root, path))]).toEqual([path, true]);
  });

  it('are found in the dependencies and imports of the workspace', () => {
    const collaboration = readPackages().find(({ folder }) => folder === 'services/collaboration');
    expect(collaboration?.dependencies).toContain('@forgemesh/data');
    expect(collaboration?.contracts).toEqual(expect.arrayContaining(['collaboration', 'repository']));
  });
});
