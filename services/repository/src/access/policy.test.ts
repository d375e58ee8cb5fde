import fc from 'fast-check';
import { zeroId } from '@forgemesh/git-engine';
import {
  developersCan,
  mayPushTo,
  mayUnprotect,
  protectionsOf,
  checkRefChange,
  type RequestedChange,
  type Protection,
  type PushSubject,
} from './policy';

const id = 'a'.repeat(40);
const next = 'b'.repeat(40);

function subject(level: number, fields: Partial<PushSubject> = {}): PushSubject {
  return { level, archived: false, default_branch: 'main', ...fields };
}

function protect(name: string, push: number[], merge: number[] = push): Protection {
  const levels = (list: number[]) => list.map((access_level) => ({ access_level, names_caller: false }));
  return { name, push_access_levels: levels(push), merge_access_levels: levels(merge) };
}

describe('mayPushTo', () => {
  it.each([
    [20, [], false],
    [30, [], true],
    [30, [protect('main', [40])], false],
    [40, [protect('main', [40])], true],
    [50, [protect('main', [0])], false],
    [30, [protect('main', [40]), protect('m*', [30])], true],
  ])('level %p with %j: %p', (level, protections, expected) => {
    expect(mayPushTo(subject(level), 'main', protections)).toBe(expected);
  });

  it('refuses pushes to an archived project', () => {
    expect(mayPushTo(subject(50, { archived: true }), 'main', [])).toBe(false);
  });

  it('checks developers by their own level', () => {
    expect(developersCan('push', [protect('main', [40], [30])])).toBe(false);
    expect(developersCan('merge', [protect('main', [40], [30])])).toBe(true);
  });
});

describe('entries of users and groups', () => {
  const named = { name: 'main', push_access_levels: [{ names_caller: true }], merge_access_levels: [] };
  const others = { ...named, push_access_levels: [{ names_caller: false }] };

  it('let those push whom they name, if they may push to the project', () => {
    expect(mayPushTo(subject(30), 'main', [named])).toBe(true);
    expect(mayPushTo(subject(20), 'main', [named])).toBe(false);
    expect(mayPushTo(subject(50), 'main', [others])).toBe(false);
  });

  it('let maintainers unprotect whom they name', () => {
    const maintainer = { level: 40, admin: false };
    expect(mayUnprotect(maintainer, [{ names_caller: true }])).toBe(true);
    expect(mayUnprotect(maintainer, [{ names_caller: false }])).toBe(false);
    expect(mayUnprotect(maintainer, [{ access_level: 60, names_caller: false }])).toBe(false);
    expect(mayUnprotect({ level: 50, admin: true }, [{ names_caller: false }])).toBe(true);
  });
});

