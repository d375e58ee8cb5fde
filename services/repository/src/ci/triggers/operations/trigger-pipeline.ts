import { HOUR_MS } from '@forgemesh/service/durations';
import { canPush } from '@forgemesh/access';
import { ForgeError, ValidationError } from '@forgemesh/errors';
import { operation, type Call } from '@forgemesh/rpc';
import { ReferenceKind, type AuthorizedResource, type Subject } from '@forgemesh/proto/projects/v1/access';
import { TriggerServiceDefinition } from '@forgemesh/proto/repository/v1/trigger';
import { lintDefinition } from '#ci/ci-lint';
import { instanceSubject } from '#access';
import type { TriggerDocument } from '../trigger.model';
import type { TriggersDeps } from '../deps';

/** Minimum interval between updates of `last_used`. */
const USE_INTERVAL_MS = HOUR_MS;

/** Always fails with the reason: this instance runs no jobs. */
export const triggerPipeline = operation(
  TriggerServiceDefinition.triggerPipeline,
  async (request, call: Call<TriggersDeps>) => {
    const trigger = await findByToken(call.deps, request.token);
    if (!trigger) throw notFound();
    const project = await resolve(call, request.id, instanceSubject);
    if (!project.found || project.id !== trigger.project_id) throw notFound();
    await markUsed(call.deps, trigger);
    if (project.features['builds'] === 'disabled') throw refusal('Pipelines are disabled!');
    const owner = await resolve(call, String(project.id), await subjectOf(call.deps, trigger.owner_id));
    if (!owner.found || !canPush(owner)) throw refusal('Insufficient permissions to create a new pipeline');
    const definition = await call.deps.clients.triggers.getPipelineDefinition({
      project_id: project.id,
      storage: project.storage,
      ref: request.ref,
    });
    if (!definition.has_ref) throw refusal('Reference not found');
    if (definition.content === undefined) throw refusal('Missing CI config file');
    const errors = lintDefinition(definition.content);
    throw refusal(...(errors.length > 0 ? errors : ['Jobs cannot be run on this instance']));
  },
);

async function findByToken({ triggers, triggerDigests }: TriggersDeps, token: string): Promise<TriggerDocument | null> {
  return triggers.model.findOne({ token_digest: { $in: triggerDigests(token) } }).lean<TriggerDocument>();
}

async function resolve({ deps }: Call<TriggersDeps>, ref: string, subject: Subject): Promise<AuthorizedResource> {
  const { resources } = await deps.clients.access.authorize({
    subject,
    references: [{ kind: ReferenceKind.REFERENCE_KIND_PROJECT, ref }],
  });
  const [resource] = resources;
  if (!resource) throw new Error('one reference has one result');
  return resource;
}

/** A deleted or blocked user has no rights. */
async function subjectOf({ clients }: TriggersDeps, userId: number): Promise<Subject> {
  const { users } = await clients.users.listUserProfiles({ ids: [userId], usernames: [], emails: [] });
  const [user] = users;
  if (user?.state !== 'active') return { admin: false, external: false };
  return { user_id: userId, admin: user.admin, external: user.external };
}

async function markUsed({ triggers }: TriggersDeps, { _id, last_used }: TriggerDocument): Promise<void> {
  const now = new Date();
  if (last_used && now.getTime() - last_used.getTime() < USE_INTERVAL_MS) return;
  await triggers.mutate(_id, () => ({ set: { last_used: now } }));
}

function refusal(...base: string[]): ForgeError {
  return new ValidationError({ base });
}

function notFound(): ForgeError {
  return new ForgeError('not_found', '404 Not Found');
}
