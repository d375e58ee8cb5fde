/** Creates an item and runs the quick actions in its description. */
import { Call } from '@forgemesh/rpc';
import { type ItemDocument, itemStore } from '#items/model';
import type { Noteable } from './noteable';
import type { QuickActionTextDeps } from './deps';

interface DescribedRequest {
  attributes?: { description?: string | null | undefined } | undefined;
}

/**
 * `create` receives the request without the actions. A repeated write runs the actions again, which
 * changes nothing then.
 */
export async function createWithQuickActions<T extends ItemDocument, Request extends DescribedRequest>(
  call: Call<QuickActionTextDeps>,
  type: 'Issue' | 'MergeRequest' | 'Epic',
  request: Request,
  create: (request: Request) => Promise<T>,
): Promise<T> {
  const { text, run } = call.deps.parseQuickActions(request.attributes?.description ?? '', type);
  if (!run) return create(request);
  const description = text === '' ? null : text;
  const created = await create({ ...request, attributes: { ...request.attributes, description } });
  await run(call, targetOf(call, type, created));
  return ((await itemStore(call.deps, type)?.find(created._id)) as T | null | undefined) ?? created;
}

/**
 * The call with `id` replaced by another project parameter of it: the project in which an item is
 * created.
 */
export function callForResource<Deps>(call: Call<Deps>, parameter: string): Call<Deps> {
  if (parameter === 'id') return call;
  const context = { ...call.context, access: { ...call.context.access, id: call.resource(parameter) } };
  return new Call(context, call.deps, call.log, call.signal, call.ifUnmodifiedSince);
}

function targetOf(
  call: Call<unknown>,
  type: 'Issue' | 'MergeRequest' | 'Epic',
  { _id, iid, author_id }: ItemDocument,
): Noteable {
  const { id: resourceId, level } = call.resource('id');
  const [project_id, group_id] = type === 'Epic' ? [null, resourceId] : [resourceId, null];
  return { type, id: _id, iid, author_id, project_id, group_id, commit_id: null, is_locked: false, level };
}
