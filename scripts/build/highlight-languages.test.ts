// The table of languages of the pages fits the grammars of the highlighter.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { embeddedLanguages, languageAliases } from '../../web/src/lib/highlight-languages.ts';
import { root } from '../lib/root.ts';

const folder = join(root, 'web/node_modules/highlight.js/es/languages');
const grammars = new Set(
  readdirSync(folder)
    .filter((name) => !name.endsWith('.js.js'))
    .map((name) => name.replace(/\.js$/, '')),
);

describe('languages of the highlighter', () => {
  it('are at least 150', () => expect(grammars.size).toBeGreaterThan(150));

  it('have a grammar for each alias', () => {
    const embedded = [...Object.keys(embeddedLanguages), ...Object.values(embeddedLanguages).flat()];
    expect([...Object.values(languageAliases), ...embedded].filter((name) => !grammars.has(name))).toEqual([]);
  });

  it.each(['hcl', 'ex', 'ps1', 'tsx', 'rs', 'kt', 'proto', 'yml', 'toml', 'vue'])('include files with .%s', (name) =>
    expect(languageAliases[name] ?? (grammars.has(name) ? name : undefined)).toBeDefined(),
  );
});
