/** Syntax highlighting. Load it by `import()`: the grammars are large. */
import type { ElementContent, RootContent } from 'hast';
import { common, createLowlight } from 'lowlight';

/** A part of a line with its class; undefined for plain text. */
export interface Token {
  text: string;
  className: string | undefined;
}

/** Longer texts are shown without colours, because highlighting would block the page. */
const MAX_LENGTH = 400_000;
const lowlight = createLowlight(common);

const languages: Record<string, string> = {
  cjs: 'javascript',
  mjs: 'javascript',
  jsx: 'javascript',
  cts: 'typescript',
  mts: 'typescript',
  tsx: 'typescript',
  h: 'c',
  hh: 'cpp',
  htm: 'xml',
  vue: 'xml',
  proto: 'c',
  toml: 'ini',
  dockerfile: 'bash',
  zsh: 'bash',
};

/** Returns the tokens of each line; undefined if the language is unknown or the text too long. */
export function highlightLines(text: string, fileName: string): Token[][] | undefined {
  const language = languageOf(fileName);
  if (language === undefined || text.length > MAX_LENGTH) return undefined;
  const lines: Token[][] = [[]];
  collect(lowlight.highlight(language, text).children, undefined, lines);
  return lines;
}

function languageOf(fileName: string): string | undefined {
  const name = fileName.slice(fileName.lastIndexOf('/') + 1).toLowerCase();
  const extension = name.slice(name.lastIndexOf('.') + 1);
  const language = languages[extension] ?? extension;
  return lowlight.registered(language) ? language : undefined;
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
