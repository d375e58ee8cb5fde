/** Recognizes git requests over HTTP by method, path and query. */
import type { GitAccessRequest } from './git-access';
import type { HttpExchange } from '../server/exchange';

/** A request of a git client. */
export interface GitRequest extends GitAccessRequest {
  suffix: string;
  /** Whether it is for the server of large files, whose refusals have the form of that protocol. */
  isLfs?: boolean;
}

const gitPath =
  /^\/(.+?)(\.wiki)?(?:\.git)?\/(info\/refs|info\/bundles\/[0-9a-f]{32}\.bundle|git-upload-pack|git-receive-pack)$/;
const lfsPath = /^\/(.+?)(?:\.git)?\/(info\/lfs\/[\x21-\x7e]+)$/;
const lfsMethods: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT']);
const serviceOfQuery = /(?:^|&)service=git-(upload|receive)-pack(?:&|$)/;

/**
 * Reads the request of a git client; `dumb` for the old protocol, undefined for any other request.
 */
export function readGitRequest({ path, query, method }: HttpExchange): GitRequest | 'dumb' | undefined {
  if (path.startsWith('/api/') || path.startsWith('/-/')) return undefined;
  const match = gitPath.exec(path);
  if (!match) return readLfsRequest({ path, method });
  const [, encodedPath = '', wiki, suffix = ''] = match;
  if (method !== (suffix.startsWith('info/') ? 'GET' : 'POST')) return undefined;
  const service = serviceOf(suffix, query);
  if (service === undefined) return 'dumb';
  return {
    projectPath: decodePath(encodedPath),
    repository: wiki ? 'wiki' : 'project',
    suffix,
    isPush: service === 'receive',
  };
}

/**
 * Reads the request of a client of large files. An upload is a push; for other changes, the storage
 * checks that the caller may push.
 */
function readLfsRequest({ path, method }: Pick<HttpExchange, 'path' | 'method'>): GitRequest | undefined {
  const [, encodedPath, suffix] = lfsMethods.has(method) ? (lfsPath.exec(path) ?? []) : [];
  if (encodedPath === undefined || suffix === undefined) return undefined;
  return {
    projectPath: decodePath(encodedPath),
    repository: 'project',
    suffix,
    isPush: method === 'PUT',
    isLfs: true,
  };
}

/** The service whose rights a request needs; a bundle is a part of a clone. */
function serviceOf(suffix: string, query: string): string | undefined {
  if (suffix === 'info/refs') return serviceOfQuery.exec(query)?.[1];
  return suffix.startsWith('info/bundles/') ? 'upload' : suffix.slice('git-'.length, -'-pack'.length);
}

/** Decodes each segment once; an invalid path names no project. */
function decodePath(encoded: string): string {
  try {
    return encoded.split('/').map(decodeURIComponent).join('/');
  } catch {
    return '';
  }
}
