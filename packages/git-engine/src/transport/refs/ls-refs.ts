/**
 * The command `ls-refs` of protocol v2, without starting git. Responses are cached until a ref or
 * HEAD changes, which is read from the repository's files for each request.
 */
import type { Ref } from '../../refs/ref-store';
import type { Repository } from '../../worker/repository';
import type { CommandRequest } from '../protocol/command-request';
import { flushPacket, packets } from '../protocol/pkt-line';
import { peelTag, readRefState, type RefState } from './repository-refs';
import { BRANCHES } from '../../refs/ref-folders';

interface Options {
  peel: boolean;
  symrefs: boolean;
  unborn: boolean;
  prefixes: string[];
}

interface Cached {
  refs: readonly Ref[];
  head: string;
  responses: Map<string, Buffer>;
}

const knownCapability = /^(agent=|session-id=|server-option=|object-format=sha1$)/;
/** Responses for different arguments that are cached for one state of the refs. */
const MAX_RESPONSES = 4;
/** Clients send one prefix for each name that they look for. */
const MAX_PREFIXES = 100;

/** The response; undefined if git has to answer. */
export async function listRefsForClient(repository: Repository, request: CommandRequest): Promise<Buffer | undefined> {
  const options = readOptions(request);
  const state = readRefState(repository);
  if (options === undefined || state === undefined) return undefined;
  const cache = repository.slot<Cached>('ls-refs', () => ({ refs: [], head: '', responses: new Map() }));
  if (cache.refs !== state.refs || cache.head !== state.head) {
    cache.refs = state.refs;
    cache.head = state.head;
    cache.responses = new Map();
  }
  const { responses } = cache;
  const key = JSON.stringify(options);
  const cached = responses.get(key);
  if (cached !== undefined) return cached;
  const response = await createResponse(repository, state, options);
  if (responses.size >= MAX_RESPONSES) responses.clear();
  responses.set(key, response);
  return response;
}

/** Undefined for arguments of other versions of git. */
function readOptions({ args, capabilities }: CommandRequest): Options | undefined {
  if (!capabilities.every((capability) => knownCapability.test(capability))) return undefined;
  const options: Options = { peel: false, symrefs: false, unborn: false, prefixes: [] };
  for (const arg of args) {
    if (arg === 'peel' || arg === 'symrefs' || arg === 'unborn') options[arg] = true;
    else if (arg.startsWith('ref-prefix ')) options.prefixes.push(Buffer.from(arg.slice(11), 'latin1').toString());
    else return undefined;
  }
  return options.prefixes.length > MAX_PREFIXES ? undefined : options;
}

async function createResponse(repository: Repository, state: RefState, options: Options): Promise<Buffer> {
  const { prefixes } = options;
  const isRequested = (name: string): boolean =>
    prefixes.length === 0 || prefixes.some((prefix) => name.startsWith(prefix));
  const head = isRequested('HEAD') ? headLine(state, options) : undefined;
  const refs = state.refs.filter(({ name }) => isRequested(name));
  const lines = await Promise.all(
    refs.map(async ({ id, name }) => {
      const peeled = options.peel && !name.startsWith(BRANCHES) ? await peelTag(repository, id) : undefined;
      return `${id} ${name}${peeled === undefined ? '' : ` peeled:${peeled}`}\n`;
    }),
  );
  return Buffer.concat([packets(head === undefined ? lines : [head, ...lines]), flushPacket]);
}

function headLine({ headRef: { id, target } }: RefState, { symrefs, unborn }: Options): string | undefined {
  if (id === undefined && !(unborn && symrefs)) return undefined;
  return `${id ?? 'unborn'} HEAD${symrefs && target !== undefined ? ` symref-target:${target}` : ''}\n`;
}
