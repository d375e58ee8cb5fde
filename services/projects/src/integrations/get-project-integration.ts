import { ProjectIntegrationServiceService } from '@forgemesh/proto/projects/v1/integration';
import { operation } from '../operation';
import { findIntegration } from './find-integration';
import { presentIntegrationDetail } from './integration.entity';

/** Gets an integration. */
export const getProjectIntegration = operation(
  ProjectIntegrationServiceService.getProjectIntegration,
  async ({ slug }, { deps, resource }) =>
    presentIntegrationDetail(deps, slug, await findIntegration(deps, resource('id').id, slug)),
);
