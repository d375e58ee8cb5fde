import { measureAreas, violationsOf, type Source } from './areas.ts';

const subpaths = { '#issues': { '@forgemesh/source': './src/issues/index.ts' } };

function violations(files: Record<string, string>): string[] {
  const sources: Source[] = Object.entries(files).map(([path, content]) => ({ path, content }));
  return violationsOf(measureAreas(sources, subpaths));
}

describe('the check of areas', () => {
  it('accepts imports of public interfaces, and any import in root files and tests', () => {
    expect(
      violations({
        'compose.ts': "import { find } from './issues/store';",
        'issues/index.ts': "export { find } from './store';",
        'issues/store.ts': '',
        'issues/operations/get-issue.ts': "import { find } from '../store';",
        'notes/note.ts': "import type { find } from '#issues';",
        'notes/note.test.ts': "import { find } from '#issues/store';",
      }),
    ).toEqual([]);
  });

  it('refuses an import of another file of an area', () => {
    const files = { 'issues/store.ts': '', 'notes/note.ts': "import { find } from '#issues/store';" };
    expect(violations(files)).toEqual([
      'notes/note.ts imports issues/store.ts instead of the public interface of its area',
    ]);
  });

  it('refuses areas that import one another, also by types and through a third one', () => {
    expect(
      violations({
        'issues/index.ts': "export { a } from './a';",
        'issues/a.ts': "import type { B } from '../notes/lists/index';",
        'notes/lists/index.ts': "export { c } from './c';",
        'notes/lists/c.ts': "import { d } from '../mail/index';",
        'notes/mail/index.ts': "export { a } from '#issues';",
      }),
    ).toEqual(['import cycle of areas: issues, notes/lists, notes/mail']);
  });

  it('refuses wide interfaces and parameters', () => {
    const fields = (count: number, prefix: string): string =>
      Array.from({ length: count }, (_, index) => `  ${prefix}${index}: string;\n`).join('');
    expect(
      violations({
        'deps.ts': `export interface Whole extends WideDeps {\n${fields(40, 'x')}}\n`,
        'issues/deps.ts': `export interface BaseDeps {\n${fields(10, 'a')}}\nexport interface WideDeps extends BaseDeps {\n${fields(6, 'b')}}\n`,
        'issues/a.ts':
          "import type { Whole } from '#deps';\nfunction a(deps: Whole, call: Call<Whole>, box: Whole['x1']) {}",
      }),
    ).toEqual([
      'issues/a.ts takes the dependencies of the whole service',
      'issues/a.ts takes the dependencies of the whole service',
      'WideDeps has 16 fields, more than 15',
    ]);
  });
});
