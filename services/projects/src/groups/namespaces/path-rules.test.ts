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
  ])('makes a path of %j', (name, path) => {
    expect(pathFromName(name)).toBe(path);
  });
});

describe('project names and paths', () => {
  it.each(['a', 'C++ tools', 'Ünïcode – dash', '_x', '1', '👩‍💻 emoji', 'a.b'])('may be called %j', (name) => {
    expect(projectNameErrors(name)).toEqual([]);
  });
  it.each(['', ' ', '-x', ' x', 'a/b', 'a\u0000b', 'a\u202Eb', 'a\u2028b', '<b>', 'n'.repeat(256)])(
    'may not be called %j',
    (name) => {
      expect(projectNameErrors(name)).toHaveLength(1);
    },
  );
  it.each(['a', 'A.b-c_d', '.github', '_x', '1'])('may be at %j', (path) => {
    expect(projectPathErrors(path)).toEqual([]);
  });
  it.each(['', '.', '..', '-', '-x', 'a b', 'a/b', 'x.git', 'X.GIT', 'x.atom', 'ü', 'a\n', 'tree', 'WIKIS'])(
    'may not be at %j',
    (path) => {
      expect(projectPathErrors(path).length).toBeGreaterThan(0);
    },
  );
});

describe('group and user paths', () => {
  it('reserves the paths of the instance at the top only', () => {
    expect(groupPathErrors('api', 0)).toEqual(['is a reserved name']);
    expect(groupPathErrors('api', 7)).toEqual([]);
    expect(groupPathErrors('blob', 7)).toEqual(['is a reserved name']);
    expect(userPathErrors('Explore')).toEqual(['is a reserved name']);
  });
  it('refuses a dot at the end', () => {
    expect(groupPathErrors('a.', 0)).toHaveLength(1);
    expect(userPathErrors('a.')).toHaveLength(1);
  });
  it('allows parentheses in names of groups alone', () => {
    expect(groupNameErrors('A (team)')).toEqual([]);
    expect(projectNameErrors('A (team)')).toHaveLength(1);
  });
});
