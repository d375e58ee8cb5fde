// Components of the pages use the classes that their stylesheets have, and no others.

import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from '../lib/root.ts';

const source = join(root, 'web/src');
const files = (pattern: string): string[] => globSync(pattern, { cwd: source });
const camelCase = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The selectors of a stylesheet, without comments and classes of other stylesheets. */
function selectorsOf(css: string): string[] {
  return css
    .replace(/\/\*[^]*?\*\/|:global\([^)]*\)/g, '')
    .split('{')
    .slice(0, -1)
    .flatMap(
      (text) =>
        text
          .slice(text.lastIndexOf('}') + 1)
          .split(';')
          .at(-1)
          ?.split(',') ?? [],
    )
    .map((selector) => selector.trim())
    .filter((selector) => selector !== '' && !selector.startsWith('@'));
}

/** The classes of a stylesheet as components name them, without those of other stylesheets. */
function classesOf(css: string): Set<string> {
  return new Set(
    selectorsOf(css).flatMap((text) => [...text.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = '']) => camelCase(name))),
  );
}

/** The classes that a component uses, by stylesheet. */
function usesOf(path: string): [stylesheet: string, name: string][] {
  const text = readFileSync(join(source, path), 'utf8');
  return [...text.matchAll(/^import (\w+) from '(.*\.module\.css)';$/gm)].flatMap(([, styles = '', address = '']) => {
    const target = address.startsWith('#') ? address.slice(1) : relative(source, join(source, dirname(path), address));
    return [...text.matchAll(new RegExp(`\\b${styles}\\.(\\w+)`, 'g'))].map(
      ([, name = '']) => [target, name] as [string, string],
    );
  });
}

describe('stylesheets of components', () => {
  const stylesheets = files('**/*.module.css');
  const declared = new Map(stylesheets.map((path) => [path, classesOf(readFileSync(join(source, path), 'utf8'))]));
  const used = files('**/*.tsx').flatMap(usesOf);

  it('exist and are read', () => {
    expect(stylesheets.length).toBeGreaterThan(10);
    expect([...(declared.get('components/items/items.module.css') ?? [])]).toContain('itemTitle');
  });

  it('have the classes that components use', () => {
    expect(used.filter(([path, name]) => declared.get(path)?.has(name) !== true)).toEqual([]);
  });

  it('have no other classes', () => {
    const names = new Set(used.map(([path, name]) => `${path} ${name}`));
    const unused = [...declared].flatMap(([path, classes]) => [...classes].map((name) => `${path} ${name}`));
    expect(unused.filter((name) => !names.has(name))).toEqual([]);
  });

  it('style no element of other documents', () => {
    // All stylesheets are one file, which the pages share with the documents of frames.
    const own = files('**/*.css').filter((path) => !/^styles\/|\.module\.css$/.test(path));
    const selectors = own.flatMap((path) =>
      selectorsOf(readFileSync(join(source, path), 'utf8')).map((selector) => `${path}: ${selector}`),
    );
    expect(selectors.length).toBeGreaterThan(3);
    expect(selectors.filter((selector) => !/: .*\.[a-z-]/.test(selector))).toEqual([]);
  });
});
