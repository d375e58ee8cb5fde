/**
 * Rewrites texts that move to another project or to a group, so that their references keep their
 * targets.
 */
import { proseOf, type Reference, referencesIn } from '#texts';

/** Matches an attached file by the URL within its project that the upload operation returns. */
const upload = /(?<=[("'\s]|^)\/uploads\/([0-9a-f]{32})\/([\p{L}\p{M}\p{N}_.+-]*)/gu;
const SECRET_AT = '/uploads/'.length;
const SECRET_LENGTH = 32;

/** The attached files that a text refers to, `<secret>/<name>`. */
export function uploadsIn(text: string): string[] {
  return [...proseOf(text).matchAll(upload)].map(([, secret, name]) => `${secret ?? ''}/${name ?? ''}`);
}

/**
 * Rewrites a text of the project with the given full path for another project or group: references
 * and attached files get the missing path. Files that were copied there get the secrets of their
 * copies instead.
 */
export function rewriteReferences(
  text: string,
  projectPath: string,
  copied: ReadonlyMap<string, string> = new Map(),
): string {
  const prose = proseOf(text);
  const namespace = projectPath.slice(0, Math.max(0, projectPath.lastIndexOf('/')));
  const insertions = referencesIn(prose).map((reference) => ({
    at: reference.index,
    missing: missingPath(reference, projectPath, namespace),
    skipped: 0,
  }));
  for (const { index: at, 1: secret = '', 2: name = '' } of prose.matchAll(upload)) {
    const copy = copied.get(`${secret}/${name}`);
    if (copy === undefined) insertions.push({ at, missing: `/${projectPath}`, skipped: 0 });
    else insertions.push({ at: at + SECRET_AT, missing: copy, skipped: SECRET_LENGTH });
  }
  const parts: string[] = [];
  let from = 0;
  for (const { at, missing, skipped } of insertions.sort((one, other) => one.at - other.at)) {
    parts.push(text.slice(from, at), missing);
    from = at + skipped;
  }
  return [...parts, text.slice(from)].join('');
}

/** The prefix that a reference needs elsewhere; labels, users and milestone titles need none. */
function missingPath({ kind, path, name, is_quoted, text }: Reference, projectPath: string, namespace: string): string {
  switch (kind) {
    case 'issue':
    case 'merge_request':
      // A project of the same namespace may be referenced by its last path part.
      return path === null ? projectPath : isAddress(text) || path.includes('/') ? '' : `${namespace}/`;
    case 'milestone':
      return path === null && !is_quoted && /^\d+$/.test(name) ? projectPath : '';
    case 'commit':
      return path === null ? `${projectPath}@` : '';
    case 'epic':
      return path === null ? namespace : '';
    default:
      return '';
  }
}

function isAddress(text: string): boolean {
  return text.includes('://');
}
