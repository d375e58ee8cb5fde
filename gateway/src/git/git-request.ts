/** Recognizes git requests over HTTP by method, path and query. */
import type { GitAccessRequest } from './git-access';
import type { HttpExchange } from '../server/exchange';

/** A request of a git client. */
export interface GitRequest extends GitAccessRequest {
  suffix: string;
}

const gitPath = /^\/(.+?)(\.wiki)?(?:\.git)?\/(info\/refs|git-upload-pack|git-receive-pack)$/;
const serviceOfQuery = /(?:^|&)service=git-(upload|receive)-pack(?:&|$)/;

/**
 * Reads the request of a git client; `dumb` for the old protocol, undefined for any other request.
 */
export function readGitRequest({ path, query, method }: HttpExchange): GitRequest | 'dumb' | undefined {
  const match = gitPath.exec(path);
  if (!match || path.startsWith('/api/') || path.startsWith('/-/')) return undefined;
  const [, encodedPath = '', wiki, suffix = ''] = match;
  const isAdvertisement = suffix === 'info/refs';
  if (method !== (isAdvertisement ? 'GET' : 'POST')) return undefined;
  const service = isAdvertisement ? serviceOfQuery.exec(query)?.[1] : suffix.slice('git-'.length, -'-pack'.length);
  if (service === undefined) return 'dumb';
  return {
    projectPath: decodePath(encodedPath),
    repository: wiki ? 'wiki' : 'project',
    suffix,
    isPush: service === 'receive',
  };
}

/** Decodes each segment once; an invalid path names no project. */
function decodePath(encoded: string): string {
  try {
    return encoded.split('/').map(decodeURIComponent).join('/');
  } catch {
    return '';
  }
}
