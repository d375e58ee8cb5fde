/** The refs and capabilities that a push begins with, without starting git for each push. */
import { zeroId } from '../../refs/ref-folders';
import type { Repository } from '../../worker/repository';
import { flushPacket, packets, PacketSplitter } from '../protocol/pkt-line';
import { readRefState } from './repository-refs';

const NO_REFS = `${zeroId} capabilities^{}`;

/**
 * Lists the refs with the capabilities that git advertises for an empty repository, which are the
 * same for all. Undefined if git has to answer.
 */
export function advertiseForPush(
  repository: Repository,
  capabilities: string,
  hidden: readonly string[],
): Buffer | undefined {
  const state = readRefState(repository);
  if (state === undefined) return undefined;
  const lines = state.refs
    .filter(({ name }) => !hidden.some((prefix) => name === prefix || name.startsWith(`${prefix}/`)))
    .map(({ id, name }) => `${id} ${name}`);
  const [first = NO_REFS, ...rest] = lines;
  return Buffer.concat([packets([`${first}\0${capabilities}\n`, ...rest.map((line) => `${line}\n`)]), flushPacket]);
}

/** The capabilities in the advertisement of an empty repository. */
export function capabilitiesOf(advertisement: Buffer): string {
  const first = new PacketSplitter().push(advertisement)[0]?.toString('latin1') ?? '';
  const [name, capabilities] = first.slice(4).trimEnd().split('\0');
  if (name !== NO_REFS || capabilities === undefined)
    throw new Error('git receive-pack does not advertise as expected');
  return capabilities;
}
