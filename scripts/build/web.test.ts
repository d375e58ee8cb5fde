import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const dist = join(__dirname, '../../web/dist');
/** They include what the page of an issue, and so nearly every page, needs. */
const MAX_FIRST_SCRIPT_BYTES = 132_000;

/** Tiny files are not compressed. */
function compressedSize(path: string): number {
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size;
}

describe('the build of the web pages', () => {
  const page = readFileSync(join(dist, 'index.html'), 'utf8');
  /** The scripts that the document names or lets browsers load, which are all that they import. */
  const scripts = [...page.matchAll(/<(?:script|link rel="modulepreload")[^>]*\s(?:src|href)="\/-\/([^"]+)"/g)].map(
    ([, file = '']) => join(dist, file),
  );

  it('keeps the scripts of the first page small', () => {
    expect(scripts.length).toBeGreaterThan(1);
    const sizes = scripts.map(compressedSize);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_FIRST_SCRIPT_BYTES);
  });

  it('starts with a script that imports no other', () => {
    expect(readFileSync(scripts[0] ?? '', 'utf8')).not.toMatch(/^import\b|\bfrom\s*"|;import\s*[{"]/);
  });

  it('has no inline scripts and styles', () => {
    expect(page).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=/);
    expect([...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^\/-\/assets\/[\w-]+\.js$/)]),
    );
  });
});
