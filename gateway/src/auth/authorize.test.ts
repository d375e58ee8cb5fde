import type { Caller } from '@forgemesh/rpc';
import type { AuthorizedResource } from '@forgemesh/proto/projects/v1/access';
import type { Identity } from './authenticate';
import { createAuthorizer, evaluateAccess } from './authorize';
import { ResultCache } from './result-cache';
import { resource } from '../testing/fake-services';
import type { AccessRule } from '../routing/compile-operation';

const rule = (fields: Partial<AccessRule>): AccessRule => ({
  param: 'id',
  kind: 'project',
  role: 0,
  open: false,
  feature: '',
  optional: false,
  ...fields,
});

const REFUSED = '403 Forbidden';
const PASSED = undefined;
const READ = true;
const WRITE = false;

describe('a missing resource', () => {
  it.each([
    ['project', '404 Project Not Found'],
    ['group', '404 Group Not Found'],
    ['namespace', '404 Namespace Not Found'],
  ] as const)('%s', (kind, text) => {
    const refusal = evaluateAccess(rule({ kind }), resource({ found: false }), READ);
    expect(refusal?.message).toBe(text);
    expect(refusal?.reason).toBe('not_found');
  });
});

it('tells why the external authorization service denies a resource', () => {
  const denied = resource({ found: false, denial_reason: 'Not cleared' });
  const refusal = evaluateAccess(rule({ kind: 'project' }), denied, READ);
  expect([refusal?.reason, refusal?.message]).toEqual(['forbidden', '403 Forbidden - Not cleared']);
});

describe('roles', () => {
  it.each([
    // level, role, open rule, open project, expected
    [0, 0, false, false, PASSED],
    [10, 20, false, false, REFUSED],
    [20, 20, false, false, PASSED],
    [50, 40, false, false, PASSED],
    [0, 20, true, true, PASSED],
    [10, 20, true, true, PASSED],
    [0, 20, true, false, REFUSED],
    [0, 20, false, true, REFUSED],
    [40, 50, true, false, REFUSED],
  ])('level %i, role %i, open rule %s, open project %s: %s', (level, role, open, isOpen, expected) => {
    expect(evaluateAccess(rule({ role, open }), resource({ level, open: isOpen }), READ)?.message).toBe(expected);
  });
});

/** All levels of features and roles are in the tests of `meetsRule`. */
describe('features', () => {
  it.each([
    ['enabled', PASSED],
    ['private', REFUSED],
    ['disabled', REFUSED],
  ])('%s, for readers who are not members: %s', (featureLevel, expected) => {
    const access = rule({ open: true, feature: 'issues' });
    const project = resource({ level: 0, open: true, features: { issues: featureLevel } });
    expect(evaluateAccess(access, project, READ)?.message).toBe(expected);
  });
});

describe('archived projects', () => {
  it.each([
    ['issues', WRITE, REFUSED],
    ['issues', READ, PASSED],
    ['', WRITE, PASSED],
  ])('feature %j, read %s: %s', (feature, isRead, expected) => {
    expect(evaluateAccess(rule({ feature }), resource({ archived: true, level: 50 }), isRead)?.message).toBe(expected);
  });
});

describe('several rules', () => {
  const rules = [rule({ role: 40 }), rule({ param: 'other_id', kind: 'group', role: 20 })];
  const missing = resource({ found: false });

  /** Authorizes a request that names two resources with this access. */
  async function authorize(resources: AuthorizedResource[]): Promise<string> {
    const caller = { client: () => ({ authorize: () => Promise.resolve({ resources }) }) } as unknown as Caller;
    const authorizer = createAuthorizer(caller, new ResultCache({ isCacheable: () => false }));
    const identity = { user: { id: 1, admin: false, external: false } } as unknown as Identity;
    try {
      const grants = await authorizer.authorize(identity, rules, { id: '7', other_id: 5 }, WRITE);
      return Object.keys(grants).join();
    } catch (error) {
      return (error as Error).message;
    }
  }

  it.each([
    ['a role that is too low', 30],
    ['no membership', 0],
  ])('with %s in the first resource, the second one does not matter', async (_what, level) => {
    const first = resource({ level, open: true });
    for (const second of [missing, resource({ level: 0 }), resource({ level: 50 })])
      expect(await authorize([first, second])).toBe(REFUSED);
  });

  it('are decided in declared order', async () => {
    expect(await authorize([missing, missing])).toBe('404 Project Not Found');
    expect(await authorize([resource({ level: 40 }), missing])).toBe('404 Group Not Found');
    expect(await authorize([resource({ level: 40 }), resource({ level: 10 })])).toBe(REFUSED);
    expect(await authorize([resource({ level: 40 }), resource({ level: 20 })])).toBe('id,other_id');
  });
});
