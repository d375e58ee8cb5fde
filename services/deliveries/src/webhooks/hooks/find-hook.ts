import { NotFoundError } from '@forgemesh/errors';
import type { Call } from '@forgemesh/rpc';
import type { HookDocument } from './hook.model';
import type { HooksDeps } from './deps';

/** The hook of a request, in the project of the request. Throws NotFoundError. */
export async function findHook(call: Call<Pick<HooksDeps, 'hooks'>>, hookId: number): Promise<HookDocument> {
  const hook = await call.deps.hooks.find(hookId);
  if (hook?.project_id !== call.resource('id').id) throw new NotFoundError();
  return hook;
}
