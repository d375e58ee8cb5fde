/** Lists the branches and tags of a remote repository. */
import { isObjectId } from '../objects/object-id';
import type { GitContext } from '../worker/context';
import { isValidRefName } from '../write/refs/ref-names';
import { runRemoteGitOrThrow, type Remote } from './remote-git';

export interface ListRemoteRefsInput {
  repo: string;
  remote: Remote;
  /** Whether to query its default branch too. */
  with_head: boolean;
}

export interface RemoteRef {
  ref: string;
  id: string;
}

export interface RemoteRefs {
  refs: RemoteRef[];
  /** Full name of the default branch; null if none exists or it was not requested. */
  head: string | null;
}

const timeoutMs = 120_000;

/** Lists the refs. Errors: `refused` with a message for users, `limit_exceeded`, `cancelled`. */
export async function listRemoteRefs(context: GitContext, input: ListRemoteRefsInput): Promise<RemoteRefs> {
  const { repo, remote } = input;
  const query = (...args: string[]): Promise<string> =>
    runRemoteGitOrThrow(context, { repo, remote, args: ['ls-remote', '--quiet', ...args], timeoutMs });
  const listed = await query('--heads', '--tags', '--refs', '--end-of-options', remote.url);
  const head = input.with_head ? await query('--symref', '--end-of-options', remote.url, 'HEAD') : '';
  return { refs: parseRefs(listed), head: /^ref: (refs\/heads\/\S+)\tHEAD$/m.exec(head)?.[1] ?? null };
}

/** Names that are not valid here are left out. */
function parseRefs(text: string): RemoteRef[] {
  return text.split('\n').flatMap((line) => {
    const [id = '', ref = ''] = line.split('\t');
    return isObjectId(id) && isValidRefName(ref) && !ref.includes('\ufffd') ? [{ ref, id }] : [];
  });
}
