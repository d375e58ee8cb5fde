import { NotFoundError } from '@forgemesh/errors';
import type { Parameters, Call } from '@forgemesh/rpc';
import { type UpdateEpicRequest } from '@forgemesh/proto/collaboration/v1/epic';
import { groupScope, relabelling } from '#planning/labels';
import { assertTexts } from '#texts';
import { stateOf } from '#items/shared';
import { changeEpic } from './change-epic';
import { epicAttributes, type AttributesRequest } from './epic-attributes';
import type { EpicDocument } from '#items/model';
import type { EpicsDeps } from './deps';

type Request = Partial<Omit<Parameters<UpdateEpicRequest>, 'attributes'>> & {
  attributes?: AttributesRequest | undefined;
};

/** Changes an epic according to a request. */
export async function updateEpic(call: Call<EpicsDeps>, epic: EpicDocument, request: Request): Promise<EpicDocument> {
  const { deps, principal } = call;
  const title = request.title?.trim();
  assertTexts({ title, description: request.attributes?.description });
  const attributes = await epicAttributes(call, request.attributes ?? {}, epic);
  const relabel = await relabelling(call, groupScope(call), request, epic.label_ids);
  const changed = await changeEpic(deps, epic._id, principal.id, (current) => ({
    ...stateOf(current, request.state_event, principal.id),
    ...(title !== undefined && { title }),
    ...attributes,
    ...relabel(current.label_ids, attributes.label_ids),
  }));
  if (!changed) throw new NotFoundError();
  return changed;
}
