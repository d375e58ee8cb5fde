import { operation, type Call } from '@forgemesh/rpc';
import { isDuplicateKey } from '@forgemesh/data';
import { UnavailableError, ValidationError } from '@forgemesh/errors';
import { DeployKeyServiceDefinition } from '@forgemesh/proto/identity/v1/deploy_key';
import { checkSshKey, type ParsedSshKey, type SshKeyDocument } from '#credentials/ssh-keys';
import { presentProjectDeployKey } from '../deploy-key.entity';
import { linkDeployKey } from '../link-deploy-key';
import type { DeployKeysDeps } from '../deps';

/** Attempts if the key is added or removed concurrently. */
const MAX_ATTEMPTS = 5;

/** Adds a deploy key to a project. */
export const createProjectDeployKey = operation(
  DeployKeyServiceDefinition.createProjectDeployKey,
  async ({ title, key, can_push: canPush = false }, call: Call<DeployKeysDeps>) => {
    const { id: projectId } = call.resource('id');
    const { parsed, problems } = checkSshKey({ title, key }, call.deps.settings.current());
    if (!parsed || Object.keys(problems).length > 0) throw new ValidationError(problems as Record<string, string[]>);
    for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
      const added = (await linkExisting(call, parsed, canPush)) ?? (await insertKey(call, { title, parsed, canPush }));
      if (added) return presentProjectDeployKey(added, projectId);
    }
    throw new UnavailableError('The key changes too quickly, try again');
  },
);

/** Enables an existing key for the project. Returns null if there is no such key. */
async function linkExisting(
  call: Call<DeployKeysDeps>,
  { fingerprint_sha256 }: ParsedSshKey,
  canPush: boolean,
): Promise<SshKeyDocument | null> {
  const { deps, principal } = call;
  const existing = await deps.sshKeys.model.findOne({ fingerprint_sha256 }).lean<SshKeyDocument>();
  if (!existing) return null;
  if (existing.user_id !== null) throw new ValidationError({ fingerprint: ['has already been taken'] });
  const link = { project_id: call.resource('id').id, can_push: canPush };
  return linkDeployKey(deps, existing._id, link, principal.id);
}

/** Returns null if a concurrent request has inserted the key. */
async function insertKey(
  call: Call<DeployKeysDeps>,
  { title, parsed, canPush }: { title: string; parsed: ParsedSshKey; canPush: boolean },
): Promise<SshKeyDocument | null> {
  const { deps, principal, operationId } = call;
  const document = {
    _id: await deps.sshKeys.nextId(),
    operation_id: operationId,
    user_id: null,
    projects: [{ project_id: call.resource('id').id, can_push: canPush }],
    title,
    key: parsed.text,
    fingerprint: parsed.fingerprint,
    fingerprint_sha256: parsed.fingerprint_sha256,
    created_at: new Date(),
  };
  try {
    return await deps.sshKeys.insert(document, [{ type: 'identity.deploy_key.created', actor: principal.id }]);
  } catch (error) {
    if (isDuplicateKey(error)) return null;
    throw error;
  }
}
