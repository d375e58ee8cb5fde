/** Paths with parameters of several segments, `/{id=**}/uploads/{secret}/{file_name}`. */
import { pathParam, pathParams } from './compile-operation';

/**
 * Matches a path: its decoded parameters, `bad` if its escapes are invalid, undefined if it does
 * not match.
 */
export type DeepMatcher = (path: string) => Record<string, string> | 'bad' | undefined;

/** Paths of the API and of the instance's pages never match. */
const reserved = /^\/(api|-)\//;

/** Whether a path has a parameter of several segments. */
export function isDeep(path: string): boolean {
  return path.includes('=**}');
}

/** Creates the matcher of a path pattern. */
export function deepMatcher(path: string): DeepMatcher {
  const names = pathParams(path);
  const literal = (text: string): string => text.replace(/[.*+?^$|()[\]\\]/g, '\\$&');
  // Each part of the pattern consumes at least one segment, which limits backtracking.
  const source = path
    .split(pathParam)
    .map((part, index) => (index % 3 === 0 ? literal(part) : index % 3 === 1 ? '' : part ? '(.+?)' : '([^/]+)'))
    .join('');
  const pattern = new RegExp(`^${source}$`);
  // Checked first: otherwise two parameters of several segments could be tried at every place.
  const suffix = path.slice(path.lastIndexOf('}') + 1);
  return (requestPath) => {
    const values =
      reserved.test(requestPath) || !requestPath.endsWith(suffix) ? null : pattern.exec(requestPath)?.slice(1);
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
