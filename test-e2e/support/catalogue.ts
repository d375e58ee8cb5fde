/** The catalogues of the pages' texts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(__dirname, '../../web/src/locales');

/** What a catalogue is searched by: the English text, with the context if it has one. */
export const entryKey = (text: string, context = ''): string => (context === '' ? text : `${text} (${context})`);

/** Returns the translations of a language by the keys of their entries. */
export function readCatalogue(language: string): Map<string, string> {
  const entries = readFileSync(join(FOLDER, `${language}.po`), 'utf8').split('\n\n');
  return new Map(
    entries.map((entry) => [
      entryKey(textAfter('msgid', entry), textAfter('msgctxt', entry)),
      textAfter('msgstr', entry),
    ]),
  );
}

/** Joins the quoted lines after a keyword. */
function textAfter(keyword: string, entry: string): string {
  const [, lines = ''] = new RegExp(`^${keyword} ((?:".*"\\n?)+)`, 'm').exec(entry) ?? [];
  return lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as string)
    .join('');
}
