/** Announces bundles to clients of protocol v2, with the capability and command `bundle-uri`. */
import type { Repository } from '../../worker/repository';
import type { CommandRequest } from '../protocol/command-request';
import { flushPacket, packet, packets } from '../protocol/pkt-line';
import type { Exchange } from '../exchange';
import { type CloneBundle, findCloneBundle } from './find-clone-bundle';

const capability = packet('bundle-uri\n');

/** The response to discovery: the capabilities of all repositories, and that of this one. */
export async function withBundleUri(advertisement: Buffer, repository: Repository | undefined): Promise<Buffer> {
  if (repository === undefined || (await findCloneBundle(repository)) === undefined) return advertisement;
  announcement(repository).isMade = true;
  return Buffer.concat([advertisement.subarray(0, -flushPacket.length), capability, flushPacket]);
}

/** Responds to the command; false if git has to refuse it. */
export async function sendBundleList(
  { state, reply }: Exchange,
  repo: string,
  { args }: CommandRequest,
): Promise<boolean> {
  const repository = state.options.openRepository?.(repo);
  if (repository === undefined || args.length > 0) return false;
  const bundle = await findCloneBundle(repository);
  // A refusal would fail the clone of a client that has just seen the capability.
  if (bundle === undefined && !announcement(repository).isMade) return false;
  await reply.send(presentList(bundle));
  return true;
}

/** Whether the capability was sent for a repository. */
function announcement(repository: Repository): { isMade: boolean } {
  return repository.slot('clone bundle announcement', () => ({ isMade: false }));
}

/**
 * The address is relative to the URL of the repository, so that it is right for every host name,
 * and the client sends the same credentials.
 */
function presentList(bundle: CloneBundle | undefined): Buffer {
  const own = bundle ? [`bundle.clone.uri=info/bundles/${bundle.id}.bundle`] : [];
  return Buffer.concat([packets(['bundle.version=1', 'bundle.mode=all', ...own]), flushPacket]);
}
