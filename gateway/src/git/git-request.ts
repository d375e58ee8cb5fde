/** Recognizes git requests over HTTP by method, path and query. */
import type { GitAccessRequest } from './git-access';
import type { HttpExchange } from '../server/exchange';

/** A request of a git client. */
export interface GitRequest extends GitAccessRequest {
  suffix: string;
}

const gitPath =
  /^\/(.+?)(\.wiki)?(?:\.git)?\/(info\/refs|info\/bundles\/[0-9a-f]{32}\.bundle|git-upload-pack|git-receive-pack)$/;
const serviceOfQuery = /(?:^|&)service=git-(upload|receive)-pack(?:&|$)/;

/**
 * Reads the request of a git client; `dumb` for the old protocol, undefined for any other request.
 */
export function readGitRequest({ path, query, method }: HttpExchange): GitRequest | 'dumb' | undefined {
  const match = gitPath.exec(path);
  if (!match || path.startsWith('/api/') || path.startsWith('/-/')) return undefined;
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
