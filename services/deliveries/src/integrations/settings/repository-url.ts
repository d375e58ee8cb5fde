/** Repositories whose commit statuses are set in another hosting service. */
import type { Properties } from './definitions';
import { textOf } from './text-of';

const PUBLIC_HOST = 'github.com';
const PUBLIC_API = 'https://api.github.com';

/** A repository and the base URL of the API that serves it. */
export interface StatusRepository {
  api: string;
  /** `owner/name`. */
  path: string;
}

/** Parses `repository_url`; null if it does not name a repository. */
export function parseRepositoryUrl(properties: Properties): StatusRepository | null {
  const text = textOf(properties, 'repository_url');
  const url = URL.canParse(text) ? new URL(text) : null;
  const [, owner, name] = /^\/([\w.-]+)\/([\w.-]+?)(?:\.git)?\/?$/.exec(url?.pathname ?? '') ?? [];
  if (!url || owner === undefined || name === undefined) return null;
  const isPublic = url.hostname === PUBLIC_HOST || url.hostname === `www.${PUBLIC_HOST}`;
  return { api: isPublic ? PUBLIC_API : `${url.origin}/api/v3`, path: `${owner}/${name}` };
}
