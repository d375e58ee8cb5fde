import { EnvironmentServiceDefinition } from '@forgemesh/proto/repository/v1/environment';
import { operation } from '#operation';
import { presentSingleEnvironment } from '../environment.entity';
import { findEnvironment } from '../find-environment';

/** Gets an environment with its last successful deployment. */
export const getEnvironment = operation(EnvironmentServiceDefinition.getEnvironment, async (request, call) =>
  presentSingleEnvironment(call, await findEnvironment(call, request.environment_id)),
);
