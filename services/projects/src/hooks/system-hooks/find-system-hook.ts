import { NotFoundError } from '@forgemesh/errors';
import type { HookDocument } from '#hooks/hooks/hook.model';
import type { ProjectsCall } from '#operation';

/** A system hook. Throws NotFoundError, also for the hook of a project. */
export async function findSystemHook({ deps }: ProjectsCall, hookId: number): Promise<HookDocument> {
  const hook = await deps.hooks.find(hookId);
  if (hook?.project_id !== null) throw new NotFoundError();
  return hook;
}
