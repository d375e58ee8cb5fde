import { pathOfName } from './path-of-name';

describe('the path of a name', () => {
  it.each([
    ['Web Shop', 'web-shop'],
    ['  Über uns! ', 'uber-uns'],
    ['a.b_c', 'a.b_c'],
    ['tool.git', 'tool'],
    ['-..-', ''],
    ['日本', ''],
  ])('%j', (name, path) => {
    expect(pathOfName(name)).toBe(path);
  });
});
