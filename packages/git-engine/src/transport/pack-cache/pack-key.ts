/** Identifies fetch requests that have the same response. */
import { createHash, randomUUID } from 'node:crypto';
import type { Ref } from '../../refs/ref-store';
import type { Repository } from '../../worker/repository';
import type { CommandRequest } from '../protocol/command-request';
import { readRefState } from '../refs/repository-refs';

interface Version {
  refs: readonly Ref[];
  head: string;
  id: string;
}

/** Capabilities that do not change the response. */
const irrelevant = /^(agent|session-id)=/;
const known = /^(agent=|session-id=|object-format=sha1$)/;

/**
 * The key of a request: the repository as it is now, the state of all its refs, and everything that
 * git gets. Undefined for a request whose response may not be reused: a round of a negotiation, or
 * refs that only git can read.
 */
export function packKey(repository: Repository, { command, capabilities, args }: CommandRequest): string | undefined {
  if (command !== 'fetch' || !args.includes('done')) return undefined;
  if (!capabilities.every((capability) => known.test(capability))) return undefined;
  const version = refsVersion(repository);
  if (version === undefined) return undefined;
  const relevant = capabilities.filter((capability) => !irrelevant.test(capability));
  return createHash('sha256')
    .update(JSON.stringify([version, relevant, args]))
    .digest('hex');
}

/** An id that is new for each state of the refs, and for each folder opened as a repository. */
function refsVersion(repository: Repository): string | undefined {
  const state = readRefState(repository);
  if (state === undefined) return undefined;
  const version = repository.slot<Version>('refs version', () => ({ refs: [], head: '', id: '' }));
  if (version.refs !== state.refs || version.head !== state.head || version.id === '') {
    version.refs = state.refs;
    version.head = state.head;
    version.id = randomUUID();
  }
  return version.id;
}
