/** Checks a git request of a verified caller, and creates the request to the transport. */
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { DiskError, errorCatalogue, findDiskProblem, isForgeError } from '@forgemesh/errors';
import { GRANT_HEADER, SECRET_HEADER, type TransportGrant } from '@forgemesh/git-engine';
import { callerOf, GIT_NOTICE_KEY, TRACE_PARENT_KEY, type VerifiedContext } from '@forgemesh/rpc';
import { isTracing } from '@forgemesh/telemetry';
import { withoutHopHeaders } from '@forgemesh/http';
import { checkGitAccess } from './check-git-access';
import { createGitActor } from './git-actor';
import type { GitUrl } from './git-url';
import type { TransportDeps } from './deps';

const MEGABYTE = 1024 * 1024;

/** A git request of a verified caller. */
interface GrantRequest {
  context: VerifiedContext;
  url: GitUrl;
  headers: IncomingHttpHeaders | OutgoingHttpHeaders;
}

/** A request to the transport, which listens on loopback. */
export interface AdmittedRequest {
  /** Folder of the repository. */
  repo: string;
  port: number;
  path: string;
  headers: OutgoingHttpHeaders;
}

/** A response instead of that of the transport. */
export interface Refusal {
  status: number;
  /** Text that git shows to its user. */
  text: string;
  /** Seconds. */
  retryAfter?: number | undefined;
}

/** Whether a request was refused. */
export function isRefusal(result: AdmittedRequest | Refusal): result is Refusal {
  return 'status' in result;
}

/** Checks a request. Rejects with the errors that `refusalOf` explains. */
export async function admitRequest(
  deps: TransportDeps,
  context: VerifiedContext,
  url: GitUrl,
  headers: IncomingHttpHeaders | OutgoingHttpHeaders,
): Promise<AdmittedRequest | Refusal> {
  const refusal = await checkGitAccess(deps, context, url);
  if (refusal) return refusal;
  if (url.isPush) await assertWritable(deps, context);
  await openRepository(deps, context, url);
  const { port, secret } = await deps.transport.address();
  const grant = grantOf(deps, { context, url, headers });
  return {
    repo: grant.repo,
    port,
    path: `/${url.project_id}/${url.rest}`,
    headers: {
      ...passedHeaders(headers),
      // A server resets a connection that it closes before it has read the request, and the client
      // may lose the response. This side closes the connection.
      Connection: 'keep-alive',
      [SECRET_HEADER]: secret,
      [GRANT_HEADER]: Buffer.from(JSON.stringify(grant)).toString('base64'),
    },
  };
}

/** The response to a failed request; unexpected errors are logged. */
export function refusalOf({ log }: Pick<TransportDeps, 'log'>, error: unknown): Refusal {
  if (isForgeError(error)) {
    const { reason, message: text, retryAfter } = error;
    return { status: errorCatalogue[reason].http, text, retryAfter };
  }
  log.warn({ err: error }, 'git request failed');
  return { status: 503, text: 'The git transport is unavailable, try again later.' };
}

/** The headers and content of a refusal. */
export function presentRefusal({ text, retryAfter }: Refusal): { headers: OutgoingHttpHeaders; body: string } {
  const body = `${text}\n`;
  const headers: OutgoingHttpHeaders = { 'Content-Type': 'text/plain', 'Content-Length': Buffer.byteLength(body) };
  if (retryAfter !== undefined) headers['Retry-After'] = String(retryAfter);
  return { headers, body };
}

/** The transport itself uses the folder as it is. */
async function openRepository(
  { refs: { packs }, storages }: TransportDeps,
  { access }: VerifiedContext,
  { project_id, kind }: GitUrl,
): Promise<void> {
  const location = storages.locate(project_id, access['id']?.storage ?? '', kind);
  if (!packs.isOpen(location.repo)) await packs.open(location);
}

/** Otherwise git would fail in the middle of a push with an error that users cannot understand. */
async function assertWritable(deps: TransportDeps, context: VerifiedContext): Promise<void> {
  const { storages, minFreeDiskBytes } = deps;
  const folder = storages.root(context.access['id']?.storage ?? '');
  const problem = await findDiskProblem(folder, minFreeDiskBytes);
  if (problem) throw new DiskError(problem);
}

function grantOf(
  { storages, settings }: TransportDeps,
  { context, url: { kind }, headers }: GrantRequest,
): TransportGrant {
  const notice = headers[GIT_NOTICE_KEY];
  const traceParent = isTracing() ? headers[TRACE_PARENT_KEY] : undefined;
  const actor = createGitActor(context, randomUUID(), {
    kind,
    traceParent: typeof traceParent === 'string' ? traceParent : undefined,
  });
  const megabytes = settings.current().receive_max_input_size ?? 0;
  return {
    repo: storages.locate(actor.project_id, actor.storage, kind).repo,
    caller: callerOf(context),
    actor,
    maxInputSize: megabytes * MEGABYTE,
    ...(actor.subject.default_branch !== '' && { defaultBranch: actor.subject.default_branch }),
    ...(typeof notice === 'string' && { notice: decodeURIComponent(notice) }),
  };
}

/** The client's headers without internal ones, so that clients cannot forge a grant. */
function passedHeaders(headers: IncomingHttpHeaders | OutgoingHttpHeaders): OutgoingHttpHeaders {
  const passed = withoutHopHeaders(headers as IncomingHttpHeaders);
  return Object.fromEntries(Object.entries(passed).filter(([name]) => !name.startsWith('forge-')));
}
