import { ReferenceKind } from '@forgemesh/proto/projects/v1/access';
import { resource } from '../testing/fake-services';
import type { CompiledOperation } from '../routing/compile-operation';
import { invalidationScopeOf } from './cache-invalidation-rules';

const access = {
  id: resource({ id: 7 }),
  namespace: resource({ id: 3, kind: ReferenceKind.REFERENCE_KIND_GROUP }),
  fork_from: resource({ id: 8 }),
};
const scopeOf = (service: string, isRead = false, granted = access as Parameters<typeof invalidationScopeOf>[1]) =>
  invalidationScopeOf({ service, isRead } as CompiledOperation, granted);

it.each(['identity', 'projects', 'settings', 'one that is new'])('a write to %s may change everything', (service) => {
  expect(scopeOf(service)).toBe('everybody');
});

it('a write to repository changes the named projects', () => {
  expect(scopeOf('repository')).toEqual([7, 8]);
  expect(scopeOf('repository', false, {})).toBe('everybody');
});

it.each(['collaboration', 'approvals', 'deliveries', 'geo'])('a write to %s changes nothing', (service) => {
  expect(scopeOf(service)).toBeUndefined();
});

it.each(['identity', 'projects', 'repository', 'one that is new'])('a read from %s changes nothing', (service) => {
  expect(scopeOf(service, true)).toBeUndefined();
});
