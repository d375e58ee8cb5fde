import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { areaOf, cyclesOf, measureService, violationsOf } from './areas.ts';

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

/** Measures a service with these files below `src`. */
function measure(files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'forgemesh-areas-'));
  folders.push(folder);
  const imports = { '#items/issues': { '@forgemesh/source': './src/items/issues/index.ts' } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ imports }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, 'src', path)), { recursive: true });
    writeFileSync(join(folder, 'src', path), text);
  }
  return measureService(folder);
}

const complying = {
  'compose.ts': "import type { All } from './deps';\nexport function create(deps: All) {}",
  'deps.ts':
    "import type { IssuesDeps } from './items/issues/deps';\nimport type { BoardsDeps } from './boards/deps';\n" +
    'export interface All extends IssuesDeps, BoardsDeps {}',
  'items/issues/deps.ts': 'export interface IssuesDeps { issues: object; log: object }',
  'items/issues/index.ts': "export { findIssue } from './find-issue';",
  'items/issues/find-issue.ts':
    "import type { IssuesDeps } from './deps';\nexport function findIssue(deps: IssuesDeps) {}",
  'items/issues/operations/get-issue.ts': "import { findIssue } from '../find-issue';",
  'boards/deps.ts':
    "import type { IssuesDeps } from '../items/issues/deps';\nexport interface BoardsDeps extends IssuesDeps { boards: object }",
  'boards/board.ts': "import { findIssue } from '#items/issues';",
};

describe('areas', () => {
  it('are the folders of two levels without operations', () => {
    expect(['items/issues/operations/get-issue.ts', 'boards/board.ts', 'a/b/c/d.ts'].map(areaOf)).toEqual([
      'items/issues',
      'boards',
      'a/b',
    ]);
  });

  it('form cycles', () => {
    const edges = new Map([
      ['a', new Set(['b'])],
      ['b', new Set(['c'])],
      ['c', new Set(['a', 'd'])],
      ['d', new Set<string>()],
    ]);
    expect(cyclesOf(edges)).toEqual([['a', 'b', 'c']]);
  });

  it('comply if they use only public interfaces and dependencies of their own', () => {
    const structure = measure({ ...complying, 'boards/deps.ts': 'export interface BoardsDeps { boards: object }' });
    expect(structure).toMatchObject({ areas: 2, widest: { name: 'IssuesDeps', fields: 2 } });
    expect(violationsOf(structure)).toEqual([]);
  });

  it.each([
    ['a cycle', { 'items/issues/x.ts': "import type { Board } from '#boards/index';", 'boards/index.ts': '' }],
    [
      'an import past the public interface',
      { 'boards/list.ts': "import { findIssue } from '#items/issues/find-issue';" },
    ],
    ['all dependencies', { 'boards/list.ts': "import type { All } from '#deps';\nfunction list(call: Call<All>) {}" }],
    [
      'too many fields',
      {
        'boards/deps.ts': `export interface BoardsDeps { ${Array.from({ length: 16 }, (_, n) => `f${n}: 1;`).join('')} }`,
      },
    ],
  ])('do not comply with %s', (_name, files) => {
    const own = { 'boards/deps.ts': 'export interface BoardsDeps { boards: object }' };
    expect(violationsOf(measure({ ...complying, ...own, ...files }))).toHaveLength(1);
  });

  it('count inherited fields', () => {
    expect(measure(complying).widest).toEqual({ name: 'BoardsDeps', fields: 3 });
  });

  it('may take a selection of all dependencies', () => {
    const text = "import type { All } from '#deps';\nfunction list(deps: Pick<All, 'boards'>, log: All['log']) {}";
    expect(measure({ ...complying, 'boards/list.ts': text }).wideParameters).toEqual([]);
  });
});
