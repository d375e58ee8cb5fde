import { listPage } from '@forgemesh/data';
import { AdminHookDeliveryServiceDefinition } from '@forgemesh/proto/deliveries/v1/admin_hook_delivery';
import type { QueryFilter } from 'mongoose';
import { operation, type Call } from '@forgemesh/rpc';
import { presentDeliverySummary } from '../delivery.entity';
import type { DeliveryDocument, DeliveryState } from '../delivery.model';
import type { HookDeliveriesDeps } from '../deps';

/** Fields that may be large or private are not shown. */
const projection = { request_data: 0, request_headers: 0, response_headers: 0, response_body: 0 } as const;

/** Lists the deliveries of all hooks. */
export const listAdminHookDeliveries = operation(
  AdminHookDeliveryServiceDefinition.listAdminHookDeliveries,
  async (request, call: Call<HookDeliveriesDeps>) => {
    const { deliveries: model, hooks, integrations } = call.deps;
    const filter: QueryFilter<DeliveryDocument> = request.state ? { state: request.state as DeliveryState } : {};
    const found = await listPage(call, { model, filter, sort: { _id: -1 }, request, projection });
    const ids = [...new Set(found.map(({ hook_id }) => hook_id))];
    const [ofHooks, ofIntegrations] = await Promise.all([
      hooks.model.find({ _id: { $in: ids } }, { project_id: 1 }).lean(),
      integrations.model.find({ _id: { $in: ids } }, { project_id: 1 }).lean(),
    ]);
    const projects = new Map([...ofHooks, ...ofIntegrations].map(({ _id, project_id }) => [_id, project_id]));
    return {
      deliveries: found.map((delivery) => ({
        ...presentDeliverySummary(delivery),
        hook_id: delivery.hook_id,
        project_id: projects.get(delivery.hook_id) ?? null,
      })),
    };
  },
);
