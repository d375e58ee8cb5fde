import { GitError } from '../errors';

/**
 * Rejects a `.gitmodules` file that would make a clone run commands or write outside its folder:
 * the same conditions as `receive.fsckObjects`, applied more strictly (an ambiguous line is
 * rejected). Errors: `refused`.
 */
export function checkGitmodules(content: Buffer, isLink: boolean): void {
  if (isLink) throw new GitError('refused', '.gitmodules cannot be a symbolic link');
  // A backslash at the end of a line continues the value, so lines are joined before parsing.
  const text = content.toString('latin1').replace(/\\\r?\n/g, '');
  for (const line of text.split('\n')) {
    const section = /^\s*\[\s*submodule[^"\]]*"((?:[^"\\]|\\.)*)"?/i.exec(line);
    if (section && hasParentFolder(section[1] ?? '')) refuse('submodule name');
    const value = /(?:^|\])\s*(url|path|update)\s*=\s*(.*)$/i.exec(line);
    if (value && !isHarmless(value[1] ?? '', value[2] ?? '')) refuse(`submodule ${value[1]?.toLowerCase()}`);
  }
}

function isHarmless(key: string, value: string): boolean {
  const plain = value.replace(/["\\]/g, '').trim();
  if (key.toLowerCase() === 'update') return !plain.startsWith('!');
  if (plain.startsWith('-')) return false;
  // An encoded line break in a URL would reach credential helpers as a separate line.
  return key.toLowerCase() !== 'url' || !(/%0a/i.test(plain) || /\\n/.test(value));
}

function hasParentFolder(name: string): boolean {
  return name.replace(/\\(.)/g, '$1').split(/[/\\]/).includes('..') || name.split(/[/\\]/).includes('..');
}

function refuse(what: string): never {
  throw new GitError('refused', `.gitmodules contains an unsafe ${what}`);
}
