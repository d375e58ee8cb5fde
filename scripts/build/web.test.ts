import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const dist = join(__dirname, '../../web/dist');
const MAX_FIRST_SCRIPT_BYTES = 110_000;

type Manifest = Record<string, { file: string; imports?: string[] }>;

/** Files of an entry that the browser loads before the first page. */
function scriptsOf(manifest: Manifest, name: string, seen = new Set<string>()): string[] {
  const chunk = manifest[name];
  if (!chunk || seen.has(name)) return [];
  seen.add(name);
  return [chunk.file, ...(chunk.imports ?? []).flatMap((imported) => scriptsOf(manifest, imported, seen))];
}

/** Tiny files are not compressed. */
function compressedSize(path: string): number {
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size;
}

describe('the build of the web pages', () => {
  const manifest = JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8')) as Manifest;

  it('keeps the script of the first page small', () => {
    const sizes = scriptsOf(manifest, 'index.html').map((file) => compressedSize(join(dist, file)));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_FIRST_SCRIPT_BYTES);
  });

  it('has no inline scripts and styles', () => {
    const page = readFileSync(join(dist, 'index.html'), 'utf8');
    expect(page).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=/);
    expect([...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^\/-\/assets\/[\w-]+\.js$/)]),
    );
  });
});
