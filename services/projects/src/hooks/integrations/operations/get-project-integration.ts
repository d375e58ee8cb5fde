import { ProjectIntegrationServiceDefinition } from '@forgemesh/proto/projects/v1/integration';
import { operation } from '#operation';
import { findIntegration } from '../find-integration';
import { presentIntegrationDetail } from '../integration.entity';

/** Gets an integration. */
export const getProjectIntegration = operation(
  ProjectIntegrationServiceDefinition.getProjectIntegration,
  async ({ slug }, call) =>
    presentIntegrationDetail(call.deps, slug, await findIntegration(call.deps, call.resource('id').id, slug)),
);