describe('checkRefChange', () => {
  const main = protect('main', [30]);
  const strict = protect('main', [40]);
  const update = { ref: 'refs/heads/main', old: id, new: next, forced: false };
  it.each([
    ['push without the role', 20, update, [], 'You are not allowed to push code to this project.'],
    ['push', 30, update, [main], null],
    [
      'push to a protected branch',
      30,
      update,
      [strict],
      'You are not allowed to push code to protected branches on this project.',
    ],
    [
      'creation of a protected branch',
      30,
      { ...update, old: zeroId },
      [strict],
      'You are not allowed to create protected branches on this project.',
    ],
    ['force push', 30, { ...update, forced: true }, [], null],
    [
      'force push to a protected branch',
      50,
      { ...update, forced: true },
      [main],
      'You are not allowed to force push code to a protected branch on this project.',
    ],
    ['force push where it is allowed', 30, { ...update, forced: true }, [{ ...main, allow_force_push: true }], null],
    [
      'force push where it is allowed, without the role',
      30,
      { ...update, forced: true },
      [{ ...strict, allow_force_push: true }],
      'You are not allowed to push code to protected branches on this project.',
    ],
    [
      'deletion of the default branch',
      50,
      { ...update, new: zeroId },
      [],
      'The default branch of a project cannot be deleted.',
    ],
    [
      'name of a commit',
      50,
      { ...update, ref: `refs/heads/${id}`, old: zeroId },
      [],
      'You cannot create a branch with a 40-character hexadecimal branch name.',
    ],
    ...['refs/heads/main', 'refs/tags/v1', 'refs/remotes/origin/main'].flatMap((name) => {
      const created = { ...update, old: zeroId };
      const [branch, tag] = [`refs/heads/${name}`, `refs/tags/${name}`];
      return [
        [`branch with the full name ${name}`, 50, { ...created, ref: branch }, [], 'Branch name is invalid'],
        [`tag with the full name ${name}`, 50, { ...created, ref: tag }, [], 'Tag name invalid'],
        [`deletion of the branch ${name}`, 50, { ...update, ref: branch, new: zeroId }, [], null],
        [`deletion of the tag ${name}`, 50, { ...update, ref: tag, new: zeroId }, [], null],
      ] as [string, number, RequestedChange, Protection[], string | null][];
    }),
    ['new tag', 30, { ...update, ref: 'refs/tags/v1', old: zeroId }, [], null],
    [
      'moved tag',
      30,
      { ...update, ref: 'refs/tags/v1' },
      [],
      'You are not allowed to change existing tags on this project.',
    ],
    ['tag deleted by a maintainer', 40, { ...update, ref: 'refs/tags/v1', new: zeroId }, [], null],
  ])('%s by %p', (_what, level, change, protections, expected) => {
    expect(checkRefChange(subject(level), change, protections, 'git')).toBe(expected);
  });

  it.each([
    ['refs/heads/topic/one', null],
    ['refs/tags/v1', null],
    ['refs/notes/commits', null],
    ['refs/heads/HEAD', 'Branch name is invalid'],
    ['refs/heads/-x', 'Branch name is invalid'],
    ['refs/heads/refs/heads/main', 'Branch name is invalid'],
    [`refs/heads/${id}`, 'You cannot create a branch with a 40-character hexadecimal branch name.'],
    ['refs/tags/-x', 'Tag name invalid'],
    ['refs/tags/HEAD', 'Tag name invalid'],
    ['refs/tags/refs/tags/v1', 'Tag name invalid'],
    ['refs/replace/1', "Only branches, tags and notes can be pushed: 'refs/replace/1' is none of them."],
    ['refs/header', "Only branches, tags and notes can be pushed: 'refs/header' is none of them."],
    ['refs/notes/../heads/main', expect.stringContaining('Only branches, tags and notes can be pushed')],
  ])('of %s: %p; an old one can be deleted', (ref, expected) => {
    for (const old of [zeroId, id])
      expect(checkRefChange(subject(40), { ...update, ref, old }, [], 'git')).toEqual(expected);
    expect(checkRefChange(subject(40), { ...update, ref, new: zeroId }, [], 'git')).toBeNull();
  });

  it('lets a maintainer delete a protected branch, but not over git', () => {
    const deletion = { ref: 'refs/heads/old', old: id, new: zeroId, forced: false };
    const protections = [protect('old', [30])];
    expect(checkRefChange(subject(40), deletion, protections, 'api')).toBeNull();
    expect(checkRefChange(subject(40), deletion, protections, 'git')).toBe(
      'You can only delete protected branches using the web interface.',
    );
    expect(checkRefChange(subject(30), deletion, protections, 'api')).toContain('Only a project maintainer or owner');
  });
});

describe('wildcards', () => {
  it('match like a regular expression', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '/', '.', '*'), maxLength: 8 });
    fc.assert(
      fc.property(text, text, (branch, name) => {
        const pattern = name
          .split('*')
          .map((part) => part.replace(/[.\\/]/g, '\\$&'))
          .join('.*');
        expect(protectionsOf(branch, [protect(name, [40])]).length === 1).toBe(new RegExp(`^${pattern}$`).test(branch));
      }),
      { numRuns: 2000 },
    );
  });
});
