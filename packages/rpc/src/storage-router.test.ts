import { createRouter, deployableOf, grantedStorage, storageOfRequest } from './storage-router';
import type { GrantedResource } from '@forgemesh/access';

describe('the way to a shard', () => {
  const router = createRouter({
    projects: 'a:1',
    repository: 'b:1',
    'repository/default': 'c:1',
    'repository/two': 'd:1',
    'repository/storage-*': 'e-*:1',
  });

  it('leads to the replica that serves a storage, and to any where none is known', () => {
    const keys = ['two', 'default', '', undefined].map((storage) => router.keyOf('repository', storage));
    expect(keys).toEqual(['repository/two', 'repository/default', 'repository/default', 'repository']);
    expect(router.addressOf(router.keyOf('repository', 'storage-3'))).toBe('e-3:1');
  });

  it('is one where all replicas are alike', () => {
    expect([router.isSharded('repository'), router.isSharded('projects')]).toEqual([true, false]);
    expect(router.keyOf('projects', 'two')).toBe('projects');
  });

  it('never leads to another storage', () => {
    expect(() => router.keyOf('repository', 'three')).toThrow('The storage three is not configured');
  });

  it('is told by a request, else by the first project that was granted', () => {
    const project = { storage: 'two' } as GrantedResource;
    const group = { storage: '' } as GrantedResource;
    expect([storageOfRequest({ storage: '' }), storageOfRequest({ id: 1 })]).toEqual(['', undefined]);
    expect([grantedStorage({ group, id: project }), grantedStorage({ group }), grantedStorage({})]).toEqual([
      'two',
      undefined,
      undefined,
    ]);
    expect(deployableOf('repository/two')).toBe('repository');
  });
});
