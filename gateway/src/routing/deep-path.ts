/** Paths with a parameter of several segments, `/{id=**}/uploads/{secret}/{file_name}`. */
import { pathParam, pathParams } from './compile-operation';

/**
 * Matches a path: its decoded parameters, `bad` where its escapes are wrong, undefined where it is
 * another path.
 */
export type DeepMatcher = (path: string) => Record<string, string> | 'bad' | undefined;

/** What belongs to the API and to the pages of the instance is never such a path. */
const reserved = /^\/(api|-)\//;

/** Whether a path has a parameter of several segments. */
export function isDeep(path: string): boolean {
  return path.includes('=**}');
}

/** Creates the matcher of a path. */
export function deepMatcher(path: string): DeepMatcher {
  const names = pathParams(path);
  const literal = (text: string): string => text.replace(/[.*+?^$|()[\]\\]/g, '\\$&');
  // Each part of the pattern consumes at least one segment, so that no path makes it try many ways.
  const source = path
    .split(pathParam)
    .map((part, index) => (index % 3 === 0 ? literal(part) : index % 3 === 1 ? '' : part ? '(.+?)' : '([^/]+)'))
    .join('');
  const pattern = new RegExp(`^${source}$`);
  return (asked) => {
    const values = reserved.test(asked) ? null : pattern.exec(asked)?.slice(1);
    if (!values) return undefined;
    try {
      return Object.fromEntries(names.map((name, index) => [name, decodeSegments(values[index] as string)]));
    } catch {
      return 'bad';
    }
  };
}

/** Decodes each segment once. */
function decodeSegments(encoded: string): string {
  return encoded.split('/').map(decodeURIComponent).join('/');
}
