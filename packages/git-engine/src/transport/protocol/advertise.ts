import type { ServerResponse } from 'node:http';
import { withBundleUri } from '../clone-bundles/announce';
import { advertiseForPush, capabilitiesOf } from '../refs/push-advertisement';
import { HttpError } from '../streams/request-body';
import { streamResponse, endResponse } from '../streams/stream-response';
import { flushPacket, packet } from './pkt-line';
import {
  gitHeaders,
  isVersion1,
  isVersion2,
  protocolOf,
  readableFolder,
  startGit,
  type Exchange,
  type TransportState,
} from '../transport-state';
import type { GitService } from '../transport.types';

/**
 * Serves `info/refs`: the list of refs, or for protocol v2 only the server's capabilities. The
 * latter are cached, because only that of bundles depends on the repository, so they cost no
 * process. Neither does the list for a push.
 */
export async function advertise(exchange: Exchange): Promise<void> {
  const { state, request, response, grant, service, disconnected } = exchange;
  const contentType = `application/x-${service}-advertisement`;
  const protocol = protocolOf(request);
  const isFetch = service === 'git-upload-pack';
  if (isFetch && isVersion2(protocol)) {
    const common = await version2Advertisement(state);
    return send(response, contentType, await withBundleUri(common, state.options.openRepository?.(grant.repo)));
  }
  const repo = await readableFolder(exchange);
  const banner = Buffer.concat([packet(`# service=${service}\n`), flushPacket]);
  const refs = isFetch || isVersion1(protocol) ? undefined : await refsForPush(state, repo);
  if (refs !== undefined) return send(response, contentType, Buffer.concat([banner, refs]));
  const config = service === 'git-receive-pack' ? hiddenRefs(state) : [];
  const child = startGit(state, { args: advertiseArgs(service, repo), config, protocol });
  disconnected.addEventListener('abort', () => child.stop());
  child.stdin.end();
  let rest = banner;
  const output = await streamResponse(child, response, contentType, (chunk) => {
    const bytes = Buffer.concat([rest, chunk]);
    rest = Buffer.alloc(0);
    return bytes;
  });
  const { ok, errorOutput } = await child.ended;
  if (!ok && !disconnected.aborted) state.options.onError(new Error(errorOutput), `${service} advertisement`);
  if (!ok && output) response.destroy();
  else if (!ok) throw new HttpError(500, 'git could not list the refs');
  else endResponse(response, contentType);
}

function send(response: ServerResponse, contentType: string, bytes: Buffer): void {
  response.writeHead(200, { ...gitHeaders(contentType), 'Content-Length': String(bytes.length) });
  response.end(bytes);
}

/** The refs that a push begins with; undefined if git has to list them. */
async function refsForPush(state: TransportState, repo: string): Promise<Buffer | undefined> {
  const repository = state.options.openRepository?.(repo);
  return repository && advertiseForPush(repository, await pushCapabilities(state), state.limits.serverRefs);
}

/** The configuration that protects the service's own refs from pushes. */
export function hiddenRefs(state: TransportState): Array<readonly [string, string]> {
  return state.limits.serverRefs.map((prefix) => ['receive.hideRefs', prefix] as const);
}

function advertiseArgs(service: string, repo: string): string[] {
  const strict = service === 'git-upload-pack' ? ['--strict'] : [];
  return [
    service.slice('git-'.length),
    ...strict,
    '--stateless-rpc',
    '--http-backend-info-refs',
    '--end-of-options',
    repo,
  ];
}

async function version2Advertisement(state: TransportState): Promise<Buffer> {
  state.version2Advertisement ??= advertiseEmpty(state, 'git-upload-pack', 'version=2');
  try {
    return await state.version2Advertisement;
  } catch (error) {
    delete state.version2Advertisement;
    throw error;
  }
}

async function pushCapabilities(state: TransportState): Promise<string> {
  state.pushCapabilities ??= advertiseEmpty(state, 'git-receive-pack').then(capabilitiesOf);
  try {
    return await state.pushCapabilities;
  } catch (error) {
    delete state.pushCapabilities;
    throw error;
  }
}

/** What git advertises for an empty repository. */
async function advertiseEmpty(state: TransportState, service: GitService, protocol?: string): Promise<Buffer> {
  const args = advertiseArgs(service, state.emptyRepository);
  const child = startGit(state, { args, protocol });
  child.stdin.end();
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const { ok, errorOutput } = await child.ended;
  if (!ok) throw new Error(`${service} does not start: ${errorOutput}`);
  return Buffer.concat(chunks);
}
