/** The kind and the document that the id of a job names. */
import { NotFoundError } from '@forgemesh/kit';
import type { Projects } from '../service';
import { adminJobKinds, type AdminJobKind } from './admin-job-kinds';
import type { JobDocument } from './job';

/** Throws NotFoundError where the id names no kind; whether there is such a document is not looked at. */
export function placeOf(id: string): { kind: AdminJobKind<JobDocument>; number: number } {
  const [, name, digits] = /^([a-z_]+)-(\d{1,15})$/.exec(id) ?? [];
  const kind = adminJobKinds.find((each) => each.name === name);
  if (!kind) throw new NotFoundError('Job');
  return { kind, number: Number(digits) };
}

/** Changes the job that an id names. Throws NotFoundError where there is none. */
export async function changeJob(
  deps: Projects,
  id: string,
  compute: Parameters<ReturnType<AdminJobKind<JobDocument>['store']>['mutate']>[1],
): Promise<JobDocument> {
  const { kind, number } = placeOf(id);
  const store = kind.store(deps);
  if (!(await store.model.exists({ _id: number, ...kind.filter }))) throw new NotFoundError('Job');
  const changed = await store.mutate(number, compute);
  if (!changed) throw new NotFoundError('Job');
  return changed;
}
