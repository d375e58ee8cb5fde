/**
 * The only parser of references: `#1`, `group/project!2`, `&3`, `@user`, `~label`, `%milestone`,
 * commit ids and URLs.
 */
import type { Reference, ReferenceKind } from './reference';
import { referenceOfUrl } from './reference-of-url';

/** Further references are ignored. */
const MAX_REFERENCES = 1_000;
const MAX_PATH = 512;

/**
 * Matches possible starts of a reference. Each alternative is bounded, and no path is scanned
 * twice, so that parsing is linear.
 */
const beginning = /https?:\/\/[^\s<>"')\]]{1,2000}|[#!&@~%]|(?<![\w/.@-])[0-9a-f]{7,40}(?![\w/@#!~%-]|\.\w)/g;
const kinds: Record<string, ReferenceKind> = {
  '#': 'issue',
  '!': 'merge_request',
  '&': 'epic',
  '~': 'label',
  '%': 'milestone',
};
/** A reference must not follow a letter, a digit, another mark or a backslash. */
const attached = /[\p{L}\p{N}_\\#!&@~%]/u;
const number = /\d{1,10}(?![\p{L}\p{N}_])/uy;
const username = /\w[\w.-]{0,254}/y;
const commitId = /[0-9a-f]{7,40}(?!\w)/y;
const title = /"([^"\n]{1,255})"|[\p{L}\p{N}_][\p{L}\p{N}_.:?&-]{0,254}/uy;
const endOfSentence = /[.:?&-]{1,254}$/;

/**
 * The references of a text without its code, in order. URLs count only if they start with the URL
 * of the instance.
 */
export function referencesIn(prose: string, externalUrl = ''): Reference[] {
  const found: Reference[] = [];
  beginning.lastIndex = 0;
  let end = 0;
  for (let match = beginning.exec(prose); match && found.length < MAX_REFERENCES; match = beginning.exec(prose)) {
    const [mark] = match;
    const reference = mark.length > 1 ? urlOrCommit(mark, match.index, externalUrl) : marked(prose, match.index, end);
    if (!reference) continue;
    found.push(reference);
    end = reference.index + reference.text.length;
    beginning.lastIndex = end;
  }
  return found;
}

/** Parses a URL or a commit id. */
function urlOrCommit(text: string, index: number, externalUrl: string): Reference | null {
  if (text.includes(':')) return referenceOfUrl(text, index, externalUrl);
  return /[a-f]/.test(text) || text.length === 40
    ? { kind: 'commit', path: null, name: text, is_quoted: false, text, index }
    : null;
}

/** Parses a reference with a mark; the path precedes the mark. */
function marked(prose: string, at: number, from: number): Reference | null {
  const mark = prose[at] ?? '';
  const path = pathBefore(prose, at, Math.max(from, at - MAX_PATH));
  const start = at - path.length;
  if (start > 0 && attached.test(prose[start - 1] ?? '')) return null;
  if (path !== '' && !isPath(path, mark)) return null;
  const named = mark === '@' ? namedByAt(prose, at + 1, path) : namedByMark(prose, at + 1, mark);
  if (!named) return null;
  const { length, ...rest } = named;
  return { ...rest, path: path === '' ? null : path, text: prose.slice(start, at + 1 + length), index: start };
}

type Named = Pick<Reference, 'kind' | 'name' | 'is_quoted'> & { length: number };

function namedByAt(prose: string, from: number, path: string): Named | null {
  const name = matchAt(path === '' ? username : commitId, prose, from)?.[0].replace(endOfSentence, '');
  return name ? { kind: path === '' ? 'user' : 'commit', name, is_quoted: false, length: name.length } : null;
}

function namedByMark(prose: string, from: number, mark: string): Named | null {
  const kind = kinds[mark];
  const match = matchAt(mark === '~' || mark === '%' ? title : number, prose, from);
  if (!kind || !match) return null;
  const [whole, quoted] = match;
  if (quoted !== undefined) return { kind, name: quoted, is_quoted: true, length: whole.length };
  const name = whole.replace(endOfSentence, '');
  return { kind, name, is_quoted: false, length: name.length };
}

function matchAt(pattern: RegExp, prose: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(prose);
}

function pathBefore(prose: string, at: number, from: number): string {
  let start = at;
  while (start > from && /[\w./-]/.test(prose[start - 1] ?? '')) start--;
  const path = prose.slice(start, at);
  return /\w$/.test(path) ? path.replace(/^[./-]{1,512}/, '') : '';
}

/**
 * Items may be referenced by the last part of the project path only; `50%off` and `a~b` are not
 * references.
 */
function isPath(path: string, mark: string): boolean {
  const isShort = !path.includes('/');
  if (isShort && mark !== '#' && mark !== '!' && mark !== '&') return false;
  return path.split('/').every((part) => /^\w/.test(part));
}
