/** The branches and tags of a repository elsewhere. */
import { isObjectId } from '../objects/object-id';
import type { GitContext } from '../worker/context';
import { isValidRefName } from '../write/ref-names';
import { runRemoteGitWell, type Remote } from './remote-git';

export interface ListRemoteRefsInput {
  repo: string;
  remote: Remote;
  /** Whether its default branch is asked for too. */
  with_head: boolean;
}

export interface RemoteRef {
  ref: string;
  id: string;
}

export interface RemoteRefs {
  refs: RemoteRef[];
  /** Default branch in full; null where there is none or it was not asked for. */
  head: string | null;
}

const timeoutMs = 120_000;

/** Lists what is there. Errors: `refused` with a text for users, `limit_exceeded`, `cancelled`. */
export async function listRemoteRefs(context: GitContext, input: ListRemoteRefsInput): Promise<RemoteRefs> {
  const { repo, remote } = input;
  const ask = (...args: string[]): Promise<string> =>
    runRemoteGitWell(context, { repo, remote, args: ['ls-remote', '--quiet', ...args], timeoutMs });
  const listed = await ask('--heads', '--tags', '--refs', '--end-of-options', remote.url);
  const head = input.with_head ? await ask('--symref', '--end-of-options', remote.url, 'HEAD') : '';
  return { refs: parseRefs(listed), head: /^ref: (refs\/heads\/\S+)\tHEAD$/m.exec(head)?.[1] ?? null };
}

/** Names that no branch or tag may have here are left out. */
function parseRefs(text: string): RemoteRef[] {
  return text.split('\n').flatMap((line) => {
    const [id = '', ref = ''] = line.split('\t');
    return isObjectId(id) && isValidRefName(ref) && !ref.includes('\ufffd') ? [{ ref, id }] : [];
  });
}
