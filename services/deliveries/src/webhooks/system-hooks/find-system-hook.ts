import { NotFoundError } from '@forgemesh/errors';
import type { Call } from '@forgemesh/rpc';
import type { HookDocument } from '#webhooks/hooks';
import type { SystemHooksDeps } from './deps';

/** A system hook. Throws NotFoundError, also for the hook of a project. */
export async function findSystemHook({ deps }: Call<SystemHooksDeps>, hookId: number): Promise<HookDocument> {
  const hook = await deps.hooks.find(hookId);
  if (hook?.project_id !== null) throw new NotFoundError();
  return hook;
}
