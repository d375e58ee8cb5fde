import { meetsConditions, pathspecOf, type PathCondition } from './path-filters';

const condition = (kind: PathCondition['kind'], pattern: string, is_excluded = false): PathCondition => ({
  kind,
  pattern,
  is_excluded,
});

describe('conditions on paths', () => {
  it.each([
    ['src/Main.ts', condition('path', 'SRC/ma'), true],
    ['src/Main.ts', condition('path', 'main/'), false],
    ['src/Main.ts', condition('path', 'src/*.ts'), true],
    ['lib/src/Main.ts', condition('path', 'src/*.ts'), false],
    ['src/Main.ts', condition('filename', 'main'), true],
    ['src/Main.ts', condition('filename', 'src'), false],
    ['src/Main.ts', condition('filename', 'm*.ts'), true],
    ['src/Main.tsx', condition('filename', 'm*.ts'), false],
    ['src/Main.ts', condition('extension', 'ts'), true],
    ['src/ts', condition('extension', 'ts'), false],
    ['a.tar.gz', condition('extension', 'tar.gz'), true],
    ['a.a', condition('filename', 'a.a*a.a'), false],
    ['src/Main.ts', condition('path', 'src', true), false],
    ['src/Main.ts', condition('path', 'lib', true), true],
  ])('%s, %j: %s', (path, one, isMet) => {
    expect(meetsConditions(path, [one])).toBe(isMet);
  });

  it('must all be met', () => {
    const both = [condition('path', 'src'), condition('extension', 'ts')];
    expect(meetsConditions('src/a.ts', both)).toBe(true);
    expect(meetsConditions('src/a.js', both)).toBe(false);
  });

  it('match long texts in linear time', () => {
    const started = performance.now();
    expect(meetsConditions('a'.repeat(4096), [condition('path', `${'*a'.repeat(120)}*b`)])).toBe(false);
    expect(performance.now() - started).toBeLessThan(1000);
  });

  it('limit git to the first that includes paths', () => {
    expect(pathspecOf([])).toBeUndefined();
    expect(pathspecOf([condition('path', 'x', true)])).toBeUndefined();
    expect(pathspecOf([condition('path', 'x', true), condition('path', '[a]?**\\')])).toBe(
      String.raw`:(top,icase)*\[a]\?*\\*`,
    );
    expect(pathspecOf([condition('extension', 'ts')])).toBe(':(top,icase)*.ts');
  });
});
