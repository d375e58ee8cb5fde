import { ReferenceKind } from '@forgemesh/proto/projects/v1/access';
import { resource } from '../testing/neighbours';
import type { CompiledOperation } from '../routing/compile-operation';
import { invalidationScopeOf } from './cache-invalidation-rules';

const access = {
  id: resource({ id: 7 }),
  namespace: resource({ id: 3, kind: ReferenceKind.REFERENCE_KIND_GROUP }),
  fork_from: resource({ id: 8 }),
};
const changedBy = (service: string, isRead = false, granted = access as Parameters<typeof invalidationScopeOf>[1]) =>
  invalidationScopeOf({ service, isRead } as CompiledOperation, granted);

it.each(['identity', 'projects', 'settings', 'one that is new'])('a write of %s may change everything', (service) => {
  expect(changedBy(service)).toBe('everybody');
});

it('a write of repository changes what it names', () => {
  expect(changedBy('repository')).toEqual([7, 8]);
  expect(changedBy('repository', false, {})).toBe('everybody');
});

it.each(['collaboration', 'approvals', 'geo'])('a write of %s changes nothing', (service) => {
  expect(changedBy(service)).toBeUndefined();
});

it.each(['identity', 'projects', 'repository', 'one that is new'])('a read of %s changes nothing', (service) => {
  expect(changedBy(service, true)).toBeUndefined();
});
