import { ValidationError } from '@forgemesh/errors';
import { RemoteMirrorServiceDefinition } from '@forgemesh/proto/projects/v1/remote_mirror';
import { operation, type Call } from '@forgemesh/rpc';
import { assertMayMirror, mirrorUrlErrors, sealUrl } from '#projects/mirroring';
import { presentRemoteMirror } from '../remote-mirror.entity';
import { remoteMirrorSettings } from '../remote-mirror-settings';
import type { RemoteMirrorDocument } from '../remote-mirror.model';
import type { RemoteMirrorsDeps } from '../deps';

/** Maximum number of push mirrors per project. */
const LIMIT = 20;

/** Fields of a new push mirror in a request. */
type NewMirror = Parameters<typeof remoteMirrorSettings>[0] & { url: string };

/** Adds a push mirror. It receives the next push to the project. */
export const createRemoteMirror = operation(
  RemoteMirrorServiceDefinition.createRemoteMirror,
  async (request, call: Call<RemoteMirrorsDeps>) => {
    assertMayMirror(call);
    const { deps, operationId } = call;
    const earlier = await deps.remoteMirrors.findByOperation(operationId ?? '');
    return presentRemoteMirror(deps, earlier ?? (await addMirror(call, request)));
  },
);

async function addMirror(call: Call<RemoteMirrorsDeps>, request: NewMirror): Promise<RemoteMirrorDocument> {
  const { deps, principal, operationId } = call;
  const { id: projectId } = call.resource('id');
  await assertValid(call, projectId, request.url);
  const now = new Date();
  return deps.remoteMirrors.insert(
    {
      _id: await deps.remoteMirrors.nextId(),
      project_id: projectId,
      url: sealUrl(deps.mirrorBox, request.url),
      enabled: false,
      only_protected_branches: false,
      keep_divergent_refs: false,
      ...remoteMirrorSettings(request),
      update_status: 'none',
      last_update_at: null,
      last_update_started_at: null,
      last_successful_update_at: null,
      last_error: null,
      created_at: now,
      updated_at: now,
      ...(operationId !== undefined && { operation_id: operationId }),
    },
    [{ type: 'projects.remote_mirror.created', actor: principal.id }],
  );
}

async function assertValid({ deps }: Call<RemoteMirrorsDeps>, projectId: number, url: string): Promise<void> {
  const errors = mirrorUrlErrors(deps, url);
  if (errors.length > 0) throw new ValidationError({ url: errors });
  const count = await deps.remoteMirrors.model.countDocuments({ project_id: projectId }, { limit: LIMIT });
  if (count >= LIMIT) throw new ValidationError({ base: [`Maximum number of remote mirrors (${LIMIT}) exceeded`] });
}
