/**
 * Which addresses have a page: the build of the pages lists the patterns of its routes. Whether the
 * project or group in an address exists is not checked: the document must not tell.
 */

/** Patterns of addresses: `:name` stands for a segment, `*` at the end for any number of them. */
export interface PageRoutes {
  /** Whole addresses. */
  global: readonly string[];
  /** The part below `/groups/<group>/-`. */
  group: readonly string[];
  /** The part below `/<project>/-`. */
  project: readonly string[];
}

/** First segments that are no users, groups or projects. */
const reserved = new Set(['-', 'admin', 'dashboard', 'explore', 'groups', 'projects', 'search', 'snippets', 'users']);

/** Creates the check of a path. */
export function createPageCheck(routes: PageRoutes): (path: string) => boolean {
  const [isGlobal, isOfGroup, isOfProject] = [routes.global, routes.group, routes.project].map(matcherOf);
  return (path) => {
    const address = path.replace(/\/+$/, '');
    if (address === '' || isGlobal?.(address)) return true;
    const isBelowGroups = address.startsWith('/groups/');
    const below = isBelowGroups ? address.slice('/groups'.length) : address;
    const at = below.indexOf('/-/');
    const names = (at === -1 ? below.replace(/\/-$/, '') : below.slice(0, at)).split('/').slice(1);
    if (names.includes('') || (!isBelowGroups && reserved.has(names[0] ?? ''))) return false;
    // Of a user, a group or a project.
    if (at === -1) return true;
    const page = below.slice(at + '/-'.length);
    return isBelowGroups ? isOfGroup?.(page) === true : names.length > 1 && isOfProject?.(page) === true;
  };
}

function matcherOf(patterns: readonly string[]): (path: string) => boolean {
  const sources = patterns.map((pattern) =>
    pattern
      .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replace(/\/\*$/, '(?:/.*)?')
      .replace(/:\w+/g, '[^/]+'),
  );
  const expression = new RegExp(`^(?:${sources.join('|')})$`);
  return (path) => expression.test(path);
}
