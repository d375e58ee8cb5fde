import { listPage } from '@forgemesh/data';
import { InvalidParameterError } from '@forgemesh/errors';
import { ProjectHookEventServiceDefinition } from '@forgemesh/proto/deliveries/v1/hook_event';
import type { QueryFilter } from 'mongoose';
import { operation, type Call } from '@forgemesh/rpc';
import { findHook } from '#webhooks/hooks';
import { presentDelivery } from '../delivery.entity';
import type { DeliveryDocument } from '../delivery.model';
import type { HookDeliveriesDeps } from '../deps';

const classes: Record<string, RegExp> = { successful: /^2\d\d$/, client_failure: /^4\d\d$/, server_failure: /^5\d\d$/ };

/** Lists the deliveries of a hook. */
export const listProjectHookEvents = operation(
  ProjectHookEventServiceDefinition.listProjectHookEvents,
  async (request, call: Call<HookDeliveriesDeps>) => {
    const hook = await findHook(call, request.hook_id);
    const filter: QueryFilter<DeliveryDocument> = { hook_id: hook._id, ...statusFilter(request.status) };
    const model = call.deps.deliveries;
    const deliveries = await listPage(call, { model, filter, sort: { _id: -1 }, request });
    return { events: deliveries.map(presentDelivery) };
  },
);

function statusFilter(status: string | undefined): QueryFilter<DeliveryDocument> {
  if (status === undefined || status === '') return {};
  const pattern = classes[status];
  if (pattern) return { response_status: pattern };
  if (!/^[1-5]\d\d$/.test(status)) throw new InvalidParameterError('status does not have a valid value');
  return { response_status: status };
}
