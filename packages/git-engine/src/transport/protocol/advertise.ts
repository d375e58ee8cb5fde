import { HttpError } from '../streams/request-body';
import { streamResponse, endResponse } from '../streams/stream-response';
import { flushPacket, packet } from './pkt-line';
import {
  gitHeaders,
  protocolOf,
  readableFolder,
  startGit,
  type Exchange,
  type TransportState,
} from '../transport-state';

/**
 * Serves `info/refs`: the list of refs, or for protocol v2 only the server's capabilities. The
 * latter are the same for every repository and cached, so they cost no process.
 */
export async function advertise(exchange: Exchange): Promise<void> {
  const { state, request, response, service, disconnected } = exchange;
  const contentType = `application/x-${service}-advertisement`;
  const protocol = protocolOf(request);
  if (service === 'git-upload-pack' && protocol?.split(':').includes('version=2')) {
    const bytes = await version2Advertisement(state);
    response.writeHead(200, { ...gitHeaders(contentType), 'Content-Length': String(bytes.length) });
    response.end(bytes);
    return;
  }
  const repo = await readableFolder(exchange);
  const config = service === 'git-receive-pack' ? hiddenRefs(state) : [];
  const child = startGit(state, { args: advertiseArgs(service, repo), config, protocol });
  disconnected.addEventListener('abort', () => child.stop());
  child.stdin.end();
  let banner = Buffer.concat([packet(`# service=${service}\n`), flushPacket]);
  const output = await streamResponse(child, response, contentType, (chunk) => {
    const bytes = Buffer.concat([banner, chunk]);
    banner = Buffer.alloc(0);
    return bytes;
  });
  const { ok, errorOutput } = await child.ended;
  if (!ok && !disconnected.aborted) state.options.onError(new Error(errorOutput), `${service} advertisement`);
  if (!ok && output) response.destroy();
  else if (!ok) throw new HttpError(500, 'git could not list the refs');
  else endResponse(response, contentType);
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
  state.version2Advertisement ??= readVersion2Advertisement(state);
  try {
    return await state.version2Advertisement;
  } catch (error) {
    delete state.version2Advertisement;
    throw error;
  }
}

async function readVersion2Advertisement(state: TransportState): Promise<Buffer> {
  const args = advertiseArgs('git-upload-pack', state.emptyRepository);
  const child = startGit(state, { args, protocol: 'version=2' });
  child.stdin.end();
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const { ok, errorOutput } = await child.ended;
  if (!ok) throw new Error(`git upload-pack does not start: ${errorOutput}`);
  return Buffer.concat(chunks);
}
