import { NotFoundError } from '@forgemesh/errors';
import type { HookDocument } from '../hooks/hook.model';
import type { ProjectsCall } from '../../operation';

/** A hook of the instance. Throws NotFoundError, for the hook of a project as well. */
export async function findSystemHook({ deps }: ProjectsCall, hookId: number): Promise<HookDocument> {
  const hook = await deps.hooks.find(hookId);
  if (hook?.project_id !== null) throw new NotFoundError();
  return hook;
}
