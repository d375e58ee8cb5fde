import {
  groupNameErrors,
  groupPathErrors,
  pathFromName,
  projectNameErrors,
  projectPathErrors,
  userPathErrors,
} from './path-rules';

describe('pathFromName', () => {
  it.each([
    ['Diaspora Client', 'diaspora-client'],
    ['  Ünïcode & more!  ', 'unicode-more'],
    ['my.project_1', 'my-project_1'],
    ['日本', ''],
  ])('derives a path from %j', (name, path) => {
    expect(pathFromName(name)).toBe(path);
  });
});

describe('project names and paths', () => {
  it.each(['a', 'C++ tools', 'Ünïcode – dash', '_x', '1', '👩‍💻 emoji', 'a.b'])('allow the name %j', (name) => {
    expect(projectNameErrors(name)).toEqual([]);
  });
  it.each(['', ' ', '-x', ' x', 'a/b', 'a\u0000b', 'a\u202Eb', 'a\u2028b', '<b>', 'n'.repeat(256)])(
    'reject the name %j',
    (name) => {
      expect(projectNameErrors(name)).toHaveLength(1);
    },
  );
  it.each(['a', 'A.b-c_d', '.github', '_x', '1'])('allow the path %j', (path) => {
    expect(projectPathErrors(path)).toEqual([]);
  });
  it.each(['', '.', '..', '-', '-x', 'a b', 'a/b', 'x.git', 'X.GIT', 'x.atom', 'ü', 'a\n', 'tree', 'WIKIS'])(
    'reject the path %j',
    (path) => {
      expect(projectPathErrors(path).length).toBeGreaterThan(0);
    },
  );
});

describe('group and user paths', () => {
  it('reserve the paths of the instance at the top level only', () => {
    expect(groupPathErrors('api', 0)).toEqual(['is a reserved name']);
    expect(groupPathErrors('api', 7)).toEqual([]);
    expect(groupPathErrors('blob', 7)).toEqual(['is a reserved name']);
    expect(userPathErrors('Explore')).toEqual(['is a reserved name']);
  });
  it('reject a trailing dot', () => {
    expect(groupPathErrors('a.', 0)).toHaveLength(1);
    expect(userPathErrors('a.')).toHaveLength(1);
  });
  it('allow parentheses in names of groups only', () => {
    expect(groupNameErrors('A (team)')).toEqual([]);
    expect(projectNameErrors('A (team)')).toHaveLength(1);
  });
});
