/**
 * Syntax highlighting with about 190 languages. Load it by `import()`: the grammars are files of
 * their own, each loaded when a text needs it.
 */
import type { LanguageFn } from 'highlight.js';
import type { ElementContent, RootContent } from 'hast';
import { createLowlight } from 'lowlight';
import { embeddedLanguages, languageAliases } from './highlight-languages';

/** A part of a line with its class; undefined for plain text. */
export interface Token {
  text: string;
  className: string | undefined;
}

/** Longer texts are shown without colours, because highlighting would block the page. */
const MAX_LENGTH = 400_000;
const FOLDER = '../../node_modules/highlight.js/es/languages/';
const grammars = import.meta.glob<LanguageFn>(['../../node_modules/highlight.js/es/languages/*.js', '!**/*.js.js'], {
  import: 'default',
});
const lowlight = createLowlight();
const loads = new Map<string, Promise<void>>();

/** Returns the tokens of each line; undefined if the language is unknown or the text too long. */
export async function highlightLines(text: string, fileName: string): Promise<Token[][] | undefined> {
  return highlight(text, languageOfFile(fileName));
}

/** Like `highlightLines`, for the name of a language, such as that of a block of code. */
export async function highlightLanguage(text: string, name: string): Promise<Token[][] | undefined> {
  return highlight(text, languageOf(name));
}

async function highlight(text: string, language: string | undefined): Promise<Token[][] | undefined> {
  if (language === undefined || text.length > MAX_LENGTH) return undefined;
  await load(language);
  const lines: Token[][] = [[]];
  collect(lowlight.highlight(language, text).children, undefined, lines);
  return lines;
}

/** Loads a grammar and those that it uses. */
function load(language: string): Promise<void> {
  const started = loads.get(language);
  if (started) return started;
  const loading = loadNow(language);
  loads.set(language, loading);
  // Another text may try again.
  loading.catch(() => loads.delete(language));
  return loading;
}

async function loadNow(language: string): Promise<void> {
  const embedded = (embeddedLanguages[language] ?? []).map(load);
  const [grammar] = await Promise.all([grammars[`${FOLDER}${language}.js`]?.(), ...embedded]);
  if (grammar) lowlight.register(language, grammar);
}

function languageOf(name: string): string | undefined {
  const lowerCase = name.toLowerCase();
  const language = languageAliases[lowerCase] ?? lowerCase;
  return `${FOLDER}${language}.js` in grammars ? language : undefined;
}

function languageOfFile(fileName: string): string | undefined {
  const name = fileName.slice(fileName.lastIndexOf('/') + 1);
  return languageOf(name.slice(name.lastIndexOf('.') + 1));
}

function collect(nodes: (RootContent | ElementContent)[], className: string | undefined, lines: Token[][]): void {
  for (const node of nodes) {
    if (node.type === 'text') {
      const [first = '', ...rest] = node.value.split('\n');
      if (first !== '') lines.at(-1)?.push({ text: first, className });
      for (const text of rest) lines.push(text === '' ? [] : [{ text, className }]);
    } else if (node.type === 'element') {
      const names = node.properties['className'];
      collect(node.children, Array.isArray(names) ? names.join(' ') : className, lines);
    }
  }
}
