import { createStorageRouter, deployableOf, grantedStorage, storageOfRequest } from './storage-router';
import type { GrantedResource } from '@forgemesh/access';

describe('the route to a shard', () => {
  const router = createStorageRouter({
    projects: 'a:1',
    repository: 'b:1',
    'repository/default': 'c:1',
    'repository/two': 'd:1',
    'repository/storage-*': 'e-*:1',
  });

  it('leads to the replica that serves a storage, and to any without a storage', () => {
    const keys = ['two', 'default', '', undefined].map((storage) => router.keyOf('repository', storage));
    expect(keys).toEqual(['repository/two', 'repository/default', 'repository/default', 'repository']);
    expect(router.addressOf(router.keyOf('repository', 'storage-3'))).toBe('e-3:1');
  });

  it('is the same for all storages if all replicas are equal', () => {
    expect([router.isSharded('repository'), router.isSharded('projects')]).toEqual([true, false]);
    expect(router.keyOf('projects', 'two')).toBe('projects');
  });

  it('never leads to another storage', () => {
    expect(() => router.keyOf('repository', 'three')).toThrow('The storage three is not configured');
  });

  it('is determined by the request, or by the first granted project', () => {
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
