import { NotFoundError } from '@forgemesh/errors';
import type { ProjectsCall } from '#operation';
import type { HookDocument } from './hook.model';

/** The hook of a request, in the project of the request. Throws NotFoundError. */
export async function findHook(call: ProjectsCall, hookId: number): Promise<HookDocument> {
  const hook = await call.deps.hooks.find(hookId);
  if (hook?.project_id !== call.resource('id').id) throw new NotFoundError();
  return hook;
}
