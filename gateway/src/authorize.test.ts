import { evaluateAccess } from './authorize';
import { resource } from './testing/neighbours';
import type { AccessRule } from './transcoder/compile-operation';

const rule = (fields: Partial<AccessRule>): AccessRule => ({
  param: 'id',
  kind: 'project',
  role: 0,
  open: false,
  membersOnly: false,
  feature: '',
  optional: false,
  ...fields,
});

const REFUSED = '403 Forbidden';
const PASSED = undefined;
const READ = true;
const WRITE = false;

describe('what is not found', () => {
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

  it('a rule for members alone without a role needs any level', () => {
    expect(evaluateAccess(rule({ membersOnly: true }), resource({ level: 0, open: true }), WRITE)?.message).toBe(
      REFUSED,
    );
    expect(evaluateAccess(rule({ membersOnly: true }), resource({ level: 10 }), WRITE)).toBe(PASSED);
  });
});

describe('features', () => {
  it.each([
    // feature level, level, role, open rule and project, expected
    [undefined, 0, 20, true, PASSED],
    ['enabled', 0, 20, true, PASSED],
    ['enabled', 0, 20, false, REFUSED],
    ['private', 0, 0, true, REFUSED],
    ['private', 0, 20, true, REFUSED],
    ['private', 10, 0, true, PASSED],
    ['private', 10, 20, true, REFUSED],
    ['private', 20, 20, true, PASSED],
    ['disabled', 50, 0, true, REFUSED],
  ])('%s, level %i, role %i, open %s: %s', (featureLevel, level, role, open, expected) => {
    const features: Record<string, string> = featureLevel === undefined ? {} : { issues: featureLevel };
    const access = rule({ role, open, feature: 'issues' });
    expect(evaluateAccess(access, resource({ level, open, features }), READ)?.message).toBe(expected);
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
