/** Addresses of pages. They equal the path of `web_url` and of the links in mails. */

/** Returns the path of an absolute `web_url`, for links inside the pages. */
export function pathOf(webUrl: string | null | undefined): string {
  if (!webUrl) return '/';
  try {
    const { pathname, search, hash } = new URL(webUrl, window.location.origin);
    return `${pathname}${search}${hash}`;
  } catch {
    return '/';
  }
}

/** Encodes a path whose slashes separate segments, such as a file path or a ref. */
export function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

/** Returns the address of a page of a project: `projectPath('a/b', 'commits', 'main')`. */
export function projectPath(fullPath: string, page?: string, ...parts: string[]): string {
  const base = `/${encodePath(fullPath)}`;
  if (page === undefined) return base;
  return [base, '-', page, ...parts.filter((part) => part !== '').map(encodePath)].join('/');
}

/** Returns the address of a page of a group. */
export function groupPath(fullPath: string, page?: string, ...parts: string[]): string {
  return `/groups${projectPath(fullPath, page, ...parts)}`;
}

/** The namespace or project that an address names, and the page below it. */
export interface NamespaceAddress {
  fullPath: string;
  /** Decoded by the router; without a leading slash. Empty for the overview. */
  page: string;
}

/** Pages of projects that older addresses name without `/-/`. */
const directPages = /^(.+?)\/((?:snippets|pipelines|issues|merge_requests)\/\d+|download_export)$/;

/** Splits `/group/project/-/issues/1`. */
export function splitNamespaceAddress(pathname: string): NamespaceAddress {
  const trimmed = pathname.replace(/^\/+|\/+$/g, '');
  const at = trimmed.indexOf('/-/');
  if (at > 0) return { fullPath: decode(trimmed.slice(0, at)), page: trimmed.slice(at + 3) };
  const [, fullPath, page] = directPages.exec(trimmed) ?? [];
  return { fullPath: decode(fullPath ?? trimmed.replace(/\/-$/, '')), page: page ?? '' };
}

/** Pages of projects whose older addresses have no `/-/`. */
const olderPages =
  /^(\/[^/]+\/.+?)\/((?:tree|blob|blame|raw|commits|commit|compare|branches|tags|releases|wikis|issues|merge_requests|milestones|labels|boards|pipelines|snippets|activity|project_members|edit|settings|hooks)(?:\/.*)?)$/;

/**
 * Returns the address of the page that an older address names: `/a/b/blob/main/x` is
 * `/a/b/-/blob/main/x`. Undefined if it does not have this form.
 */
export function currentFormOf(pathname: string): string | undefined {
  const [, project, page] = pathname.includes('/-/') ? [] : (olderPages.exec(pathname) ?? []);
  return project === undefined ? undefined : `${project}/-/${page}`;
}

/** Addresses that begin with these are not those of projects. */
const reserved = /^\/(?:-|admin|dashboard|explore|groups|projects|search|snippets|users)(?:\/|$)/;

/** Returns the full path of the project that an address names. */
export function projectInAddress(pathname: string): string | undefined {
  const { fullPath } = splitNamespaceAddress(pathname);
  return !reserved.test(pathname) && fullPath.includes('/') ? fullPath : undefined;
}

/**
 * Returns the address of the same page of a project or group that has moved; undefined if the
 * address is the current one.
 */
export function movedAddress(pathname: string, fullPath: string, currentPath: string): string | undefined {
  if (fullPath.toLowerCase() === currentPath.toLowerCase()) return undefined;
  const prefix = pathname.startsWith('/groups/') ? '/groups/' : '/';
  const page = pathname.slice(prefix.length).split('/').slice(fullPath.split('/').length);
  return `${prefix}${[encodePath(currentPath), ...page].join('/')}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
