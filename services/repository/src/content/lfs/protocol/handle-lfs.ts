/** Handles the requests of LFS clients: finds the route, checks the access and the project. */
import { downloadObject } from '../objects/download-object';
import { uploadObject } from '../objects/upload-object';
import { verifyObject } from '../objects/verify-object';
import { batchObjects } from '../objects/batch-objects';
import { createLock } from '../locks/create-lock';
import { listLocks } from '../locks/list-locks';
import { unlock } from '../locks/unlock';
import { verifyLocks } from '../locks/verify-locks';
import type { LfsDeps } from '../deps';
import type { LfsCall, LfsRequest, LfsResponse } from './lfs-call';
import { LfsError, presentError } from './lfs-error';
import { readLfsUrl } from './lfs-url';

/** Headers by which the gateway passes on what the signed context does not state. */
export const LFS_AUTHORIZATION_KEY = 'forge-lfs-authorization';
export const LFS_PROTOCOL_KEY = 'forge-lfs-protocol';

const NOT_FOUND = 'The project you were looking for could not be found.';

interface Route {
  method: 'GET' | 'POST' | 'PUT';
  path: RegExp;
  handle(call: LfsCall): Promise<LfsResponse>;
}

const routes: readonly Route[] = [
  { method: 'POST', path: /^objects\/batch$/, handle: batchObjects },
  { method: 'GET', path: /^objects\/([0-9a-f]{64})$/, handle: downloadObject },
  { method: 'PUT', path: /^objects\/([0-9a-f]{64})\/(\d{1,16})$/, handle: uploadObject },
  { method: 'POST', path: /^objects\/verify$/, handle: verifyObject },
  { method: 'POST', path: /^objects$/, handle: refuseOldProtocol },
  { method: 'GET', path: /^locks$/, handle: listLocks },
  { method: 'POST', path: /^locks$/, handle: createLock },
  { method: 'POST', path: /^locks\/verify$/, handle: verifyLocks },
  { method: 'POST', path: /^locks\/(\d{1,15})\/unlock$/, handle: unlock },
];

/** Handles a request. A failure is a response. */
export async function handleLfs(deps: LfsDeps, request: LfsRequest): Promise<LfsResponse> {
  try {
    const call = await admit(deps, request);
    return await callRoute(call, request);
  } catch (error) {
    // Nobody receives the response to a client that has disconnected, which is no failure.
    return presentError(deps, request.signal.aborted ? new LfsError(400, 'The client has disconnected.') : error);
  }
}

async function callRoute(call: LfsCall, { path }: LfsRequest): Promise<LfsResponse> {
  const suffix = readLfsUrl(path)?.suffix ?? '';
  for (const route of routes) {
    const match = route.method === call.method ? route.path.exec(suffix) : null;
    if (match) return route.handle({ ...call, params: match.slice(1) });
  }
  throw new LfsError(404, 'There is no such operation.');
}

async function admit(deps: LfsDeps, request: LfsRequest): Promise<LfsCall> {
  const { context, headers, path } = request;
  const url = readLfsUrl(path);
  if (!url) throw new LfsError(404, NOT_FOUND);
  const access = {
    project_id: url.project_id,
    kind: 'project' as const,
    isPush: false,
    protocol: headers[LFS_PROTOCOL_KEY] === 'ssh' ? ('ssh' as const) : ('http' as const),
  };
  const refusal = await deps.checkGitAccess(context, access);
  if (refusal) throw new LfsError(refusal.status, refusal.text);
  const resource = context.access['id'];
  if (!resource || resource.features['lfs'] === 'disabled') throw new LfsError(404, NOT_FOUND);
  const authorization = headers[LFS_AUTHORIZATION_KEY];
  const projectPath = resource.full_path.split('/').map(encodeURIComponent).join('/');
  return {
    ...request,
    deps,
    project_id: resource.id,
    storage: resource.storage,
    params: [],
    query: url.query,
    url: `${deps.urls.base}/${projectPath}.git/info/lfs`,
    authorization: typeof authorization === 'string' ? authorization : undefined,
    access,
  };
}

/** Clients of the protocol before batches. */
function refuseOldProtocol(): Promise<LfsResponse> {
  throw new LfsError(501, 'Server supports batch API only, please update your Git LFS client to version 1.0.1 and up.');
}
