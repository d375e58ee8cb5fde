/** Creates what is needed for pipelines, deployments and triggers. */
import { QueryCache } from '@forgemesh/data';
import { createDigests, createSecretBox } from '@forgemesh/security';
import type { Runtime } from '@forgemesh/service';
import type { Model } from 'mongoose';
import type { Clients, Urls } from './clients';
import type { UserDocument } from './clients/users';
import type { RepositoryConfig } from './config';
import { createEnvironmentDeployments } from './ci/deployments/create-environment-deployments';
import { presentDeploymentEvent } from './ci/deployments/deployment.entity';
import { createDeploymentModel } from './ci/deployments/deployment.model';
import { presentEnvironmentEvent } from './ci/environments/environment.entity';
import { createEnvironmentModel } from './ci/environments/environment.model';
import { presentCommitStatusEvent } from './ci/pipelines/commit-status.entity';
import { createCommitStatusModel } from './ci/pipelines/commit-status.model';
import { createPipelineModel, type NewestPipelineCache } from './ci/pipelines/pipeline.model';
import { presentPipelineEvent } from './ci/pipelines/present-pipeline-event';
import { presentTriggerEvent } from './ci/triggers/trigger.entity';
import { createTriggerModel } from './ci/triggers/trigger.model';

/** Long enough to share the result among concurrent requests. */
const NEWEST_PIPELINE_TTL_MS = 200;

/** What presents users and addresses in events. */
export interface Display {
  clients: Clients;
  urls: Urls;
  users: Model<UserDocument>;
}

/** Creates the stores, and the secrets of triggers. */
export function createCi({ config, connection, outbox }: Runtime<RepositoryConfig>, display: Display) {
  const statuses = createCommitStatusModel(connection);
  const environments = outbox.store(createEnvironmentModel(connection), presentEnvironmentEvent);
  const deployments = outbox.store(createDeploymentModel(connection), (deployment) =>
    presentDeploymentEvent({ ...display, environments }, deployment),
  );
  const pipelines = outbox.store(createPipelineModel(connection), (pipeline) =>
    presentPipelineEvent({ ...display, statuses }, pipeline),
  );
  const newestPipelineCache: NewestPipelineCache = new QueryCache(connection, ['pipelines'], {
    ttlMs: NEWEST_PIPELINE_TTL_MS,
  });
  return {
    environments,
    deployments,
    environmentDeployments: createEnvironmentDeployments({ ...display, environments, deployments }),
    pipelines,
    commitStatuses: outbox.store(statuses, (status) => presentCommitStatusEvent(display, status)),
    newestPipelineCache,
    triggers: outbox.store(createTriggerModel(connection), presentTriggerEvent),
    triggerBox: createSecretBox(config.FORGE_SECRET, 'trigger_token'),
    triggerDigests: createDigests(config.FORGE_SECRET, 'trigger_token'),
  };
}
