import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { embeddedLanguages, languageAliases } from './highlight-languages';

const folder = join(dirname(require.resolve('highlight.js/package.json', { paths: [__dirname] })), 'es/languages');
const grammars = new Set(readdirSync(folder).map((name) => name.replace(/\.js$/, '')));

describe('languages of the highlighter', () => {
  it('are at least 150', () => expect([...grammars].filter((name) => !name.endsWith('.js')).length).toBeGreaterThan(150));

  it('have a grammar for each alias', () => {
    const used = [...Object.values(languageAliases), ...Object.keys(embeddedLanguages), ...Object.values(embeddedLanguages).flat()];
    expect(used.filter((name) => !grammars.has(name))).toEqual([]);
  });

  it.each(['hcl', 'ex', 'ps1', 'tsx', 'rs', 'kt', 'proto', 'yml', 'toml', 'vue'])('know %s', (name) =>
    expect(languageAliases[name] ?? (grammars.has(name) ? name : undefined)).toBeDefined(),
  );
});
