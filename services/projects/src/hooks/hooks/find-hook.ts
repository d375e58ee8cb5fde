import { NotFoundError } from '@forgemesh/errors';
import type { ProjectsCall } from '../../operation';
import type { HookDocument } from './hook.model';

/** The hook that a call names, of the project that it names. Throws NotFoundError. */
export async function findHook(call: ProjectsCall, hookId: number): Promise<HookDocument> {
  const hook = await call.deps.hooks.find(hookId);
  if (hook?.project_id !== call.resource('id').id) throw new NotFoundError();
  return hook;
}
